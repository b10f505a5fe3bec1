cimport cython
from markovpy.engine.memory cimport doubles, ints

@cython.final
cdef class Frontier:
    cdef readonly Py_ssize_t count
    cdef Py_ssize_t capacity
    cdef object rank_array, state_array
    cdef double* ranks
    cdef int* states

    cpdef clear(self)
    cdef take(self, ranks, states)

    @cython.locals(place=Py_ssize_t, above=Py_ssize_t)
    cdef int push(self, int state, double rank) except -1

    @cython.locals(taken=int, count=Py_ssize_t, rank=double, state=int, place=Py_ssize_t,
                   below=Py_ssize_t, least=Py_ssize_t, other=Py_ssize_t)
    cdef int pop(self) noexcept
