#include "Csqlitesetup.h"

#include <sqlite3.h>

/* A function with arguments of any number and kind, which Swift cannot call. */
int sqlite_without_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
