cimport cython
from markovpy.engine.memory cimport ints, octets, signed_octets
from markovpy.engine.state cimport State

cdef int _MOST_CHANGED

@cython.final
cdef class Field:
    cdef readonly int value
    cdef readonly bint recompute, essential
    cdef int size, width, layer
    cdef list arrays
    cdef int* first
    cdef unsigned char* sides
    cdef int* queue
    cdef signed char* kinds
    cdef int* steps
    cdef bint fresh, found

    cdef bint compute(self, State state, int* potentials, Py_ssize_t base) except -1
    cdef void forget(self) noexcept

    @cython.locals(cells=cython.p_uchar, queue=cython.p_int, first=cython.p_int,
                   kinds=cython.p_schar, tail=int, cell=int, kind=int, i=int, head=int,
                   level=int, side=int, direction=int, other=int, old=int)
    cdef bint update(self, State state, int* potentials, Py_ssize_t base) except -1

    @cython.locals(side=int, direction=int, old=int, best=int)
    cdef void near(self, int* potentials, Py_ssize_t base, int cell) noexcept

    @cython.locals(cells=cython.p_uchar, queue=cython.p_int, first=cython.p_int, tail=int,
                   cell=int, start=int, width=int, layer=int, head=int, level=int, end=int,
                   place=Py_ssize_t, side=int, new=int)
    cdef void walk(self, State state, int* potentials, Py_ssize_t base) noexcept
