cimport cython
from markovpy.engine.memory cimport ints, octets

@cython.final
cdef class Tiling:
    cdef int width, height, count
    cdef dict arrays
    cdef int* widths
    cdef int* heights
    cdef int* rule
    cdef int* left
    cdef int* top
    cdef int* amounts
    cdef unsigned char* hidden
    cdef int* stack
    cdef Py_ssize_t stacked, capacity

    cdef int* _ints(self, str name, array) except NULL
    cpdef take_stack(self, array)

    @cython.locals(cell=int)
    cdef void clear(self) noexcept
    cdef void add(self, int rule, int left, int top) noexcept

    @cython.locals(rule=int, x=int, y=int)
    cdef void tell(self, int tile, int change) noexcept

    @cython.locals(most=int, place=int, cell=int)
    cdef int fullest(self) noexcept
    cdef int push(self, int tile) except -1

    @cython.locals(x=int, y=int, tile=int)
    cdef int gather(self, int cell) except -1

    @cython.locals(rule=int, left=int, top=int, tile=int)
    cdef int hide(self, int chosen) except -1

    @cython.locals(tile=int)
    cdef void show(self, Py_ssize_t stacked) noexcept

    @cython.locals(rule=int)
    cdef inline bint holds(self, int tile, int x, int y, int width, int height) noexcept
