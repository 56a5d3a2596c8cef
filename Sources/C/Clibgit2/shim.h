#ifndef CLIBGIT2_SHIM_H
#define CLIBGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/commit.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/refdb_backend.h>
#include <git2/sys/refs.h>
#include <git2/sys/repository.h>
#include <sys/syscall.h>
#include <unistd.h>

/* git_libgit2_opts is variadic, and a variadic C function is invisible to Swift. */

/* Makes every write below the Git directory reach the disk before it returns. */
static inline int clibgit2_enable_fsync(int enabled)
{
    return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}

/* Sets how many bytes of parsed objects the library keeps for all repositories together. */
static inline int clibgit2_set_cache_size(ssize_t size)
{
    return git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, size);
}

/* Sets how many packs are kept open for all repositories together; 0 is any number. */
static inline int clibgit2_set_pack_limit(size_t count)
{
    return git_libgit2_opts(GIT_OPT_SET_MWINDOW_FILE_LIMIT, count);
}

/* Sets where the configuration files of one level are looked for; "" finds none. */
static inline int clibgit2_set_search_path(git_config_level_t level, const char *path)
{
    return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

/* Makes a file in memory that a program which is started does not get: memfd_create with MFD_CLOEXEC, which <sys/mman.h> shows
 * GNU sources only. */
static inline int clibgit2_memory_file(void)
{
    return (int)syscall(SYS_memfd_create, "settings", 1u);
}

/* Makes opening a repository of somebody else fail, or not. */
static inline int clibgit2_validate_owners(int enabled)
{
    return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

/* Makes HTTPS trust the authorities of a file. */
static inline int clibgit2_set_certificate_file(const char *path)
{
    return git_libgit2_opts(GIT_OPT_SET_SSL_CERT_LOCATIONS, path, (const char *)0);
}

/* A source of objects of ours, as the library wants it: its own structure first. */
typedef struct {
    git_odb_backend parent;
    void *payload;
} clibgit2_backend;

#endif
