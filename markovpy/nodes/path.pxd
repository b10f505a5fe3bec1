cimport cython
from markovpy.engine.limited cimport Limited
from markovpy.engine.memory cimport doubles, ints
from markovpy.engine.random cimport Random
from markovpy.engine.state cimport State

cdef int UNREACHED
cdef double NOISE

cdef class Path(Limited):
    cdef list arrays
    cdef int depth, height, width, step_count
    cdef unsigned long long start, finish, ground
    cdef unsigned char color
    cdef bint straight, longest, diagonal
    cdef int* step_x
    cdef int* step_y
    cdef int* step_z
    cdef int* step_offset
    cdef double* cosines
    cdef int* distance
    cdef int* queue
    cdef int* candidates

    cdef int* ints(self, numbers) except NULL
    cdef lay_out_steps(self, list allowed)

    @cython.locals(rng=Random, cell=int, taken=int)
    cpdef bint step(self, State state) except -1

    @cython.locals(cells=cython.p_uchar, distance=cython.p_int, queue=cython.p_int,
                   offset=cython.p_int, start=cython.ulonglong, finish=cython.ulonglong,
                   ground=cython.ulonglong, head=int, tail=int, starts=int, reached=int,
                   cell=int, other=int, value=int, count=int, inner=bint, x=int, y=int, z=int,
                   i=int)
    cdef bint measure(self, State state) noexcept
    cdef bint is_inner(self, int x, int y, int z) noexcept
    cdef bint leads_out(self, int x, int y, int z, int step) noexcept

    @cython.locals(chosen=int, cell=int, distance=int, best=double, length=double)
    cdef int choose_start(self, State state, Random rng) noexcept

    @cython.locals(x=int, y=int, z=int, wanted=int, count=int, i=int)
    cdef int choose_step(self, int cell, int before, Random rng) noexcept

    @cython.locals(chosen=int, i=int, other=int, best=double, agreement=double)
    cdef int straightest(self, int count, int before, Random rng) noexcept
