cimport cython
from libc.string cimport memcpy
from markovpy.engine.memory cimport ints, masks, octets

@cython.final
cdef class Arena:
    cdef readonly int size
    cdef readonly Py_ssize_t count
    cdef Py_ssize_t capacity, slot_mask
    cdef object cell_array, code_array, slot_array
    cdef list number_arrays
    cdef unsigned char* cells
    cdef unsigned long long* code
    cdef int* parent
    cdef int* depths
    cdef int* back
    cdef int* front
    cdef int* slots

    cpdef clear(self)
    cdef point(self)
    cdef grow(self)

    @cython.locals(number=Py_ssize_t, slot=Py_ssize_t)
    cdef spread_slots(self, Py_ssize_t capacity)

    @cython.locals(number=Py_ssize_t, base=Py_ssize_t, slot=Py_ssize_t)
    cdef Py_ssize_t keep(self, unsigned char* board, unsigned long long code, Py_ssize_t parent,
                         int depth) except -1

    @cython.locals(base=Py_ssize_t)
    cdef void load(self, Py_ssize_t number, unsigned char* board) noexcept

    @cython.locals(slot=Py_ssize_t, number=Py_ssize_t)
    cdef Py_ssize_t find(self, unsigned char* board, unsigned long long code) noexcept

    @cython.locals(base=Py_ssize_t, cell=int)
    cdef bint same(self, unsigned char* board, Py_ssize_t number) noexcept
    cpdef trail(self, Py_ssize_t number)
