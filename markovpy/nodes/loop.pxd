cimport cython
from markovpy.engine.node cimport Block
from markovpy.engine.state cimport State

cdef class While(Block):
    cdef object condition
    cdef bint running, acted

    cpdef bint step(self, State state) except -1
