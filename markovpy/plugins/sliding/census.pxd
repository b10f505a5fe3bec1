cimport cython
from markovpy.engine.memory cimport ints, octets

cdef int _OFTEN

@cython.final
cdef class Census:
    cdef int cells
    cdef dict arrays
    cdef int* sides
    cdef int* tile
    cdef int* weight
    cdef int* bits
    cdef unsigned char* seen
    cdef int* before
    cdef int* layer
    cdef Py_ssize_t found, capacity

    cdef int make_room(self, Py_ssize_t capacity) except -1
    cpdef list run(self)

    @cython.locals(number=Py_ssize_t, gap=int, way=int, cell=int)
    cdef int expand(self, Py_ssize_t count) except -1

    @cython.locals(gap=int, left=int, cell=int, place=int, tile=int)
    cdef int load(self, int rank) noexcept

    @cython.locals(left=int, rank=int, cell=int, bit=int)
    cdef inline int enter(self) except -1
