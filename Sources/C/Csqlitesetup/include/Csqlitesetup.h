#ifndef CSQLITESETUP_H
#define CSQLITESETUP_H

/* Disables SQLite's memory statistics. Call this before any other use of SQLite. Returns SQLite's result code. */
int sqlite_without_statistics(void);

#endif
