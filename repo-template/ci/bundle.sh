#!/bin/sh
# Makes the release bundle of a tag, and proves it.
#
# $1           the tag
# $2           where the bundle goes: a path that ends in .tar.gz or .zip, or a directory
# SIGNING_KEY  the file of an SSH key to sign with; no signature where unset
set -eu

dragoman bundle --rev "$1" -o "$2" ${SIGNING_KEY:+--sign "$SIGNING_KEY"}
dragoman verify "$2" --rev "$1"
