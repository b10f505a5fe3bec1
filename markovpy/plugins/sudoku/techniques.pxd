cimport cython
from markovpy.engine.memory cimport ints
from markovpy.plugins.sudoku.nine cimport lowest, ones

@cython.final
cdef class Techniques:
    cdef readonly dict arrays
    cdef int side, size, peer_count, crossing_count
    cdef int hits, kind, unit, queued
    cdef bint first
    cdef readonly int hardest
    cdef int* unit_cells
    cdef int* cell_units
    cdef int* peers
    cdef int* crossings
    cdef int* placed
    cdef int* candidates
    cdef int* gone
    cdef int* new
    cdef int* work
    cdef int* places
    cdef int* items
    cdef int* queue
    cdef int* parents
    cdef int* seen
    cdef int serial
    cdef int* detail
    cdef int* uses

    cdef int* _ints(self, str name, numbers) except NULL

    @cython.locals(everything=int, cell=int)
    cpdef load(self, const unsigned char[::1] puzzle, candidates=*)

    @cython.locals(technique=int)
    cpdef bint grade(self, int most) except -1
    cpdef list rounds(self)

    @cython.locals(technique=int)
    cpdef int advance(self, int most) except -2

    cpdef bint is_full(self) except -1

    @cython.locals(k=int)
    cpdef void place(self, int cell, int digit) noexcept

    @cython.locals(cell=int)
    cpdef void apply(self) noexcept

    @cython.locals(cell=int)
    cpdef bint find(self, int technique, bint first) except -1
    cdef inline bint found(self) noexcept
    cdef inline void tell(self, int a, int b, int c, int d) noexcept
    cdef inline void rule_out(self, int cell, int mask) noexcept

    @cython.locals(start=int, digit=int, position=int, mask=int)
    cdef void count_places(self) noexcept

    @cython.locals(cell=int)
    cdef void find_naked_singles(self) noexcept

    @cython.locals(k=int, place=int, start=int, cell=int)
    cdef void find_hidden_singles(self) noexcept

    @cython.locals(k=int, one=int, other=int, overlap=int, digit=int, places=int, position=int,
                   cell=int)
    cdef void find_locked(self) noexcept
    cdef inline bint in_unit(self, int cell, int unit) noexcept

    @cython.locals(unit=int, k=int)
    cdef void find_subsets(self, int amount, bint hidden) noexcept

    @cython.locals(kind=int, digit=int, line=int, unit=int)
    cdef void find_fish(self, int amount) noexcept

    @cython.locals(k=int)
    cdef void combine(self, int start, int left, int amount, int chosen, int union) noexcept

    @cython.locals(k=int, across=int, cell=int)
    cdef void close(self, int chosen, int union) noexcept

    @cython.locals(count=int, pivot=int, mask=int, i=int, j=int, one=int, other=int)
    cdef void find_wings(self) noexcept

    @cython.locals(mask=int, k=int)
    cdef void close_wing(self, int pivot, int one, int other) noexcept

    @cython.locals(units=cython.p_int)
    cdef inline bint sees(self, int one, int other) noexcept

    @cython.locals(shortest=int, cell=int, mask=int, digit=int, length=int)
    cdef void find_chains(self) except *

    @cython.locals(start=int, k=int, head=int, length=int, end=int, statement=int)
    cdef int chain(self, int cell, int digit, int longest) noexcept
    cdef inline void reach(self, int statement, int parent) noexcept

    @cython.locals(cell=int, digit=int, mask=int, k=int)
    cdef void follow_true(self, int statement) noexcept

    @cython.locals(cell=int, digit=int, mask=int, k=int, start=int, places=int, other=int)
    cdef void follow_false(self, int statement) noexcept

    @cython.locals(cell=int, mask=int, digit=int)
    cdef void find_trials(self) except *

    @cython.locals(other=int, k=int, start=int)
    cdef bint contradicts(self, int cell, int digit) noexcept

    @cython.locals(once=int, twice=int, k=int, mask=int, cell=int)
    cdef bint try_hidden_singles(self, int start) noexcept
