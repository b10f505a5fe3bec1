cimport cython
from markovpy.engine.limited cimport draw_limit
from markovpy.engine.node cimport Block
from markovpy.engine.state cimport State

cdef class Choose(Block):
    cdef list weights
    cdef int low, high, left
    cdef bint drawn

    cpdef bint step(self, State state) except -1

    @cython.locals(weights=list, total=int, place=int, chosen=int, before=cython.ulonglong)
    cdef bint choose(self, State state) except -1
