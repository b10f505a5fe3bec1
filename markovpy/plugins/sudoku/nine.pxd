cimport cython
from markovpy.engine.memory cimport ints, octets

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static __inline int markovpy_lowest(unsigned int word) {
        unsigned long place;
        _BitScanForward(&place, word);
        return (int)place;
    }
    #define markovpy_ones (int)__popcnt
    #else
    #define markovpy_lowest __builtin_ctz
    #define markovpy_ones __builtin_popcount
    #endif
    """
    int lowest "markovpy_lowest"(unsigned int word) noexcept
    int ones "markovpy_ones"(unsigned int word) noexcept

cdef enum:
    _BAND = 0x7FFFFFF
    _COLUMN = 0x40201
    _WORDS = 32
    _OPEN = 27
    _DIRTY = 30

@cython.final
cdef class Nine:
    cdef dict arrays
    cdef int* minirows
    cdef int* lone
    cdef int* lanes
    cdef int* keep
    cdef int* amount
    cdef int* around
    cdef int* stack
    cdef int* pairs
    cdef int* triples
    cdef unsigned char* cells
    cdef unsigned char* found
    cdef readonly long long nodes

    cdef int* _ints(self, str name, list numbers) except NULL

    cdef unsigned char* _octets(self, str name) except NULL

    @cython.locals(cell=int)
    cpdef Py_ssize_t count(self, const unsigned char[::1] puzzle, Py_ssize_t limit,
                          int without=*) except -1
    cpdef bytes solution(self)

    @cython.locals(number=Py_ssize_t, cell=int)
    cpdef count_all(self, const unsigned char[:, ::1] puzzles, Py_ssize_t limit,
                    long long[::1] counts, unsigned char[:, ::1] found)

    @cython.locals(p=cython.p_int, word=int, band=int, cell=int, digit=int, bit=int,
                   other=int)
    cdef bint load(self, int without) noexcept

    @cython.locals(first=int, column=int, kept=int)
    cdef void place(self, int base, int digit, int band, int place) noexcept

    @cython.locals(count=Py_ssize_t, level=int, base=int)
    cdef Py_ssize_t search(self, Py_ssize_t limit) except -1

    @cython.locals(digit=int, band=int, word=int)
    cdef void write(self, int base) noexcept

    @cython.locals(dirty=int, digit=int, p=cython.p_int)
    cdef bint propagate(self, int base) noexcept

    @cython.locals(keep=cython.p_int, lanes=cython.p_int, p=cython.p_int, a=int,
                   b=int, c=int, x=int, y=int, z=int,
                   left=int, middle=int, right=int, above=int,
                   centre=int, below=int)
    cdef inline bint settle(self, int first) noexcept

    @cython.locals(minirows=cython.p_int)
    cdef inline int rows_of(self, int band) noexcept

    @cython.locals(lone=cython.p_int, p=cython.p_int, changed=int, band=int,
                   plane=int, new=int, other=int, word=int)
    cdef inline int clear_found(self, int base, int digit) noexcept

    @cython.locals(p=cython.p_int, band=int, digit=int, once=int, twice=int,
                   thrice=int, often=int, plane=int,
                   single=int, new=int)
    cdef inline bint fill_single_cells(self, int base) noexcept

    @cython.locals(band=int, digit=int, richest=int, place=int, cells=cython.p_int)
    cdef void branch(self, int base) noexcept

    @cython.locals(triples=int, best=int, chosen=int, word=int, row=int, amount=int, plane=int)
    cdef bint branch_in_row(self, int base) noexcept

    @cython.locals(word=int, other=int)
    cdef void guess(self, int base, int digit, int band, int place) noexcept
