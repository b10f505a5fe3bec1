cimport cython
from markovpy.engine.explorer cimport Explorer
from markovpy.engine.matching cimport lowest

cdef class StepExplorer(Explorer):
    cdef int* event
    cdef int* order
    cdef int* lost
    cdef int* bar_start
    cdef int* bar_word
    cdef unsigned long long* bar_mask
    cdef int* put_start
    cdef int* put_word
    cdef unsigned long long* put_mask
    cdef unsigned long long* keep_mask
    cdef int* key_start
    cdef int* key_step
    cdef unsigned long long* key_bits
    cdef int* best
    cdef int* touched

    cdef _take_steps(self, table)

    @cython.locals(count=int, depth=int, i=int, event=int, step=int)
    cdef bint expand(self, Py_ssize_t number) except *

    @cython.locals(count=int, word=int, bits=cython.ulonglong, bit=int)
    cdef int find_steps(self) noexcept

    @cython.locals(i=int, step=int, event=int, other=int)
    cdef int try_steps(self, int key, int count) noexcept

    @cython.locals(i=int)
    cdef bint fits(self, int step) noexcept

    @cython.locals(i=int, word=int)
    cdef void make(self, int step) noexcept
