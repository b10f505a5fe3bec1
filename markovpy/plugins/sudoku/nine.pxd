cimport cython

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
    cdef unsigned int* minirows
    cdef unsigned int* lone
    cdef unsigned int* lanes
    cdef unsigned int* keep
    cdef unsigned int* amount
    cdef unsigned int* around
    cdef unsigned int* stack
    cdef unsigned int* pairs
    cdef unsigned int* triples
    cdef unsigned char* cells
    cdef unsigned char* found
    cdef readonly long long nodes

    cdef unsigned int* _words(self, str name, list numbers) except NULL

    cdef unsigned char* _bytes(self, str name) except NULL

    @cython.locals(cell=int)
    cpdef Py_ssize_t count(self, const unsigned char[::1] puzzle, Py_ssize_t limit,
                          int without=*) except -1
    cpdef bytes solution(self)

    @cython.locals(number=Py_ssize_t, cell=int)
    cpdef count_all(self, const unsigned char[:, ::1] puzzles, Py_ssize_t limit,
                    long long[::1] counts, unsigned char[:, ::1] found)

    @cython.locals(p=cython.p_uint, word=int, band=int, cell=int, digit=int, bit=cython.uint,
                   other=int)
    cdef bint load(self, int without) noexcept

    @cython.locals(first=int, column=cython.uint, kept=cython.uint)
    cdef void place(self, int base, int digit, int band, int place) noexcept

    @cython.locals(count=Py_ssize_t, level=int, base=int)
    cdef Py_ssize_t search(self, Py_ssize_t limit) except -1

    @cython.locals(digit=int, band=int, word=cython.uint)
    cdef void write(self, int base) noexcept

    @cython.locals(dirty=cython.uint, digit=int, p=cython.p_uint)
    cdef bint propagate(self, int base) noexcept

    @cython.locals(keep=cython.p_uint, lanes=cython.p_uint, p=cython.p_uint, a=cython.uint,
                   b=cython.uint, c=cython.uint, x=cython.uint, y=cython.uint, z=cython.uint,
                   left=cython.uint, middle=cython.uint, right=cython.uint, above=cython.uint,
                   centre=cython.uint, below=cython.uint)
    cdef inline bint settle(self, int first) noexcept

    @cython.locals(minirows=cython.p_uint)
    cdef inline unsigned int rows_of(self, unsigned int band) noexcept

    @cython.locals(lone=cython.p_uint, p=cython.p_uint, changed=cython.uint, band=int,
                   plane=cython.uint, new=cython.uint, other=int, word=int)
    cdef inline unsigned int clear_found(self, int base, int digit) noexcept

    @cython.locals(p=cython.p_uint, band=int, digit=int, once=cython.uint, twice=cython.uint,
                   thrice=cython.uint, often=cython.uint, plane=cython.uint,
                   single=cython.uint, new=cython.uint)
    cdef inline bint fill_single_cells(self, int base) noexcept

    @cython.locals(band=int, digit=int, place=int, cells=cython.p_uint)
    cdef void branch(self, int base) noexcept

    @cython.locals(best=int, chosen=int, word=int, row=int, amount=int, plane=cython.uint)
    cdef bint branch_in_row(self, int base) noexcept

    @cython.locals(word=int, other=int)
    cdef void guess(self, int base, int digit, int band, int place) noexcept
