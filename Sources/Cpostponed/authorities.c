/*
 * libgit2 reads the authorities that the system trusts when it starts, some 140 certificates, which takes four milliseconds:
 * longer than all else that it does for a command that talks to nobody. It has no option against that.
 *
 * The function below stands before the one of the same name in Mbed TLS, because the program's own symbols are found first.
 * What was left unread has to be read before the first server is asked: without it, no certificate is trusted.
 * Where libgit2 uses another library for TLS, nobody calls it.
 */
#define _GNU_SOURCE
#include "Cpostponed.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* MBEDTLS_ERR_X509_FATAL_ERROR */
#define FATAL_ERROR (-0x3000)

static _Thread_local int is_postponed;
static _Thread_local char *unread;

void authorities_postpone(void)
{
    is_postponed = 1;
}

const char *authorities_file(void)
{
    is_postponed = 0;
    return unread;
}

int mbedtls_x509_crt_parse_file(void *chain, const char *path)
{
    typedef int parser(void *, const char *);
    if (is_postponed) {
        free(unread);
        unread = strdup(path);
        return unread ? 0 : FATAL_ERROR;
    }
    parser *original = (parser *)dlsym(RTLD_NEXT, "mbedtls_x509_crt_parse_file");
    return original ? original(chain, path) : FATAL_ERROR;
}
