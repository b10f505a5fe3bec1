cimport cython
from markovpy.engine.node cimport Block
from markovpy.engine.state cimport State

cdef class If(Block):
    cdef object condition
    cdef int split, all
    cdef bint running

    cpdef bint step(self, State state) except -1
