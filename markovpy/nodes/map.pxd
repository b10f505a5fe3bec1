cimport cython
from markovpy.engine.memory cimport ints, masks, octets
from markovpy.engine.state cimport State
from markovpy.nodes.sequence cimport Sequence

@cython.final
cdef class MapTable:
    cdef list arrays
    cdef readonly int count
    cdef int* test_start
    cdef int* test_x
    cdef int* test_y
    cdef int* test_z
    cdef unsigned long long* test_mask
    cdef int* write_start
    cdef int* write_x
    cdef int* write_y
    cdef int* write_z
    cdef int* write_value

    cdef int* _ints(self, list numbers) except NULL
    cdef unsigned long long* _masks(self, list numbers) except NULL

cdef class Map(Sequence):
    cdef int stage
    cdef tuple shape
    cdef MapTable rules
    cdef int scale_x, scale_y, scale_z, part_x, part_y, part_z
    cdef bint mapped

    cpdef bint step(self, State state) except -1

    @cython.locals(cells=cython.p_uchar, depth=int, height=int, width=int, rule=int, x=int, y=int,
                   z=int)
    cdef fill(self, State state, old)

    @cython.locals(rules=MapTable, i=int, at_x=int, at_y=int, at_z=int)
    cdef void write(self, State state, int rule, int x, int y, int z) noexcept

@cython.locals(i=int, at_x=int, at_y=int, at_z=int)
cdef bint holds(MapTable rules, unsigned char* cells, int width, int height, int depth, int rule,
                int x, int y, int z) noexcept
