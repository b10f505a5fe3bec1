cimport cython
from markovpy.engine.node cimport Block
from markovpy.engine.state cimport State

cdef class Markov(Block):
    cpdef bint step(self, State state) except -1
