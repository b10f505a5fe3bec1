cimport cython
from markovpy.engine.memory cimport ints, octets
from markovpy.engine.random cimport Random
from markovpy.plugins.sudoku.nine cimport lowest

@cython.final
cdef class General:
    cdef dict arrays
    cdef int side, size, peer_count
    cdef int trailed, queued, singles
    cdef bint random, learned
    cdef Random rng
    cdef readonly Py_ssize_t nodes
    cdef int* unit_cells
    cdef int* cell_units
    cdef int* peers
    cdef int* candidates
    cdef int* lone
    cdef int* trail
    cdef int* queue
    cdef int* weights
    cdef int* tried
    cdef int* marks
    cdef unsigned char* sizes
    cdef unsigned char* places
    cdef unsigned char* cells
    cdef unsigned char* found

    cdef int* _ints(self, str name, numbers) except NULL
    cdef unsigned char* _octets(self, str name, int size) except NULL

    @cython.locals(cell=int, k=int, cutoff=Py_ssize_t, count=Py_ssize_t)
    cpdef Py_ssize_t count(self, const unsigned char[::1] puzzle, Py_ssize_t limit, int without=*,
                           Py_ssize_t budget=*, Random rng=*) except -2
    cpdef bytes solution(self)

    @cython.locals(number=Py_ssize_t, cell=int)
    cpdef count_all(self, const unsigned char[:, ::1] puzzles, Py_ssize_t limit,
                    long long[::1] counts, unsigned char[:, ::1] found)

    @cython.locals(everything=int, everywhere=int, start=int, k=int, cell=int, digit=int)
    cdef bint load(self, int without) noexcept

    @cython.locals(count=Py_ssize_t, level=int, start=Py_ssize_t, good=bint, cell=int, choice=int)
    cdef Py_ssize_t search(self, Py_ssize_t limit, Py_ssize_t cutoff, Py_ssize_t budget) except -2

    @cython.locals(others=int)
    cdef bint assign(self, int cell, int digit) noexcept

    @cython.locals(bit=int, good=bint, k=int, place=int)
    cdef bint eliminate(self, int cell, int digit) noexcept

    @cython.locals(good=bint, entry=int, bit=int, digit=int, k=int, peer=int,
                   cell=int)
    cdef bint propagate(self) noexcept

    @cython.locals(cell=int, digit=int, k=int, place=int)
    cdef void undo(self, int mark) noexcept

    @cython.locals(total=int, offset=int, best=int, weight=int, chosen=int, i=int, k=int, amount=int,
                   skipped=int, mask=int, first=int, digit=int, cell=int)
    cdef int choose(self) except -1
