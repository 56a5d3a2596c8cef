/* Adds files to a branch, a commit each, through libgit2 alone and as durably as it can: blob, trees, commit, reference.
 *
 * Usage: bench-append GIT-DIRECTORY BRANCH < LINES, where each line is the path of a file, a space, and what it holds.
 * Prints how many seconds it took from the first line to the last.
 */
#define _GNU_SOURCE
#include <git2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void check(int status, const char *what)
{
    if (status == 0) return;
    fprintf(stderr, "%s: %s\n", what, git_error_last() ? git_error_last()->message : "failed");
    exit(1);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* One append; the reference moves only from where it was read. */
static void append(git_repository *repository, const char *branch, const char *path,
    const char *content, size_t length)
{
    git_oid parent_id, blob, tree_id, commit;
    git_commit *parent;
    git_tree *base, *tree;
    git_reference *reference;
    git_signature *author;
    git_tree_update update = {GIT_TREE_UPDATE_UPSERT, {{0}}, GIT_FILEMODE_BLOB, path};

    check(git_reference_name_to_id(&parent_id, repository, branch), "git_reference_name_to_id");
    check(git_commit_lookup(&parent, repository, &parent_id), "git_commit_lookup");
    check(git_commit_tree(&base, parent), "git_commit_tree");
    check(git_blob_create_from_buffer(&blob, repository, content, length), "git_blob_create");
    update.id = blob;
    check(git_tree_create_updated(&tree_id, repository, base, 1, &update), "git_tree_create");
    check(git_tree_lookup(&tree, repository, &tree_id), "git_tree_lookup");
    check(git_signature_now(&author, "Bench", "bench@example.org"), "git_signature_now");
    const git_commit *parents[] = {parent};
    check(git_commit_create(&commit, repository, NULL, author, author, NULL, "append\n", tree, 1,
              parents),
        "git_commit_create");
    check(git_reference_create_matching(&reference, repository, branch, &commit, 1, &parent_id,
              "append"),
        "git_reference_create_matching");
    git_reference_free(reference);
    git_signature_free(author);
    git_tree_free(tree);
    git_tree_free(base);
    git_commit_free(parent);
}

int main(int count, char **arguments)
{
    git_repository *repository;
    char *line = NULL, *branch;
    size_t capacity = 0;
    ssize_t length;

    if (count != 3) return 64;
    git_libgit2_init();
    git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
    check(git_repository_open(&repository, arguments[1]), "git_repository_open");
    check(git_repository_set_ident(repository, "Bench", "bench@example.org"), "set_ident");
    if (asprintf(&branch, "refs/heads/%s", arguments[2]) < 0) return 1;

    double start = now();
    while ((length = getline(&line, &capacity, stdin)) > 0) {
        char *space = strchr(line, ' ');
        if (!space) return 65;
        *space = '\0';
        append(repository, branch, line, space + 1, (size_t)(line + length - space - 1));
    }
    printf("%.6f\n", now() - start);
    git_repository_free(repository);
    free(branch);
    free(line);
    return 0;
}
