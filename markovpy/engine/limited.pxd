cimport cython
from markovpy.engine.node cimport Node
from markovpy.engine.state cimport State

cdef int draw_limit(State state, int low, int high) except? -1

cdef class Limited(Node):
    cdef int low, high
    cdef public int steps, counter
    cdef bint drawn

    cdef bint due(self, State state) except -1
