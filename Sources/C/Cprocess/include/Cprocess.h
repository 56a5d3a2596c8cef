#ifndef CPROCESS_H
#define CPROCESS_H

/*
 * Access to the process through the C library: its arguments, as passed to the program, and its memory settings.
 *
 * Swift's `CommandLine` reads the arguments from /proc, which may be missing in a sandbox.
 */

/* Sets the maximum number of arenas for memory allocation, if the C library has arenas; see mallopt(3). */
void cprocess_limit_arenas(int count);

/* Returns the number of arguments, including the program's name. */
int cprocess_word_count(void);

/* Returns an argument, or NULL unless 0 <= index < cprocess_word_count(). */
const char *_Nullable cprocess_word(int index);

#endif
