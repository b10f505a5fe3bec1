cimport cython

@cython.final
cdef class Random:
    cdef int table[56]
    cdef int head
    cdef public unsigned long long choices

    @cython.locals(value=cython.longlong, i=int, place=int)
    cdef void seed(self, long long later) noexcept

    @cython.locals(i=int, value=int)
    cdef void refill(self) noexcept

    @cython.locals(i=int)
    cpdef tuple snapshot(self)

    @cython.locals(i=int)
    cpdef restore(self, tuple snapshot)

    @cython.locals(i=int)
    cpdef adopt(self, Random other)

    cpdef int sample(self) noexcept

    @cython.locals(scaled=double)
    cpdef int below(self, int bound) noexcept

    cpdef double fraction(self) noexcept
