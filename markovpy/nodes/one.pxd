cimport cython
from markovpy.engine.inference cimport PLAIN, PLAYED, STEER, Guide
from markovpy.engine.rules cimport RuleNode
from markovpy.engine.state cimport State

cdef class One(RuleNode):
    @cython.locals(match=cython.longlong)
    cpdef bint step(self, State state) except -1

cdef class GuidedOne(One):
    cdef readonly Guide guide

    @cython.locals(guide=Guide, lead=int, place=Py_ssize_t)
    cpdef bint step(self, State state) except -1
    cpdef reset(self)
