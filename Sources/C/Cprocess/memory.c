#include "Cprocess.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void cprocess_limit_arenas(int count) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, count);
#else
    (void)count;
#endif
}
