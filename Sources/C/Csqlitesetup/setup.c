#include "Csqlitesetup.h"

#include <sqlite3.h>

/* Swift cannot call sqlite3_config, because it is variadic. */
int sqlite_without_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
