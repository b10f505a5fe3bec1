cimport cython
from markovpy.engine.memory cimport ints

@cython.final
cdef class Census:
    cdef int size
    cdef int counts[64]
    cdef int starts[64]
    cdef bint gathered[64]
    cdef int tally[256]
    cdef unsigned long long present
    cdef long long turn
    cdef Py_ssize_t log_size
    cdef object place_array
    cdef int* places

    cdef take_places(self, array)

    @cython.locals(i=Py_ssize_t, value=int, start=int, count=int)
    cdef void count(self, const unsigned char* cells, int values) noexcept

    cdef int* gather(self, const unsigned char* cells, int value) except NULL

    @cython.locals(places=cython.p_int, place=Py_ssize_t, end=Py_ssize_t, cell=int)
    cdef void write_down(self, const unsigned char* cells, int value) noexcept

@cython.locals(one=cython.ulonglong)
cdef unsigned long long bit(int value) noexcept

@cython.locals(found=cython.ulonglong, cell=Py_ssize_t)
cdef unsigned long long values_of(const unsigned char* cells, Py_ssize_t size) noexcept
