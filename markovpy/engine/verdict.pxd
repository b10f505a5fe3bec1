cimport cython
from markovpy.engine.memory cimport doubles, ints, masks

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    #define markovpy_ones64 (int)__popcnt64
    #else
    #define markovpy_ones64 __builtin_popcountll
    #endif
    """
    int ones "markovpy_ones64"(unsigned long long word) noexcept

cdef enum:
    _BITS = 0
    _PATTERNS
    _NUMBER
    _NOT
    _BOTH
    _EITHER
    _EQUAL
    _OTHER
    _MOST
    _LEAST
    _LESS
    _MORE
    _SUM
    _DIFFERENCE
    _PRODUCT

@cython.final
cdef class Verdict:
    cdef list arrays
    cdef object stack_array
    cdef int count
    cdef int* code
    cdef int* start
    cdef int* end
    cdef double* number
    cdef int* pattern_start
    cdef int* word
    cdef unsigned long long* mask
    cdef double* stack

    @cython.locals(stack=cython.p_double, top=int, i=int, code=int)
    cdef bint holds(self, unsigned long long* grid) noexcept

    @cython.locals(found=int, i=int)
    cdef int bits(self, unsigned long long* grid, int start, int end) noexcept

    @cython.locals(found=int, pattern=int, i=int, fits=bint)
    cdef int patterns(self, unsigned long long* grid, int start, int end) noexcept

cdef double joined(int code, double left, double right) noexcept
