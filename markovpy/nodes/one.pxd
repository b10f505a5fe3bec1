cimport cython
from markovpy.engine.rules cimport RuleNode
from markovpy.engine.state cimport State

cdef class One(RuleNode):
    @cython.locals(match=cython.longlong)
    cpdef bint step(self, State state) except -1
