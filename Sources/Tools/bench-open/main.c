/* The minimum work of any program that reads from a repository and its read model.
 *
 * Usage: bench-open GIT-DIRECTORY DATABASE
 */
#include <git2.h>
#include <sqlite3.h>
#include <stdio.h>

int main(int count, char **arguments)
{
    git_repository *repository = NULL;
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;

    if (count != 3) return 64;
    git_libgit2_init();
    if (git_repository_open(&repository, arguments[1]) != 0) {
        fprintf(stderr, "%s\n", git_error_last()->message);
        return 1;
    }
    if (sqlite3_open_v2(arguments[2], &database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK
        || sqlite3_prepare_v2(database, "SELECT * FROM unit_state LIMIT 1", -1, &statement, NULL)
            != SQLITE_OK
        || sqlite3_step(statement) != SQLITE_ROW) {
        fprintf(stderr, "%s\n", sqlite3_errmsg(database));
        return 1;
    }
    sqlite3_finalize(statement);
    sqlite3_close(database);
    git_repository_free(repository);
    return 0;
}
