#!/bin/sh
# Puts a Markdown file into a merge request on GitLab: as a note, or in the place of the one before.
#
# $1              the file; its first line marks the note
# DRAGOMAN_TOKEN  a project access token with the scope api
# The other variables are those that GitLab sets in a job for a merge request.
set -eu

notes="$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes"
call() { curl --fail --silent --show-error --header "PRIVATE-TOKEN: $DRAGOMAN_TOKEN" "$@"; }

marker=$(head -n 1 "$1")
id=$(call "$notes?per_page=100&sort=asc" |
    jq --raw-output --arg marker "$marker" \
        'map(select(.body | startswith($marker))) | first | .id // empty')
if [ -n "$id" ]; then
    call --request PUT --form "body=<$1" --output /dev/null "$notes/$id"
else
    call --request POST --form "body=<$1" --output /dev/null "$notes"
fi
