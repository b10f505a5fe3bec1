cimport cython
from markovpy.engine.field cimport Field
from markovpy.engine.memory cimport doubles, ints, masks, octets
from libc.math cimport exp, pow
from markovpy.engine.ranking cimport Ranking
from markovpy.engine.rules cimport RuleNode, holds
from markovpy.engine.search cimport Search
from markovpy.engine.spread cimport Spread
from markovpy.engine.state cimport State
from markovpy.engine.table cimport RuleTable

cdef int UNDEFINED, _REMEMBERED, STOP, PLAYED, PLAIN, STEER

@cython.final
cdef class Guide:
    cdef readonly object guidance
    cdef readonly tuple variants
    cdef readonly bint observed, searching, stops, steers, failed
    cdef public bint aimed
    cdef int values
    cdef Py_ssize_t size
    cdef double temperature
    cdef list arrays, fields
    cdef int* change_start
    cdef int* change_offset
    cdef int* change_value
    cdef int* signs
    cdef int* starts
    cdef unsigned long long* goals
    cdef unsigned long long* future
    cdef object future_array
    cdef readonly object potential_array
    cdef int* potentials
    cdef double* exponents
    cdef Ranking ranking
    cdef Spread backward
    cdef Search search
    cdef readonly object moves
    cdef readonly Py_ssize_t length
    cdef readonly str outcome

    cdef int* _ints(self, numbers) except NULL
    cdef double* _doubles(self, numbers) except NULL
    cdef int reset(self, RuleNode node) except -1
    cdef int lead(self, State state, RuleNode node) except -1
    cdef bint admits(self, State state, RuleNode node) except -1

    @cython.locals(computed=bint, found=bint, number=Py_ssize_t, field=Field)
    cdef bint refresh(self, State state, RuleNode node) except -1

    @cython.locals(number=Py_ssize_t, field=Field)
    cdef bint aim(self, State state, RuleNode node) except -1

    @cython.locals(seen=cython.p_uchar, cell=Py_ssize_t, value=int)
    cdef int mark(self, State state) except -2
    cdef bint seek(self, State state, RuleNode node, before) except -1
    cpdef take_moves(self, moves)
    cdef bint follow(self, State state, RuleNode node) except -1

    @cython.locals(cell=Py_ssize_t)
    cdef bint reached(self, State state) noexcept

    @cython.locals(total=int, i=int, cell=Py_ssize_t, value=int, new=int, before=int, old=int)
    cdef inline int heuristic(self, State state, int variant, Py_ssize_t anchor) noexcept

    @cython.locals(place=int)
    cdef double exponent(self, int difference) noexcept

    @cython.locals(table=RuleTable, best=double, chosen=Py_ssize_t, first=int, k=Py_ssize_t,
                   match=cython.longlong, variant=int, anchor=Py_ssize_t, value=int,
                   key=double, power=double)
    cdef Py_ssize_t choose(self, State state, RuleNode node) except -2

    @cython.locals(table=RuleTable, ranking=Ranking, keys=cython.p_double,
                   matches=cython.p_longlong, first=int, count=Py_ssize_t, k=Py_ssize_t,
                   match=cython.longlong, value=int, key=double)
    cdef int rank(self, State state, RuleNode node) except -1
