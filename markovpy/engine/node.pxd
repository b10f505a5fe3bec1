cimport cython
from markovpy.engine.state cimport State

cdef class Node:
    cdef public int number
    cdef public Block parent
    cdef public bint blocks
    cdef public bint idles

    cpdef bint step(self, State state) except -1
    cpdef reset(self)

cdef class Block(Node):
    cdef readonly list children
    cdef public int count
    cdef public int index
    cdef public bint once
    cdef public bint done

    cpdef bint enter(self, State state, Node child) except -1
    cpdef bint leave(self, State state) except -1
    cpdef bint advance(self, State state) except -1
    cpdef rewind(self)

cdef class Steps(Block):
    cpdef bint step(self, State state) except -1
