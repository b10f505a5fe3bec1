from markovpy.engine.rules cimport count_matches
from markovpy.engine.state cimport State
from markovpy.engine.table cimport RuleTable

cdef class Exists:
    cdef readonly RuleTable table
    cdef readonly bint expected

    cpdef bint holds(self, State state) except *
