cimport cython
from markovpy.engine.memory cimport ints, octets
from markovpy.engine.state cimport State

@cython.final
cdef class Trace:
    cdef readonly object start
    cdef readonly dict grids
    cdef int stage
    cdef object last_array
    cdef unsigned char* last
    cdef readonly list ends
    cdef readonly Py_ssize_t size
    cdef Py_ssize_t capacity
    cdef object cell_array, value_array
    cdef int* cells
    cdef unsigned char* values

    cdef take_grid(self, State state)
    cdef take(self, cells, values)
    cdef grow(self)

    @cython.locals(i=Py_ssize_t, cell=int)
    cpdef record(self, State state)
    cdef int note(self, int cell, unsigned char value) except -1
    cdef int append(self, int cell, unsigned char value) except -1
