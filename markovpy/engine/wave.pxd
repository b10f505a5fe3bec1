cimport cython
from markovpy.engine.memory cimport doubles, ints, longs, octets, shorts
from markovpy.engine.random cimport Random

cdef extern from "math.h":
    double log(double) nogil

@cython.final
cdef class Wave:
    cdef readonly int width, height, depth, cells, patterns, directions, observed
    cdef int last_x, last_y
    cdef bint shannon, banning, spreads, failed
    cdef list arrays, used
    cdef tuple kept
    cdef readonly object support_array, alive_array, left_array
    cdef object sums_array, stack_array, seen_array, supporters
    cdef short* support
    cdef unsigned char* alive
    cdef int* left
    cdef double* sums
    cdef long long* stack
    cdef int* seen
    cdef Py_ssize_t size
    cdef int* neighbour
    cdef int* partner_start
    cdef int* partner
    cdef double* weights
    cdef double* products
    cdef double full_sum, full_logs, full_entropy

    cdef int* ints(self, numbers) except NULL
    cdef double* doubles(self, list numbers) except NULL
    cpdef begin(self)
    cpdef keep(self)
    cpdef restore(self)
    cpdef rewind(self)
    @cython.locals(allowed=cython.p_uchar, cells=cython.p_uchar, cell=int, first=Py_ssize_t, t=int)
    cpdef bint allow(self, values, dict choices) except -1

    @cython.locals(first=Py_ssize_t, cell=int, d=int, against=int, t=int)
    cdef void ban_orphans(self) noexcept

    @cython.locals(cell=int, pattern=int, i=int)
    cpdef int attempt(self, Random rng, int most) except -1
    cpdef repeat(self, int turn)

    @cython.locals(least=double, entropy=double, noise=double, found=int, z=int, y=int, row=int,
                   cell=int)
    cdef int next_cell(self, Random rng) noexcept

    @cython.locals(first=Py_ssize_t, total=double, threshold=double, partial=double, t=int)
    cdef int draw(self, int cell, Random rng) noexcept

    @cython.locals(first=Py_ssize_t, t=int)
    cdef void decide(self, int cell, int pattern) noexcept

    @cython.locals(size=Py_ssize_t, entropy=double, total=double, logs=double, term=double)
    cdef void ban(self, Py_ssize_t cell, int t) noexcept

    @cython.locals(patterns=Py_ssize_t, directions=Py_ssize_t, cell=Py_ssize_t, t=int, d=int,
                   other=Py_ssize_t, first=Py_ssize_t, i=int, partner=int)
    cpdef bint propagate(self) noexcept

cdef double ratio(double above, double below) noexcept
