#ifndef CSPAWN_SHIM_H
#define CSPAWN_SHIM_H

/* glibc declares these functions for GNU sources only (_GNU_SOURCE), and Swift imports its headers without that macro.
 * glibc has contained both functions at least since version 2.29. */

#include <spawn.h>
#include <sys/auxv.h>

/* Starts the child in the directory `path`; this process keeps its current directory. */
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *restrict actions, const char *restrict path)
    __attribute__((nothrow));

/* Creates a pipe that no other child inherits: pipe2 with O_CLOEXEC. The flag is set atomically, so another thread's
 * posix_spawn cannot pass the pipe on. */
static inline int cspawn_pipe(int *_Nonnull ends) {
    extern int pipe2(int ends[2], int flags);
    return pipe2(ends, 02000000);
}

/* Starts the child in a new session, which has no terminal: POSIX_SPAWN_SETSID. */
static const short cspawn_setsid = 0x80;

/* Returns the path that was passed to execve to start this program, or NULL. */
static inline const char *_Nullable cspawn_program_path(void) {
    return (const char *)getauxval(AT_EXECFN);
}

#endif
