cimport cython
from markovpy.plugins.sudoku.chains cimport Chains
from markovpy.plugins.sudoku.nine cimport lowest, ones

@cython.final
cdef class Techniques(Chains):
    cdef int crossing_count, kind, unit
    cdef readonly int hardest
    cdef int* crossings
    cdef int* uses

    @cython.locals(technique=int)
    cpdef bint grade(self, int most) except -1

    cpdef list rounds(self)

    @cython.locals(technique=int)
    cdef int advance(self, int most) except -2

    @cython.locals(cell=int)
    cpdef bint find(self, int technique, bint first) except -1

    @cython.locals(cell=int)
    cdef void find_naked_singles(self) noexcept

    @cython.locals(k=int, place=int, start=int, cell=int)
    cdef void find_hidden_singles(self) noexcept

    @cython.locals(k=int, one=int, other=int, overlap=int, digit=int, places=int, position=int,
                   cell=int)
    cdef void find_locked(self) noexcept

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
