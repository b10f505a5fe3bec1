cimport cython
from markovpy.engine.memory cimport ints
from markovpy.engine.node cimport Node
from markovpy.engine.rules cimport clicked_window, holds
from markovpy.engine.state cimport State
from markovpy.engine.table cimport RuleTable

@cython.final
cdef class MoveList:
    cdef readonly RuleTable table
    cdef readonly int count, last, width, height, depth
    cdef readonly tuple alternatives
    cdef readonly object start_array
    cdef object owner_array
    cdef int* starts
    cdef int* owners

    @cython.locals(rule=int, variant=int, best=int, limit=cython.longlong,
                   anchor=cython.longlong)
    cdef long long find(self, unsigned char* cells, int clicked) noexcept

    @cython.locals(table=RuleTable, anchor=cython.longlong, end=cython.longlong, last_x=int,
                   y=int, z=int)
    cdef long long lowest(self, unsigned char* cells, int variant, long long limit,
                          int clicked) noexcept

    @cython.locals(table=RuleTable, match=cython.longlong, variant=int,
                   anchor=cython.longlong, i=int)
    cdef int apply(self, unsigned char* cells, int clicked) noexcept

cdef class Priority(Node):
    cdef readonly MoveList moves
    cdef public int fired
    cdef readonly bint spent

    @cython.locals(table=RuleTable, match=cython.longlong, variant=int,
                   anchor=cython.longlong, i=int)
    cpdef bint step(self, State state) except -1
    cpdef reset(self)
