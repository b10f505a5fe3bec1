cimport cython
from markovpy.engine.memory cimport doubles, ints, longs

@cython.final
cdef class Ranking:
    cdef list arrays
    cdef Py_ssize_t capacity
    cdef double* keys
    cdef long long* matches
    cdef int* order
    cdef int* spare

    cpdef take(self, Py_ssize_t capacity)
    cdef int make_room(self, Py_ssize_t most) except -1

    @cython.locals(run=Py_ssize_t, k=Py_ssize_t)
    cdef void sort(self, Py_ssize_t count, long long* target) noexcept

    @cython.locals(keys=cython.p_double, source=cython.p_int, target=cython.p_int,
                   start=Py_ssize_t, middle=Py_ssize_t, end=Py_ssize_t, left=Py_ssize_t,
                   right=Py_ssize_t, place=Py_ssize_t)
    cdef void merge(self, Py_ssize_t count, Py_ssize_t run) noexcept
