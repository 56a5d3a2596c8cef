#!/usr/bin/env python3
"""A second fold of a log, written from docs/internals/data-model.md alone; the numbers in comments are sections of that page.

    fold.py DIR            the digest
    fold.py --rows DIR     the rows, one per line, in the order of the digest
    fold.py --all DIR...   one line per directory: the digest, and the numbers of event, malformed and newer lines

A directory has dragoman.json and events/. Only the standard library is needed.
"""

import hashlib
import json
import sys

from log import Log, read_lines, read_project


def canonical(tree):
    """Returns canonical JSON (2); the caller has ordered the members."""
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def rows(directory, lines):
    """Returns the rows in the order of the digest (11)."""
    log = Log(lines.events, read_project(directory))
    return [canonical(log.subjects[name].row()) for name in sorted(log.subjects)]


def digest(rows):
    return hashlib.sha256(b"".join(hashlib.sha256(row).digest() for row in rows)).hexdigest()


def main(arguments):
    if arguments and arguments[0] == "--rows":
        for row in rows(arguments[1], read_lines(arguments[1])):
            sys.stdout.buffer.write(row + b"\n")
    elif arguments and arguments[0] == "--all":
        for directory in arguments[1:]:
            lines = read_lines(directory)
            counts = lines.counts
            print(digest(rows(directory, lines)), counts["event"], counts["malformed"], counts["newer"])
    elif len(arguments) == 1:
        print(digest(rows(arguments[0], read_lines(arguments[0]))))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
