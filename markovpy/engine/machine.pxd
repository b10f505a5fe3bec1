cimport cython
from markovpy.engine.node cimport Block, Node
from markovpy.engine.state cimport State
from markovpy.engine.trace cimport Trace

@cython.final
cdef class Machine:
    cdef readonly State state
    cdef readonly Block root
    cdef readonly object restart
    cdef readonly Trace trace

    @cython.locals(state=State, node=Node, acted=bint, made=Py_ssize_t, restarts=int)
    cpdef Py_ssize_t advance(self, Py_ssize_t turns) except -1
    cpdef start_over(self)
