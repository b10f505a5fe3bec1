cimport cython
from libc.string cimport memcpy
from markovpy.engine.explorer cimport _LOST, _PLAYING, _WON, Explorer
from markovpy.engine.matching cimport lowest
from markovpy.engine.memory cimport octets
from markovpy.engine.moves cimport Priority
from markovpy.engine.node cimport Block, Node
from markovpy.engine.random cimport Random
from markovpy.engine.state cimport State
from markovpy.engine.table cimport RuleTable

@cython.final
cdef class Reply:
    cdef readonly Block block
    cdef tuple lists
    cdef int count
    cdef bint anchored
    cdef readonly object player
    cdef unsigned long long first_values

    @cython.locals(i=int, moves=Priority)
    cdef bint may_act(self, unsigned char* cells, int clicked) except -1

cdef class PlayExplorer(Explorer):
    cdef object game, fault
    cdef list players, kept, replies
    cdef dict numbers
    cdef tuple events
    cdef readonly long long moves
    cdef int event_count, size, grid_words, cap
    cdef bint judged
    cdef State board
    cdef Block answer
    cdef Random generator
    cdef int* bit_of
    cdef int* cell_of
    cdef int* value_of
    cdef int* clicked
    cdef object before_array
    cdef unsigned char* before

    cdef _take_layout(self, layout)
    cdef _take_events(self, played)

    @cython.locals(depth=int, event=int)
    cdef bint expand(self, Py_ssize_t number) except *

    @cython.locals(word=int, bit=int, bits=cython.ulonglong)
    cdef int decode(self) except -1
    cdef int put_back(self) except -1

    @cython.locals(cells=cython.p_uchar, word=int, cell=int)
    cdef int encode(self) except -1

    @cython.locals(bit=int)
    cdef int turn_bit(self, int place) except -1
    cdef int note_players(self) except -1

    @cython.locals(replies=list, reply=Reply, clicked=int, turns=int)
    cdef bint answers(self, int event) except -1

    @cython.locals(acted=bint)
    cdef bint asks(self, player, int event) except -1

    @cython.locals(board=State, node=Node, acted=bint)
    cdef int run(self, Block block, int event, int turns) except -1

    cdef fail(self, int event, str why)
    cdef int judge(self) except -1

@cython.locals(one=cython.ulonglong)
cdef unsigned long long bit_mask(int bit) noexcept
