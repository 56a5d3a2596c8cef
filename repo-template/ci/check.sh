#!/bin/sh
# Checks what is checked out: a clone of the translations.
#
# REQUIRED  languages in which a missing or stale text is an error, such as fr,de; * for all; none where unset
set -eu

# A job has a commit checked out and no branch; what is looked at is this commit and nothing else.
git branch --quiet --force checked HEAD
dragoman --branch checked fsck
dragoman --branch checked status
dragoman --branch checked check ${REQUIRED:+--require "$REQUIRED"}
