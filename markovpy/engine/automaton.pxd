cimport cython
from markovpy.engine.limited cimport Limited
from markovpy.engine.memory cimport ints, masks, octets
from markovpy.engine.state cimport State

cdef unsigned long long ONES, HIGH, SEVENS
cdef int LANES, TERM_SIZE

cdef class Convolution(Limited):
    cdef list arrays
    cdef int depth, height, width, stride, layer, origin, channels, row_count, term_count
    cdef Py_ssize_t plane
    cdef bint solid, periodic, moore, tossing
    cdef unsigned long long rest
    cdef unsigned char* inside
    cdef unsigned char* sums
    cdef unsigned long long* masks
    cdef unsigned long long* values
    cdef unsigned long long* terms
    cdef int* value_start
    cdef int* row_offset
    cdef int* row_cells
    cdef int* change_start
    cdef int* change_new
    cdef int* change_channel
    cdef int* change_sums
    cdef int* change_coin

    cdef unsigned char* small(self, array) except NULL
    cdef int* ints(self, list numbers) except NULL
    cdef unsigned long long* words(self, list numbers) except NULL
    cdef lay_out_rows(self, neighborhood)
    cdef lay_out_planes(self, list counted, neighborhood)
    cdef lay_out_changes(self, changes, list counted)
    cdef lay_out_terms(self, changes, list counted, int size)

    @cython.locals(channel=int, acted=bint)
    cpdef bint step(self, State state) except -1

    @cython.locals(top=Py_ssize_t, row=Py_ssize_t, y=int, z=int)
    cdef void mark(self, State state, int channel) noexcept

    @cython.locals(cells=cython.p_uchar, inside=cython.p_uchar, width=Py_ssize_t,
                   x=Py_ssize_t, value=int, first=Py_ssize_t, last=Py_ssize_t, i=Py_ssize_t, values=cython.p_ulonglong,
                   sevens=cython.ulonglong, ones=cython.ulonglong, word=cython.ulonglong,
                   misses=cython.ulonglong)
    cdef void mark_row(self, State state, int channel, Py_ssize_t cell,
                       Py_ssize_t place) noexcept

    @cython.locals(inside=cython.p_uchar, top=Py_ssize_t, base=Py_ssize_t, row=Py_ssize_t,
                   last=Py_ssize_t, i=Py_ssize_t, x=int, y=int, z=int)
    cdef void wrap(self, int channel) noexcept

    @cython.locals(inside=cython.p_uchar, sums=cython.p_uchar, stride=int, y=int,
                   row=Py_ssize_t, place=Py_ssize_t)
    cdef void add_moore(self, int channel) noexcept

    @cython.locals(inside=cython.p_uchar, sums=cython.p_uchar, y=int, z=int, i=int,
                   top=Py_ssize_t, row=Py_ssize_t, place=Py_ssize_t, offset=Py_ssize_t,
                   word=cython.ulonglong)
    cdef void add_rows(self, int channel) noexcept

    @cython.locals(changed=cython.ulonglong, y=int, z=int, place=Py_ssize_t,
                   cell=Py_ssize_t)
    cdef bint change_certain(self, State state) noexcept

    @cython.locals(cells=cython.p_uchar, sums=cython.p_uchar, width=Py_ssize_t, end=Py_ssize_t,
                   x=Py_ssize_t, i=Py_ssize_t, term=cython.p_ulonglong, several=bint,
                   sevens=cython.ulonglong,
                   waiting=cython.ulonglong, changed=cython.ulonglong,
                   word=cython.ulonglong, result=cython.ulonglong, left=cython.ulonglong,
                   found=cython.ulonglong, between=cython.ulonglong,
                   misses=cython.ulonglong, chosen=cython.ulonglong)
    cdef unsigned long long change_row(self, State state, Py_ssize_t cell,
                                       Py_ssize_t place) noexcept

    @cython.locals(changed=cython.ulonglong, y=int, z=int, place=Py_ssize_t)
    cdef bint change_tossing(self, State state) noexcept

    @cython.locals(cells=cython.p_uchar, changed=int, x=int, value=int, i=int, channel=int,
                   found=int)
    cdef int change_cells(self, State state, Py_ssize_t cell, Py_ssize_t place) noexcept

@cython.locals(word=cython.ulonglong)
cdef unsigned long long load(const unsigned char* plane, Py_ssize_t place) noexcept
cdef void store(unsigned char* plane, Py_ssize_t place, unsigned long long word) noexcept
