#ifndef CSQLITESETUP_H
#define CSQLITESETUP_H

/* Has SQLite not count the memory that it takes; to be called before it is used first. Returns SQLite's code. */
int sqlite_without_statistics(void);

#endif
