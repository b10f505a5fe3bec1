cimport cython
from markovpy.engine.node cimport Node
from markovpy.engine.state cimport State

cdef class Limited(Node):
    cdef int low, high
    cdef public int steps, counter
    cdef bint drawn

    cpdef bint due(self, State state) except -1
