cimport cython
from markovpy.engine.memory cimport ints, octets
from markovpy.engine.census cimport Census
from markovpy.engine.random cimport Random
from markovpy.engine.node cimport Node

@cython.final
cdef class State:
    cdef readonly int width, height, depth, size
    cdef readonly object grid
    cdef public object start
    cdef public Random rng
    cdef public long long turn
    cdef public Py_ssize_t turn_start
    cdef public int actor
    cdef public bint unlogged
    cdef public Node restart
    cdef public Node current
    cdef public list rule_nodes
    cdef readonly dict notes
    cdef readonly int stage
    cdef public bint watched
    cdef public int entered
    cdef public bint proving
    cdef public object verdict
    cdef public object marks
    cdef public int clicked
    cdef unsigned char* cells
    cdef unsigned char* taken
    cdef object taken_array
    cdef Census census
    cdef int* log
    cdef public object log_array
    cdef public Py_ssize_t log_size, log_capacity, log_limit

    cpdef change_grid(self, tuple shape, int stage)
    cpdef take_log(self, array)
    cpdef grow_log(self)
    cpdef int write(self, int cell, unsigned char value) except -1
    cpdef note(self, str code, Node node, str text)
    cpdef end(self, str outcome, Node node, str message, str hint=*)
    cdef int mention(self, int cell) except -1
    cdef int begin_turn(self) except -1
    cpdef thin_log(self)

    @cython.locals(seen=cython.p_uchar, i=Py_ssize_t, cell=int)
    cpdef Py_ssize_t keep_first_mentions(
        self, Py_ssize_t start, Py_ssize_t end, Py_ssize_t target) except -1
    @cython.locals(census=Census)
    cdef Census take_census(self, int values)
    cpdef clear_log(self)

