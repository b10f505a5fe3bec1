cimport cython
from markovpy.engine.memory cimport ints, octets, unsigned_shorts

cdef int UNKNOWN, _GAP_BITS, _OFTEN

@cython.final
cdef class PatternSearch:
    cdef int cells, width, size, words
    cdef unsigned long long everywhere, not_first, not_last
    cdef dict arrays
    cdef unsigned char* moves
    cdef unsigned short* seen
    cdef int* before
    cdef int* layer
    cdef int* sides
    cdef int* stride
    cdef int* place
    cdef Py_ssize_t found, capacity

    cdef int make_room(self, Py_ssize_t capacity) except -1
    cpdef run(self)

    @cython.locals(free=cython.ulonglong, i=int)
    cdef inline unsigned long long free_cells(self) noexcept

    @cython.locals(one=cython.ulonglong, region=cython.ulonglong, grown=cython.ulonglong)
    cdef inline unsigned long long region(self, int gap, unsigned long long free) noexcept

    @cython.locals(region=cython.ulonglong, at=Py_ssize_t, i=int)
    cdef inline int enter(self, int index, int gap, int depth,
                          unsigned long long free) except -1

    @cython.locals(one=cython.ulonglong, number=Py_ssize_t, index=int, rest=int,
                   free=cython.ulonglong, region=cython.ulonglong, later=cython.ulonglong, i=int,
                   cell=int, way=int, to=int)
    cdef int expand(self, Py_ssize_t count, int depth) except -1
