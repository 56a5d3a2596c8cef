#!/bin/sh
# Puts a Markdown file into a pull request on GitHub: as a comment, or in the place of the one before.
#
# $1                 the file; its first line marks the comment
# GITHUB_REPOSITORY  owner/name
# PULL_REQUEST       the number
# GH_TOKEN           may write to pull requests
set -eu

marker=$(head -n 1 "$1")
id=$(gh api --paginate "repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments" \
    --jq ".[] | select(.body | startswith(\"$marker\")) | .id" | head -n 1)
if [ -n "$id" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$1" --silent
else
    gh api --method POST "repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments" \
        --field "body=@$1" --silent
fi
