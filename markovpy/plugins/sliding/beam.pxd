cimport cython
from markovpy.engine.memory cimport ints, masks, octets

cdef int _CANDIDATE, _SUM0, _SUM1, _GAP, _CAME, _NOWHERE, _FARTHEST

@cython.final
cdef class Beam:
    cdef int cells, beam, groups, tail, record, closest
    cdef readonly long long states
    cdef readonly list moves
    cdef dict arrays
    cdef object guide
    cdef int* sides
    cdef int* group
    cdef int* step
    cdef int* board
    cdef int* later
    cdef int* candidate
    cdef int* ranks
    cdef int* slot_layer
    cdef unsigned long long* code_of
    cdef unsigned long long* code
    cdef unsigned long long* later_code
    cdef unsigned long long* candidate_code
    cdef unsigned long long* slot_code
    cdef unsigned long long slot_mask
    cdef unsigned char** table

    cdef int* _ints(self, str name, numbers) except NULL
    cdef unsigned long long* _longs(self, str name, array) except NULL

    @cython.locals(found=cython.pp_uchar)
    cdef unsigned char** _tables(self, str name, tables) except NULL
    cpdef bint run(self, tiles, int gap, long long limit, int below) except -1
    cdef int put(self, tiles, int gap) except -1

    @cython.locals(found=int, rank=int, number=int, base=Py_ssize_t, tail=Py_ssize_t, gap=int,
                   way=int, cell=int, tile=int, sum0=int, sum1=int, code=cython.ulonglong)
    cdef int expand(self, int count, int layer, int budget) noexcept

    @cython.locals(group=int, index=int, later=int)
    cdef inline int change(self, Py_ssize_t base, int view, int way, int tile) noexcept

    @cython.locals(slot=cython.ulonglong)
    cdef inline bint is_new(self, unsigned long long code, int layer) noexcept

    @cython.locals(room=int, cut=int, kept=int, number=int, sum0=int, sum1=int, rank=int)
    cdef int select(self, int found) except -1

    @cython.locals(parent=int, way=int, base=Py_ssize_t, tail=Py_ssize_t, gap=int, cell=int,
                   tile=int, view=int, group=int, place=Py_ssize_t, first=Py_ssize_t, i=int)
    cdef int move(self, int number, int kept) noexcept
