cimport cython
from markovpy.engine.memory cimport ints, octets, unsigned_shorts
from libc.string cimport memcpy

cdef int FARTHEST

@cython.final
cdef class Reach:
    cdef tuple rules
    cdef readonly int width, height, depth, size, atoms, values, windows
    cdef public bint doubtful
    cdef dict arrays
    cdef unsigned char* wanted
    cdef int* user_start
    cdef int* user
    cdef int* give_start
    cdef int* gift
    cdef unsigned short* needed
    cdef unsigned short* base_missing
    cdef unsigned short* missing
    cdef unsigned char* base_present
    cdef unsigned char* present
    cdef unsigned char* base_settled
    cdef unsigned char* settled
    cdef int* ready
    cdef int* queue
    cdef int base_ready, base_open, tail

    cdef int* _ints(self, str name, Py_ssize_t length) except NULL
    cdef unsigned short* _counts(self, str name, Py_ssize_t length) except NULL
    cdef unsigned char* _bytes(self, str name, Py_ssize_t length) except NULL

    @cython.locals(window=int, atom=int, cell=int, i=int)
    cdef void load(self, unsigned char* board) noexcept

    @cython.locals(missing=cython.p_ushort, present=cython.p_uchar, settled=cython.p_uchar,
                   ready=cython.p_int, waiting=int, i=int, k=int, atom=int, window=int,
                   remaining=int)
    cdef int estimate(
        self, unsigned char* old, unsigned char* new, int* cells, int changes) noexcept

    @cython.locals(missing=cython.p_ushort, queue=cython.p_int, total=int, time=int, head=int,
                   i=int, settled=int, end=int, atom=int, k=int, window=int)
    cdef int count(self, int waiting, int remaining) noexcept

    @cython.locals(found=int, i=int, atom=int, cell=int)
    cdef inline int give(self, int window) noexcept
