cimport cython
from markovpy.engine.inference cimport PLAIN, PLAYED, STEER, Guide
from markovpy.engine.random cimport Random
from markovpy.engine.rules cimport RuleNode
from markovpy.engine.state cimport State
from markovpy.engine.table cimport RuleTable

cdef class All(RuleNode):
    @cython.locals(before=cython.ulonglong)
    cpdef bint step(self, State state) except -1

    @cython.locals(matches=cython.p_longlong, rng=Random, i=Py_ssize_t, place=Py_ssize_t,
                   match=cython.longlong)
    cdef void shuffle(self, State state) noexcept

    @cython.locals(table=RuleTable, marks=cython.p_uchar, offsets=cython.p_int, i=Py_ssize_t,
                   match=cython.longlong, variant=int, anchor=cython.longlong, write=int, end=int,
                   every=bint)
    cdef bint apply(self, State state) except -1

    @cython.final
    @cython.locals(table=RuleTable, i=int, cell=cython.longlong)
    cdef int overwrite(self, State state, int variant, long long anchor) except -1

cdef class GuidedAll(All):
    cdef readonly Guide guide

    @cython.locals(guide=Guide, lead=int)
    cpdef bint step(self, State state) except -1
    cpdef reset(self)
