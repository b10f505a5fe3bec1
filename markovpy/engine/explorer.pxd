cimport cython
from markovpy.engine.matching cimport Matching, lowest
from markovpy.engine.memory cimport ints, masks
from markovpy.engine.store cimport _FINAL, Store, hash_of
from markovpy.engine.verdict cimport Verdict

@cython.final
cdef class Explorer:
    cdef readonly Store store
    cdef Verdict wins, losses
    cdef readonly str state
    cdef Matching matching
    cdef readonly int greed
    cdef int words, events, bounds
    cdef readonly Py_ssize_t won
    cdef list arrays
    cdef int* event
    cdef int* order
    cdef int* lost
    cdef int* bar_start
    cdef int* bar_word
    cdef unsigned long long* bar_mask
    cdef int* put_start
    cdef int* put_word
    cdef unsigned long long* put_mask
    cdef unsigned long long* keep_mask
    cdef int* key_start
    cdef int* key_step
    cdef unsigned long long* key_bits
    cdef int* weights
    cdef int* offsets
    cdef int* divisors
    cdef unsigned long long* weighted
    cdef unsigned long long* grid
    cdef unsigned long long* child
    cdef int* best
    cdef int* touched

    cdef int* _ints(self, array) except NULL
    cdef unsigned long long* _masks(self, array) except NULL
    cdef _take_steps(self, table)
    cdef _take_bounds(self, bounds, layout)

    cpdef str advance(self, Py_ssize_t states)

    @cython.locals(store=Store, number=Py_ssize_t)
    cdef str search(self, Py_ssize_t states)
    cdef bint is_settled(self) noexcept
    cpdef solution(self)

    @cython.locals(count=int, depth=int, i=int, event=int, step=int)
    cdef bint expand(self, Py_ssize_t number) except *

    @cython.locals(count=int, word=int, bits=cython.ulonglong, bit=int)
    cdef int find_steps(self) noexcept

    @cython.locals(i=int, step=int, event=int, other=int)
    cdef int try_steps(self, int key, int count) noexcept

    @cython.locals(i=int)
    cdef bint fits(self, int step) noexcept

    @cython.locals(i=int, word=int)
    cdef void make(self, int step) noexcept

    @cython.locals(store=Store, code=cython.ulonglong, number=Py_ssize_t, won=bint)
    cdef bint arrive(self, Py_ssize_t parent, int step, int depth) except *

    @cython.locals(store=Store)
    cdef shorten(self, Py_ssize_t number, Py_ssize_t parent, int step, int depth)

    @cython.locals(bound=int)
    cdef enqueue(self, Py_ssize_t number, int depth)
    cdef void note_win(self, Py_ssize_t number) noexcept

    @cython.locals(best=int, i=int, total=int, word=int, bits=cython.ulonglong)
    cdef int bound(self) noexcept
