#ifndef CSPAWN_SHIM_H
#define CSPAWN_SHIM_H

/* What glibc shows to GNU sources only, and Swift reads its headers as another; glibc has had both since 2.29. */

#include <spawn.h>

/* The child begins in the directory that `path` names; this process stays where it is. */
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *restrict actions, const char *restrict path)
    __attribute__((nothrow));

/* The child gets a session of its own, which has no terminal: POSIX_SPAWN_SETSID. */
static const short cspawn_setsid = 0x80;

#endif
