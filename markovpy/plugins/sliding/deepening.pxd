cimport cython
from markovpy.engine.memory cimport ints, masks, octets

cdef int _NOT_FOUND, _FOUND, _GAVE_UP, _NOWHERE, _ROUND
cdef long long _OFTEN

@cython.final
cdef class Deepening:
    cdef int cells, views, gap, sum0, sum1
    cdef readonly int proved
    cdef readonly long long states
    cdef long long limit
    cdef readonly list moves
    cdef dict arrays
    cdef object guide
    cdef int* sides
    cdef int* tile
    cdef int* group0
    cdef int* group1
    cdef int* step0
    cdef int* step1
    cdef int* at0
    cdef int* at1
    cdef int* left0
    cdef int* left1
    cdef unsigned char** table0
    cdef unsigned char** table1

    cdef int* _ints(self, str name, numbers) except NULL

    @cython.locals(found=cython.pp_uchar)
    cdef unsigned char** _tables(self, str name, tables) except NULL
    cpdef begin(self, tiles, int gap)
    cpdef int run(self, long long limit, int below) except -1

    @cython.locals(way=int, cell=int, run=int, tile=int, group0=int, group1=int, at0=int,
                   at1=int, later0=int, later1=int, old0=int, old1=int, new0=int, new1=int,
                   left0=int, left1=int, outcome=int)
    cdef int descend(self, int gap, int came, int turns, int budget, int sum0,
                     int sum1) except -1
