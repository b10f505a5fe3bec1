cimport cython
from markovpy.engine.memory cimport ints, masks

@cython.final
cdef class RuleTable:
    cdef readonly tuple variants, firsts
    cdef list arrays
    cdef readonly int count, shift, values
    cdef readonly bint anchored
    cdef int* first_x
    cdef int* first_y
    cdef int* first_z
    cdef int reach_x, reach_y, reach_z
    cdef int* widths
    cdef int* heights
    cdef int* depths
    cdef int* last_offset
    cdef int* coins
    cdef int* lone_value
    cdef int* test_start
    cdef int* test_offset
    cdef unsigned long long* test_mask
    cdef int* write_start
    cdef int* write_offset
    cdef int* write_value
    cdef unsigned long long* needs
    cdef int* key_start
    cdef int* key_value
    cdef int* key_offset
    cdef int* slots
    cdef int* hit_variant
    cdef int* hit_offset
    cdef int* hit_x
    cdef int* hit_y
    cdef int* hit_z
    cdef int* near_offset
    cdef unsigned long long* near_mask

    cdef int* _ints(self, list numbers) except NULL
    cdef unsigned long long* _masks(self, list numbers) except NULL
