cimport cython
from markovpy.engine.memory cimport ints, masks

cdef unsigned long long _MIX, _ALL

cdef enum:
    _NONE = -1
    _DONE = -1
    _FINAL = -2

@cython.final
cdef class Store:
    cdef readonly int words
    cdef readonly Py_ssize_t count, limit
    cdef Py_ssize_t capacity, slot_mask
    cdef readonly int lowest
    cdef int ranks
    cdef object cell_array, slot_array, head_array
    cdef list number_arrays
    cdef unsigned long long* cells
    cdef int* parent
    cdef int* via
    cdef int* depth
    cdef int* rank
    cdef int* behind
    cdef int* ahead
    cdef int* heads
    cdef int* slots

    cdef point(self)
    cdef take_heads(self, array)
    cdef grow(self)

    @cython.locals(number=Py_ssize_t, slot=Py_ssize_t)
    cdef spread_slots(self, Py_ssize_t capacity)

    @cython.locals(slot=Py_ssize_t, number=Py_ssize_t)
    cdef Py_ssize_t find(self, unsigned long long* grid, unsigned long long code) noexcept

    @cython.locals(base=Py_ssize_t, word=int)
    cdef bint same(self, unsigned long long* grid, Py_ssize_t number) noexcept

    @cython.locals(number=Py_ssize_t, base=Py_ssize_t, slot=Py_ssize_t, word=int)
    cdef Py_ssize_t keep(self, unsigned long long* grid, unsigned long long code,
                         Py_ssize_t parent, int via, int depth) except -2

    @cython.locals(base=Py_ssize_t, word=int)
    cdef void load(self, Py_ssize_t number, unsigned long long* grid) noexcept

    @cython.locals(first=int)
    cdef int push(self, int number, int rank) except -1

    @cython.locals(behind=int, ahead=int)
    cdef void withdraw(self, int number) noexcept

    @cython.locals(number=int)
    cdef int pop(self) noexcept
    cpdef trail(self, Py_ssize_t number)

@cython.locals(code=cython.ulonglong, word=Py_ssize_t)
cdef unsigned long long hash_of(unsigned long long* cells, Py_ssize_t base, int words) noexcept
