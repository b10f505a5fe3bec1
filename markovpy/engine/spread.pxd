cimport cython
from markovpy.engine.memory cimport ints, unsigned_shorts

@cython.final
cdef class Spread:
    cdef readonly int width, height, depth, size, values, variants
    cdef int reach_x, reach_y, reach_z
    cdef list arrays
    cdef readonly object needed
    cdef int* slots
    cdef int* hit_variant
    cdef int* hit_offset
    cdef int* hit_x
    cdef int* hit_y
    cdef int* hit_z
    cdef int* give_start
    cdef int* give_offset
    cdef int* give_value
    cdef int* widths
    cdef int* heights
    cdef int* depths
    cdef int* potentials
    cdef int* queue
    cdef unsigned short* missing
    cdef int tail

    cdef int* _ints(self, list numbers) except NULL
    cpdef from_grid(self, cells, potentials)
    cpdef from_future(self, future, potentials)
    cpdef run(self, potentials)

    @cython.locals(variant=int, x=int, y=int, z=int, row=int)
    cdef int give_freely(self) except -1

    @cython.locals(i=int, place=int)
    cdef inline void give(self, int variant, int anchor, int time) noexcept

    @cython.locals(head=int, place=int, time=int, value=int, cell=int, x=int, y=int, z=int,
                   inside=bint, hit=int, variant=int, left=int, top=int, bottom=int,
                   anchor=int, window=Py_ssize_t)
    cdef void count(self) noexcept
