cdef int* ints(array) except? NULL
cdef short* shorts(array) except? NULL
cdef unsigned short* unsigned_shorts(array) except? NULL
cdef long long* longs(array) except? NULL
cdef unsigned long long* masks(array) except? NULL
cdef double* doubles(array) except? NULL
cdef unsigned char* octets(array) except? NULL
cdef signed char* signed_octets(array) except? NULL
