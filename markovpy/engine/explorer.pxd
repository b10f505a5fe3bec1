cimport cython
from markovpy.engine.matching cimport Matching, lowest
from markovpy.engine.memory cimport ints, masks
from markovpy.engine.store cimport _FINAL, Store, hash_of
from markovpy.engine.verdict cimport Verdict

cdef enum:
    _PLAYING = 0
    _WON
    _LOST

cdef class Explorer:
    cdef readonly Store store
    cdef Verdict wins, losses
    cdef readonly str standing
    cdef Matching matching
    cdef int words, bounds, depth_weight, bound_weight, no_way, farthest
    cdef bint fewest
    cdef readonly Py_ssize_t won
    cdef list arrays
    cdef int* weights
    cdef int* offsets
    cdef int* divisors
    cdef unsigned long long* weighted
    cdef unsigned long long* grid
    cdef unsigned long long* child

    cdef int* _ints(self, array) except NULL
    cdef unsigned long long* _masks(self, array) except NULL
    cdef _take_bounds(self, bounds, layout)

    cpdef str advance(self, Py_ssize_t states)

    @cython.locals(store=Store, number=Py_ssize_t)
    cdef str search(self, Py_ssize_t states)
    cdef bint is_settled(self) noexcept
    cpdef solution(self)
    cdef bint expand(self, Py_ssize_t number) except *

    @cython.locals(store=Store, code=cython.ulonglong, number=Py_ssize_t, standing=int)
    cdef bint arrive(self, Py_ssize_t parent, int via, int depth) except *
    cdef int judge(self) except -1

    @cython.locals(store=Store)
    cdef shorten(self, Py_ssize_t number, Py_ssize_t parent, int via, int depth)

    @cython.locals(bound=int)
    cdef enqueue(self, Py_ssize_t number, int depth)
    cdef void note_win(self, Py_ssize_t number) noexcept

    @cython.locals(best=int, i=int, total=int, word=int, bits=cython.ulonglong)
    cdef int bound(self) noexcept
