cimport cython
from markovpy.engine.memory cimport doubles, ints, masks, octets
from markovpy.engine.arena cimport Arena
from markovpy.engine.frontier cimport Frontier
from markovpy.engine.random cimport Random
from markovpy.engine.reach cimport Reach
from markovpy.engine.spread cimport Spread
from markovpy.engine.tiling cimport Tiling

cdef int _DEEPEST_FIRST

@cython.final
cdef class Search:
    cdef readonly int width, height, depth, size, values, count
    cdef readonly bint simultaneous, sound
    cdef readonly Py_ssize_t limit
    cdef double depth_weight
    cdef tuple rules
    cdef dict arrays
    cdef Reach reach
    cdef Spread forward, backward
    cdef Random rng
    cdef readonly object solution
    cdef readonly str reason
    cdef readonly bint exhausted
    cdef readonly Py_ssize_t kept
    cdef Py_ssize_t dropped, looked
    cdef int* widths
    cdef int* heights
    cdef int* test_start
    cdef int* test_offset
    cdef unsigned long long* test_mask
    cdef int* write_start
    cdef int* write_offset
    cdef int* write_value
    cdef unsigned char* board
    cdef unsigned char* old
    cdef unsigned char* new
    cdef int* changed
    cdef int changes
    cdef unsigned long long* atom_code
    cdef int* distance
    cdef int root_back, root_front
    cdef Arena arena
    cdef Frontier frontier
    cdef Tiling tiling

    cdef int* _ints(self, str name, numbers) except NULL
    cdef unsigned char* _bytes(self, str name, array) except NULL
    cdef unsigned long long* _longs(self, str name, array) except NULL
    cdef double* _doubles(self, str name, array) except NULL
    cpdef begin(self, present, future)
    cpdef int attempt(self, int seed) except -1
    cpdef int nothing_more(self, bint by_estimate) except -1
    cpdef forget(self)

    @cython.locals(number=Py_ssize_t)
    cdef Py_ssize_t keep(self, unsigned long long code, Py_ssize_t parent, int depth, int back,
                         int front) except -1

    @cython.locals(arena=Arena, rank=double)
    cdef int enqueue(self, Py_ssize_t state) except -1

    @cython.locals(rule=int, x=int, y=int, anchor=int, done=bint)
    cdef bint expand(self, Py_ssize_t state) except -1

    @cython.locals(i=int)
    cdef inline bint matches(self, int rule, int anchor) noexcept

    @cython.locals(i=int, cell=int, value=int)
    cdef void write(self, int rule, int anchor) noexcept

    @cython.locals(i=int)
    cdef bint rewritten(self, int cell, int value) noexcept
    cdef inline void take_back(self, int changes) noexcept

    @cython.locals(arena=Arena, code=cython.ulonglong, i=int, depth=int, number=Py_ssize_t, back=int,
                   later=int, front=int)
    cdef bint consider(self, Py_ssize_t parent) except -1

    @cython.locals(y=int, x=int, rule=int)
    cdef void lay_tiles(self) noexcept

    @cython.locals(tiling=Tiling, cell=int, first=Py_ssize_t, last=Py_ssize_t, k=Py_ssize_t,
                   tile=int, before=int, done=bint)
    cdef bint cover(self, Py_ssize_t parent) except -1
