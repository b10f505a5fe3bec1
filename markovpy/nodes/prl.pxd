cimport cython
from markovpy.engine.memory cimport octets
from markovpy.engine.census cimport Census
from markovpy.engine.random cimport Random
from markovpy.engine.rules cimport RuleNode
from markovpy.engine.state cimport State
from markovpy.engine.table cimport RuleTable

cdef int CERTAIN

cdef class Prl(RuleNode):
    cdef object next_array
    cdef unsigned char* next

    @cython.locals(i=Py_ssize_t, cell=int, acted=bint, variant=int)
    cpdef bint step(self, State state) except -1
    cdef make_next(self, State state)

    @cython.locals(table=RuleTable, i=Py_ssize_t, acted=bint)
    cdef bint act(self, State state, int variant) except -1

    @cython.locals(census=Census, rng=Random, coin=int, places=cython.p_int, i=int, acted=bint)
    cdef bint toss_cells(self, State state, int variant, int value) except -1

    @cython.final
    @cython.locals(table=RuleTable, i=int, cell=cython.longlong, value=int)
    cdef int note(self, State state, int variant, long long anchor) except -1

cdef bint passes(Random rng, int coin) noexcept
