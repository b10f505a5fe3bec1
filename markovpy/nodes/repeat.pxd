cimport cython
from markovpy.engine.limited cimport draw_limit
from markovpy.engine.node cimport Block
from markovpy.engine.state cimport State

cdef class Repeat(Block):
    cdef int low, high, left
    cdef bint drawn, acted

    cpdef bint step(self, State state) except -1
