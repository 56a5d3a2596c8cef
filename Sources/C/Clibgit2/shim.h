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

/* Swift cannot import git_libgit2_opts, because it is variadic. */

/* Makes every write in the Git directory durable before the write returns. */
static inline int clibgit2_enable_fsync(int enabled)
{
    return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}

/* Sets the maximum size of the library's cache of parsed objects, in bytes, for all repositories together. */
static inline int clibgit2_set_cache_size(ssize_t size)
{
    return git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, size);
}

/* Sets the maximum number of packs that are kept open for all repositories together; 0 means no limit. */
static inline int clibgit2_set_pack_limit(size_t count)
{
    return git_libgit2_opts(GIT_OPT_SET_MWINDOW_FILE_LIMIT, count);
}

/* Sets the search path for the configuration files of one level; with "", no file is found. */
static inline int clibgit2_set_search_path(git_config_level_t level, const char *path)
{
    return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

/* Creates a file in memory that started programs do not inherit: memfd_create with MFD_CLOEXEC. <sys/mman.h> declares
 * memfd_create for GNU sources only. */
static inline int clibgit2_memory_file(void)
{
    return (int)syscall(SYS_memfd_create, "settings", 1u);
}

/* Sets whether opening a repository that belongs to another user fails. */
static inline int clibgit2_validate_owners(int enabled)
{
    return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

/* Makes HTTPS trust the certificate authorities in a file. */
static inline int clibgit2_set_certificate_file(const char *path)
{
    return git_libgit2_opts(GIT_OPT_SET_SSL_CERT_LOCATIONS, path, (const char *)0);
}

/* A custom source of objects, laid out as the library requires: the library's own structure comes first. */
typedef struct {
    git_odb_backend parent;
    void *payload;
} clibgit2_backend;

#endif
