/*
 * Faults in system calls that change files below one directory, for tests.
 *
 * Loaded into a program by LD_PRELOAD, it counts the calls that write below FAULT_ROOT and does something at one of them:
 *
 *   FAULT_ROOT    the directory, an absolute path without symbolic links
 *   FAULT_AT      the number of the call, counted from 1; 0 only counts
 *   FAULT_DO      kill: SIGKILL instead of the call
 *                 torn: half of what was to be written, then SIGKILL; as kill for other calls
 *                 fail: the call fails with FAULT_ERRNO
 *                 short: half is written, and the call says so; other calls are left alone
 *                 delay: FAULT_DELAY microseconds before the call
 *   FAULT_LASTS   1: every later call, too
 *   FAULT_IN      dragoman, git: only programs whose names begin like this
 *   FAULT_REPORT  a file outside of FAULT_ROOT that gets "hit NUMBER CALL PATH" and, at a normal end, "total NUMBER"
 *
 * A lack of space (ENOSPC, EDQUOT, EFBIG) affects only calls that take space. Calls go to the kernel directly: the
 * library's own calls are never counted. Writes of the C library for its own streams are not intercepted.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum action { COUNT, KILL, TORN, FAIL, SHORT, DELAY };
/* The effect of a call on the disk: it takes space, moves existing data, or frees space. */
enum effect { TAKES, MOVES, FREES };

static char root[PATH_MAX];
static size_t root_length;
static long at;
static enum action action;
static int error_number;
static int lasts;
static long delay;
static char report[PATH_MAX];
static atomic_long count;

static void say(const char *text)
{
    if (!report[0])
        return;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, report, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0)
        return;
    syscall(SYS_write, fd, text, strlen(text));
    syscall(SYS_close, fd);
}

__attribute__((constructor)) static void begin(void)
{
    const char *value = getenv("FAULT_IN");
    if (value && strncmp(program_invocation_short_name, value, strlen(value)))
        return;
    value = getenv("FAULT_ROOT");
    if (!value || strlen(value) >= sizeof root)
        return;
    strcpy(root, value);
    if ((value = getenv("FAULT_REPORT")) && strlen(value) < sizeof report)
        strcpy(report, value);
    at = (value = getenv("FAULT_AT")) ? atol(value) : 0;
    error_number = (value = getenv("FAULT_ERRNO")) ? atoi(value) : EIO;
    lasts = (value = getenv("FAULT_LASTS")) ? atoi(value) : 0;
    delay = (value = getenv("FAULT_DELAY")) ? atol(value) : 0;
    static const char *const names[] = {"count", "kill", "torn", "fail", "short", "delay"};
    value = getenv("FAULT_DO");
    for (int i = 0; value && i < 6; i++)
        if (!strcmp(value, names[i]))
            action = (enum action)i;
    root_length = strlen(root);
}

__attribute__((destructor)) static void end(void)
{
    char line[64];
    if (!root_length)
        return;
    snprintf(line, sizeof line, "total %ld\n", (long)atomic_load(&count));
    say(line);
}

static int is_below(const char *path)
{
    return !strncmp(path, root, root_length) && (path[root_length] == '/' || !path[root_length]);
}

/* Makes a path absolute, with the directory of a descriptor from /proc. */
static int full_path(int directory, const char *path, char *out)
{
    char link[64];
    ssize_t length = 0;
    if (path[0] != '/') {
        if (directory == AT_FDCWD)
            strcpy(link, "/proc/self/cwd");
        else
            snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
        length = syscall(SYS_readlinkat, AT_FDCWD, link, out, PATH_MAX - 2);
        if (length < 0)
            return 0;
        out[length++] = '/';
    }
    if (strlen(path) >= (size_t)(PATH_MAX - length))
        return 0;
    strcpy(out + length, path);
    return 1;
}

static int of_descriptor(int fd, char *out)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, out, PATH_MAX - 1);
    if (length < 0)
        return 0;
    out[length] = 0;
    return 1;
}

static void die(void)
{
    syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    for (;;)
        pause();
}

/* Counts a call; returns the action for it. The callers that write handle TORN and SHORT. */
static enum action step(const char *call, const char *path, enum effect effect)
{
    long number = atomic_fetch_add(&count, 1) + 1;
    if (!at || (lasts ? number < at : number != at))
        return COUNT;
    if (action == FAIL && effect != TAKES &&
        (effect == FREES || error_number == ENOSPC || error_number == EDQUOT || error_number == EFBIG))
        return COUNT;
    char line[PATH_MAX + 64];
    snprintf(line, sizeof line, "hit %ld %s %s\n", number, call, path);
    say(line);
    if (action == KILL)
        die();
    if (action == DELAY) {
        struct timespec time = {delay / 1000000, delay % 1000000 * 1000};
        syscall(SYS_nanosleep, &time, NULL);
        return COUNT;
    }
    return action;
}

/* For a call that has no partial result: returns whether it fails. */
static int fails(const char *call, int directory, const char *path, enum effect effect)
{
    char full[PATH_MAX];
    int saved = errno;
    enum action what = COUNT;
    if (root_length && path && full_path(directory, path, full) && is_below(full))
        what = step(call, full, effect);
    errno = saved;
    if (what == TORN)
        die();
    if (what != FAIL)
        return 0;
    errno = error_number;
    return 1;
}

static int descriptor_fails(const char *call, int fd, enum effect effect)
{
    char full[PATH_MAX];
    int saved = errno;
    enum action what = COUNT;
    if (root_length && of_descriptor(fd, full) && is_below(full))
        what = step(call, full, effect);
    errno = saved;
    if (what == TORN)
        die();
    if (what != FAIL)
        return 0;
    errno = error_number;
    return 1;
}

static int open_at(int directory, const char *path, int flags, mode_t mode)
{
    int writes = flags & (O_CREAT | O_TRUNC) && !(flags & O_PATH);
    if (writes) {
        /* An existing file takes no additional space. */
        enum effect effect = syscall(SYS_faccessat, directory, path, F_OK) == 0 ? MOVES : TAKES;
        if (fails("open", directory, path, effect))
            return -1;
    }
    return (int)syscall(SYS_openat, directory, path, flags, mode);
}

#define MODE_OF(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | __O_TMPFILE)) { \
        va_list list; \
        va_start(list, flags); \
        mode = va_arg(list, mode_t); \
        va_end(list); \
    }

int open(const char *path, int flags, ...) { MODE_OF(flags) return open_at(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE_OF(flags) return open_at(AT_FDCWD, path, flags, mode); }
int openat(int fd, const char *path, int flags, ...) { MODE_OF(flags) return open_at(fd, path, flags, mode); }
int openat64(int fd, const char *path, int flags, ...) { MODE_OF(flags) return open_at(fd, path, flags, mode); }
int creat(const char *path, mode_t mode) { return open_at(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int __open_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
int __openat_2(int fd, const char *path, int flags) { return open_at(fd, path, flags, 0); }
int __openat64_2(int fd, const char *path, int flags) { return open_at(fd, path, flags, 0); }

static int make_temporary(char *template, int suffix, int flags)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    static atomic_ulong seed;
    char *place = template + strlen(template) - suffix - 6;
    for (int attempt = 0; attempt < 1000; attempt++) {
        unsigned long value = (atomic_fetch_add(&seed, 1) + 1) * 2654435761UL + (unsigned long)syscall(SYS_getpid);
        for (int i = 0; i < 6; i++, value /= 36)
            place[i] = letters[value % 36];
        int fd = open_at(AT_FDCWD, template, O_RDWR | O_CREAT | O_EXCL | flags, 0600);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

int mkstemp(char *template) { return make_temporary(template, 0, 0); }
int mkstemp64(char *template) { return make_temporary(template, 0, 0); }
int mkostemp(char *template, int flags) { return make_temporary(template, 0, flags); }
int mkostemp64(char *template, int flags) { return make_temporary(template, 0, flags); }
int mkstemps(char *template, int suffix) { return make_temporary(template, suffix, 0); }
int mkostemps(char *template, int suffix, int flags) { return make_temporary(template, suffix, flags); }

/* Returns the number of bytes to write, or -1 if the call fails. */
static ssize_t portion(const char *call, int fd, size_t size, enum action *what)
{
    char full[PATH_MAX];
    int saved = errno;
    *what = COUNT;
    if (root_length && of_descriptor(fd, full) && is_below(full))
        *what = step(call, full, TAKES);
    errno = saved;
    if (*what == FAIL) {
        errno = error_number;
        return -1;
    }
    return (ssize_t)((*what == TORN || *what == SHORT) && size > 1 ? size / 2 : size);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    enum action what;
    ssize_t part = portion("write", fd, size, &what);
    if (part < 0)
        return -1;
    ssize_t result = syscall(SYS_write, fd, bytes, (size_t)part);
    if (what == TORN)
        die();
    return result;
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
    enum action what;
    ssize_t part = portion("pwrite", fd, size, &what);
    if (part < 0)
        return -1;
    ssize_t result = syscall(SYS_pwrite64, fd, bytes, (size_t)part, offset);
    if (what == TORN)
        die();
    return result;
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off_t offset) { return pwrite(fd, bytes, size, offset); }

ssize_t writev(int fd, const struct iovec *parts, int number)
{
    enum action what;
    if (portion("writev", fd, 1, &what) < 0)
        return -1;
    if (what != COUNT && number > 1)
        number /= 2;
    ssize_t result = syscall(SYS_writev, fd, parts, number);
    if (what == TORN)
        die();
    return result;
}

int fsync(int fd) { return descriptor_fails("fsync", fd, MOVES) ? -1 : (int)syscall(SYS_fsync, fd); }
int fdatasync(int fd) { return descriptor_fails("fdatasync", fd, MOVES) ? -1 : (int)syscall(SYS_fdatasync, fd); }

int ftruncate(int fd, off_t length)
{
    return descriptor_fails("ftruncate", fd, FREES) ? -1 : (int)syscall(SYS_ftruncate, fd, length);
}

int ftruncate64(int fd, off_t length) { return ftruncate(fd, length); }

int truncate(const char *path, off_t length)
{
    return fails("truncate", AT_FDCWD, path, FREES) ? -1 : (int)syscall(SYS_truncate, path, length);
}

static int rename_at(int from_fd, const char *from, int to_fd, const char *to, unsigned flags)
{
    return fails("rename", to_fd, to, MOVES) ? -1 : (int)syscall(SYS_renameat2, from_fd, from, to_fd, to, flags);
}

int rename(const char *from, const char *to) { return rename_at(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int from_fd, const char *from, int to_fd, const char *to) { return rename_at(from_fd, from, to_fd, to, 0); }
int renameat2(int from_fd, const char *from, int to_fd, const char *to, unsigned flags)
{
    return rename_at(from_fd, from, to_fd, to, flags);
}

int linkat(int from_fd, const char *from, int to_fd, const char *to, int flags)
{
    return fails("link", to_fd, to, TAKES) ? -1 : (int)syscall(SYS_linkat, from_fd, from, to_fd, to, flags);
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int symlink(const char *target, const char *path)
{
    return fails("symlink", AT_FDCWD, path, TAKES) ? -1 : (int)syscall(SYS_symlinkat, target, AT_FDCWD, path);
}

int unlinkat(int fd, const char *path, int flags)
{
    return fails("unlink", fd, path, FREES) ? -1 : (int)syscall(SYS_unlinkat, fd, path, flags);
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int mkdirat(int fd, const char *path, mode_t mode)
{
    enum effect effect = syscall(SYS_faccessat, fd, path, F_OK) == 0 ? MOVES : TAKES;
    return fails("mkdir", fd, path, effect) ? -1 : (int)syscall(SYS_mkdirat, fd, path, mode);
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
