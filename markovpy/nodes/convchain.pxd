cimport cython
from markovpy.engine.limited cimport Limited
from markovpy.engine.memory cimport doubles, ints, octets
from markovpy.engine.state cimport State

cdef class ConvChain(Limited):
    cdef int width, height, n, windows
    cdef unsigned char ground, black, white
    cdef double exponent
    cdef object area_array, weight_array, place_array, row_array
    cdef unsigned char* area
    cdef double* weights
    cdef int* places
    cdef int* rows

    cpdef bint step(self, State state) except -1

    @cython.locals(cell=int, found=bint)
    cdef bint make_noise(self, State state) noexcept

    @cython.locals(cell=int, gain=double, black=bint)
    cdef void improve(self, State state) noexcept

    @cython.locals(n=int, x=int, y=int, gain=double, row_mask=int, top=int, left=int, i=int,
                   pattern=int, own=int)
    cdef double gain(self, State state, int cell) noexcept

    @cython.locals(n=int, length=int, first=int, row=int, i=int, j=int, bits=int, column=int)
    cdef void gather(self, State state, int x, int y) noexcept
