# Shared code for the demonstrations, to be sourced. Creates their directory, and defines functions
# that show and run commands.

if [ -n "${DRAGOMAN:-}" ]; then
    [ -x "$DRAGOMAN" ] || { echo "demo: $DRAGOMAN is not a program" >&2; exit 1; }
    PATH="$(cd "$(dirname "$DRAGOMAN")" && pwd):$PATH"
fi
command -v dragoman >/dev/null || { echo "demo: dragoman is not in PATH" >&2; exit 1; }

directory=${DEMO_DIR:-$(mktemp -d "${TMPDIR:-/tmp}/dragoman-demo.XXXXXX")}
mkdir -p "$directory"
[ -z "$(ls -A "$directory")" ] || { echo "demo: $directory is not empty" >&2; exit 1; }
cd "$directory"

# Nothing depends on the user who runs this: no settings, no pager, no other repository.
unset "${!DRAGOMAN_@}" GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_PAGER=cat PAGER=cat LC_ALL=C.UTF-8

# Both outputs share one stream, so that messages keep their order in a file too.
exec 2>&1

bold='' dim='' cyan='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
    bold=$'\e[1m' dim=$'\e[2m' cyan=$'\e[36m' plain=$'\e[0m'
fi

chapter=0
section() {
    chapter=$((chapter + 1))
    printf '\n%s%d. %s%s\n' "$bold" "$chapter" "$1" "$plain"
}

say() { printf '\n%s%s%s\n' "$dim" "$1" "$plain"; }

# Prints a command as a person would type it, runs it, and requires the exit status.
expecting() {
    local expected=$1 status=0
    printf '\n%s$ %s%s\n' "$cyan" "$2" "$plain"
    eval "$2" || status=$?
    if [ "$status" -ne "$expected" ]; then
        printf 'demo: the command exited with %d instead of %d\n' "$status" "$expected" >&2
        exit 1
    fi
}
run() { expecting 0 "$1"; }
finds() { expecting 1 "$1"; }
refused() { expecting 2 "$1"; }

# Requires the output of a command.
expect() {
    local printed
    printed=$(eval "$1") || true
    [ "$printed" = "$2" ] || {
        printf 'demo: “%s” prints “%s” instead of “%s”\n' "$1" "$printed" "$2" >&2
        exit 1
    }
}

# Switches to another person: Git's identity, and the guid of their device.
is() {
    export GIT_AUTHOR_NAME=$1 GIT_AUTHOR_EMAIL=$2 DRAGOMAN_GUID=$3
    export GIT_COMMITTER_NAME=$1 GIT_COMMITTER_EMAIL=$2
    printf '\n%s— %s, %s —%s\n' "$bold" "$1" "$4" "$plain"
}
