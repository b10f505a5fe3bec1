cimport cython
from markovpy.engine.inference cimport Guide
from markovpy.engine.rules cimport RuleNode
from markovpy.engine.state cimport State
from markovpy.engine.table cimport RuleTable

cdef class All(RuleNode):
    @cython.locals(i=Py_ssize_t, place=Py_ssize_t, match=cython.longlong)
    cpdef bint step(self, State state) except -1

    @cython.locals(table=RuleTable, variant=int, anchor=cython.longlong, i=int)
    cdef bint fits(self, State state, long long match) noexcept

    @cython.locals(table=RuleTable, variant=int, anchor=cython.longlong, i=int,
                   cell=cython.longlong)
    cdef int overwrite(self, State state, long long match) except -1

cdef class GuidedAll(All):
    cdef readonly Guide guide

    @cython.locals(guide=Guide, i=Py_ssize_t, match=cython.longlong)
    cpdef bint step(self, State state) except -1
    cpdef reset(self)
