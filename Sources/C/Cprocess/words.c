#include "Cprocess.h"

#include <stddef.h>

static int count;
static char **words;

/* glibc calls constructors with the arguments of main: `call_init` in elf/dl-init.c and csu/libc-start.c. */
__attribute__((constructor)) static void keep_words(int argc, char **argv, char **envp) {
    (void)envp;
    count = argc;
    words = argv;
}

int cprocess_word_count(void) { return count; }

const char *cprocess_word(int index) { return index >= 0 && index < count ? words[index] : NULL; }
