#ifndef CPROCESS_H
#define CPROCESS_H

/*
 * The words that the process was started with, as the C library hands them to the program.
 *
 * Swift's `CommandLine` reads them from /proc, which a sandbox need not have.
 */

/* Returns how many words there are, the program's name among them. */
int cprocess_word_count(void);

/* Returns a word; NULL unless 0 <= index < cprocess_word_count(). */
const char *_Nullable cprocess_word(int index);

#endif
