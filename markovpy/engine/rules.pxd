cimport cython
from markovpy.engine.node cimport Node
from markovpy.engine.state cimport State
from markovpy.engine.table cimport RuleTable

cdef class RuleNode(Node):
    cdef readonly RuleTable table
    cdef int low, high
    cdef public int steps, counter
    cdef public Py_ssize_t cursor
    cdef public int fired
    cdef bint marked, drawn
    cdef object match_array, marks_array
    cdef long long* matches
    cdef unsigned char* marks
    cdef public Py_ssize_t match_count
    cdef Py_ssize_t match_capacity

    cdef take_matches(self, array)
    cdef grow_matches(self)
    cdef make_marks(self, State state)

    @cython.locals(i=Py_ssize_t, match=cython.longlong)
    cpdef reset(self)
    cdef bint due(self, State state) except -1
    cdef int scan(self, State state) except -1

    @cython.locals(table=RuleTable, cells=cython.p_uchar, variant=int, width=int, height=int,
                   depth=int, x=int, y=int, z=int, row=int, slot=int, hit=int, left=int,
                   top=int, bottom=int, anchor=cython.longlong)
    cdef int scan_grid(self, State state) except -1

    @cython.locals(table=RuleTable, cells=cython.p_uchar, i=Py_ssize_t, cell=int, slot=int,
                   first=int, last=int, x=int, y=int, z=int, hit=int, variant=int,
                   anchor=cython.longlong)
    cdef int scan_log(self, State state) except -1

    @cython.locals(table=RuleTable, slot=int, hit=int, variant=int, left=int, top=int,
                   bottom=int, anchor=cython.longlong)
    cdef int scan_border(self, State state, int cell, int x, int y, int z) except -1
    cdef int add(self, long long match) except -1
    cdef int add_new(self, long long match) except -1
    cdef void unmark(self, long long match) noexcept

    @cython.locals(variant=int)
    cdef bint still_holds(self, State state, long long match) noexcept

    @cython.locals(table=RuleTable, variant=int, anchor=cython.longlong, i=int,
                   cell=cython.longlong, value=int)
    cdef int rewrite(self, State state, long long match) except -1

@cython.locals(test=int, end=int)
cdef bint holds(RuleTable table, unsigned char* cells, int variant,
                       long long anchor) noexcept

@cython.locals(variant=int, x=int, y=int, z=int, row=int, found=Py_ssize_t)
cpdef Py_ssize_t count_matches(RuleTable table, State state, Py_ssize_t limit) except -1
