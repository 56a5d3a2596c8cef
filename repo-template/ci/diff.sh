#!/bin/sh
# Prints what the commit that is checked out changes, as Markdown for a pull request.
#
# $1  the commit or branch that it is to be merged into, such as origin/translations; its history must be there
set -eu

# The comment is found again by this line.
echo '<!-- dragoman diff -->'
dragoman diff --format markdown "$1...HEAD"
