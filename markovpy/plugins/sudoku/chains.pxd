cimport cython
from markovpy.plugins.sudoku.candidates cimport Candidates
from markovpy.plugins.sudoku.nine cimport lowest, ones

cdef class Chains(Candidates):
    cdef int queued, serial
    cdef int* work
    cdef int* queue
    cdef int* parents
    cdef int* seen

    @cython.locals(shortest=int, cell=int, mask=int, digit=int, length=int)
    cdef void find_chains(self) except *

    @cython.locals(start=int, k=int, head=int, length=int, end=int, statement=int)
    cdef int chain(self, int cell, int digit, int longest) noexcept

    cdef void reach(self, int statement, int parent) noexcept

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
