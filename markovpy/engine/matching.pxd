cimport cython
from markovpy.engine.memory cimport ints, masks

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static __inline int markovpy_lowest64(unsigned long long word) {
        unsigned long place;
        _BitScanForward64(&place, word);
        return (int)place;
    }
    #else
    #define markovpy_lowest64 __builtin_ctzll
    #endif
    """
    int lowest "markovpy_lowest64"(unsigned long long word) noexcept

cdef enum:
    _ENDLESS = 0x40000000

@cython.final
cdef class Matching:
    cdef int targets, bits, words, pace, no_way, known
    cdef list arrays
    cdef object table, seen_array
    cdef int* costs
    cdef unsigned long long* items
    cdef unsigned long long* last
    cdef int* item_bits
    cdef int* item_price
    cdef int* price
    cdef int* owner
    cdef int* slack
    cdef int* way
    cdef int* seen

    @cython.locals(same=bint, word=int)
    cdef int bound(self, unsigned long long* grid) noexcept

    @cython.locals(count=int, word=int, bits=cython.ulonglong, target=int, item=int, total=int,
                   cost=int)
    cdef int match(self) noexcept
    cdef int cost(self, int item, int target) noexcept

    @cython.locals(target=int, here=int, before=int)
    cdef void place(self, int item) noexcept

    @cython.locals(item=int, least=int, best=int, target=int, spare=int)
    cdef int extend(self, int here) noexcept
