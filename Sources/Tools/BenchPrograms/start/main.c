/* The least that a program which uses libgit2 does. */
#include <git2.h>

int main(void)
{
    return git_libgit2_init() > 0 ? 0 : 1;
}
