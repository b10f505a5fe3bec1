cimport cython

cdef int _SEED_CONSTANT

@cython.final
cdef class Random:
    cdef int table[56]
    cdef int head
    cdef int tail

    @cython.locals(i=int, place=int, value=cython.longlong, later=cython.longlong)
    cdef void sow(self, int seed) noexcept
    @cython.locals(value=int)
    cpdef int sample(self) noexcept
    @cython.locals(scaled=double)
    cpdef int below(self, int bound) noexcept
    cpdef double fraction(self) noexcept
