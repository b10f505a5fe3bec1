cimport cython
from markovpy.engine.memory cimport ints
from markovpy.plugins.sudoku.nine cimport lowest

cdef class Candidates:
    cdef readonly dict arrays
    cdef int side, size, peer_count
    cdef int hits
    cdef bint first
    cdef int* unit_cells
    cdef int* cell_units
    cdef int* peers
    cdef int* placed
    cdef int* candidates
    cdef int* gone
    cdef int* new
    cdef int* places
    cdef int* items
    cdef int* detail

    cdef int* _ints(self, str name, numbers) except NULL

    @cython.locals(everything=int, cell=int)
    cpdef load(self, const unsigned char[::1] puzzle, candidates=*)

    cdef bint is_full(self) except -1

    @cython.locals(k=int)
    cdef void place(self, int cell, int digit) noexcept

    @cython.locals(cell=int)
    cdef void apply(self) noexcept

    cdef bint found(self) noexcept

    cdef void tell(self, int a, int b, int c, int d) noexcept

    cdef void rule_out(self, int cell, int mask) noexcept

    @cython.locals(start=int, digit=int, position=int, mask=int)
    cdef void count_places(self) noexcept

    cdef bint in_unit(self, int cell, int unit) noexcept

    @cython.locals(units=cython.p_int)
    cdef bint sees(self, int one, int other) noexcept
