cimport cython
from markovpy.engine.rules cimport RuleNode
from markovpy.engine.state cimport State
from markovpy.engine.table cimport RuleTable

cdef class Prl(RuleNode):
    cdef object next_array
    cdef unsigned char* next

    @cython.locals(i=Py_ssize_t, cell=int, acted=bint)
    cpdef bint step(self, State state) except -1
    cdef make_next(self, State state)

    @cython.locals(table=RuleTable, variant=int, anchor=cython.longlong, i=int,
                   cell=cython.longlong, value=int)
    cdef bint toss(self, State state, long long match) except -1
