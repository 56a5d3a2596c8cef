#ifndef CSPAWN_SHIM_H
#define CSPAWN_SHIM_H

/* glibc declares these for GNU sources only (_GNU_SOURCE), and Swift imports its headers without that. It has had both since 2.29 at the latest. */

#include <spawn.h>
#include <sys/auxv.h>

/* The child begins in the directory that `path` names; this process stays where it is. */
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *restrict actions, const char *restrict path)
    __attribute__((nothrow));

/* Two ends of a pipe that no other child inherits: pipe2 with O_CLOEXEC, which another thread's posix_spawn cannot get between. */
static inline int cspawn_pipe(int *_Nonnull ends) {
    extern int pipe2(int ends[2], int flags);
    return pipe2(ends, 02000000);
}

/* The child gets a session of its own, which has no terminal: POSIX_SPAWN_SETSID. */
static const short cspawn_setsid = 0x80;

/* Returns the path that this program was started by, as it was given to execve, or NULL. */
static inline const char *_Nullable cspawn_program_path(void) {
    return (const char *)getauxval(AT_EXECFN);
}

#endif
