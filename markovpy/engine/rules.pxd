cimport cython
from markovpy.engine.memory cimport longs, octets
from markovpy.engine.census cimport values_of
from markovpy.engine.limited cimport Limited
from markovpy.engine.state cimport State
from markovpy.engine.table cimport RuleTable

cdef int FEW, MANY
cdef unsigned long long EVERY

cdef class RuleNode(Limited):
    cdef readonly RuleTable table
    cdef public Py_ssize_t cursor
    cdef public int fired
    cdef bint marked
    cdef readonly object match_array
    cdef object marks_array
    cdef long long* matches
    cdef unsigned char* marks
    cdef public Py_ssize_t match_count
    cdef Py_ssize_t match_capacity

    cdef take_matches(self, array)
    cdef grow_matches(self)
    cdef make_marks(self, State state)

    cpdef reset(self)

    @cython.locals(i=Py_ssize_t, match=cython.longlong)
    cpdef forget(self)
    cdef int scan(self, State state) except -1

    @cython.locals(variant=int)
    cdef int scan_grid(self, State state) except -1

    @cython.locals(key=int)
    cdef int scan_variant(self, State state, int variant) except -1

    @cython.final
    @cython.locals(table=RuleTable, anchor=cython.longlong)
    cdef int scan_clicked(self, State state, int variant) except -1

    @cython.final
    @cython.locals(table=RuleTable, counts=cython.p_int, fewest=int, key=int, i=int)
    cdef int rare_key(self, State state, int variant) noexcept

    @cython.final
    @cython.locals(table=RuleTable, cells=cython.p_uchar, places=cython.p_int, value=int,
                   offset=int, first=int, last=int, start=Py_ssize_t, i=Py_ssize_t, x=int, y=int,
                   anchor=cython.longlong)
    cdef int scan_places(self, State state, int variant, int key) except -1

    @cython.final
    @cython.locals(place=Py_ssize_t, match=cython.longlong, rank=cython.longlong)
    cdef void settle(self, State state, int variant, Py_ssize_t start) noexcept

    @cython.final
    @cython.locals(width=int, height=int, depth=int, anchor=int, x=int, y=int, z=int,
                   rank=cython.longlong)
    cdef long long rank(self, State state, int variant, long long match) noexcept

    @cython.final
    @cython.locals(table=RuleTable, width=int, height=int, depth=int, x=int, y=int, z=int)
    cdef int scan_lattice(self, State state, int variant) except -1

    @cython.final
    @cython.locals(table=RuleTable, cells=cython.p_uchar, cell=int, slot=int, hit=int,
                   anchor=cython.longlong)
    cdef int scan_point(self, State state, int variant, int x, int y, int z) except -1

    @cython.final
    @cython.locals(table=RuleTable, cells=cython.p_uchar, width=int, height=int,
                   i=Py_ssize_t, cell=int, slot=int, first=int, last=int, x=int, y=int, z=int,
                   hit=int, variant=int, anchor=cython.longlong, match=cython.longlong)
    cdef int scan_log(self, State state) except -1

    @cython.final
    @cython.locals(table=RuleTable, slot=int, hit=int, variant=int, left=int, top=int,
                   bottom=int, anchor=cython.longlong)
    cdef int scan_border(self, State state, int cell, int x, int y, int z) except -1

    @cython.final
    cdef int add(self, long long match) except -1

    @cython.final
    cdef int add_new(self, long long match) except -1

    @cython.locals(table=RuleTable, matches=cython.p_longlong, place=Py_ssize_t,
                   match=cython.longlong, variant=int, before=cython.ulonglong)
    cdef long long draw(self, State state) except -2

    @cython.final
    @cython.locals(table=RuleTable, i=Py_ssize_t, match=cython.longlong, variant=int)
    cdef bint has_match(self, State state) except -1

    @cython.locals(table=RuleTable, cells=cython.p_uchar, variant=int, anchor=cython.longlong,
                   i=int, cell=cython.longlong, value=int)
    cdef int rewrite(self, State state, long long match) except -1

@cython.locals(test=int, end=int)
cdef bint holds(RuleTable table, unsigned char* cells, int variant,
                long long anchor) noexcept

@cython.locals(x=int, y=int, z=int)
cdef int clicked_window(RuleTable table, int variant, int clicked, int width, int height,
                        int depth) noexcept

@cython.locals(variant=int, x=int, y=int, z=int, row=int, found=Py_ssize_t,
               present=cython.ulonglong)
cpdef Py_ssize_t count_matches(RuleTable table, State state, Py_ssize_t limit) except -1
