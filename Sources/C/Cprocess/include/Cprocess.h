#ifndef CPROCESS_H
#define CPROCESS_H

/*
 * What the C library knows of the process: the words that it was started with, as it hands them to the program, and its memory.
 *
 * Swift's `CommandLine` reads them from /proc, which a sandbox need not have.
 */

/* Sets how many arenas the C library takes memory from, where it has such; see mallopt(3). */
void cprocess_limit_arenas(int count);

/* Returns how many words there are, the program's name among them. */
int cprocess_word_count(void);

/* Returns a word; NULL unless 0 <= index < cprocess_word_count(). */
const char *_Nullable cprocess_word(int index);

#endif
