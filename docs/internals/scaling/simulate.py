#!/usr/bin/env python3
"""Prints the simulated tables of docs/internals/scaling.md. The same seed always gives the same tables.

    docs/internals/scaling/simulate.py                            # all tables, under a minute
    docs/internals/scaling/simulate.py --check REPOSITORY fr      # compares the rule with the directories in a repository
    docs/internals/scaling/simulate.py --append 2 --sync 1500     # with times from another machine, in milliseconds
"""

import argparse
import bisect
import heapq
import random
import subprocess
import zlib

# Sources/Storage/GitEventStore/Placement.swift
FULL_DIRECTORY = 64
FULL_BRANCH = 32
FULL_FOLDER = 16
SHORTEST_NAME = 5

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SHIFTS = range(125, -1, -5)
BEGIN = 1_700_000_000_000
DAY = 86_400_000

# MARK: Where files go


def directory_name(name, after=None):
    """Returns the shortest prefix of a name, of five characters or more, that sorts after another directory's name."""
    length = SHORTEST_NAME
    if after is not None and name > after:
        while length < len(name) and name[:length] <= after:
            length += 1
    return name[:length]


class Directory:
    """A directory of the log: its subdirectories in the order of their names, and its number of files."""

    def __init__(self):
        self.names, self.directories, self.files = [], {}, 0

    def child(self, name):
        """Returns the directory that a name belongs in: the last one that does not sort after the name, or else the first."""
        return self.names[max(0, bisect.bisect_right(self.names, name) - 1)] if self.names else None

    def enter(self, name):
        if name not in self.directories:
            bisect.insort(self.names, name)
            self.directories[name] = Directory()
        return self.directories[name]

    def size(self):
        """Returns the size of its tree in bytes. Each entry has a mode, a name, a zero byte and a hash; files are named `ID.jsonl`."""
        return self.files * (7 + 32 + 1 + 20) + sum(6 + len(name) + 1 + 20 for name in self.names)


class Folder:
    """A language's folder, filled by the rule of `Placement`."""

    def __init__(self):
        self.root, self.opened = Directory(), 0

    def way(self, name):
        """Returns the names of the directories on the path to a new file."""
        levels, way = [self.root], []
        while (following := levels[-1].child(name)) is not None:
            way.append(following)
            levels.append(levels[-1].directories[following])
        if not way:
            return self.open(name)
        if levels[-1].files < FULL_DIRECTORY:
            return way
        for level in range(len(way) - 1, 0, -1):
            if len(levels[level].names) < FULL_BRANCH:
                deeper = len(way) - level - 1
                return way[:level] + [directory_name(name, way[level])] + [directory_name(name)] * deeper
        return self.open(name, way[0])

    def open(self, name, last=None):
        return [directory_name(name, last)] + [directory_name(name)] * (len(self.root.names) // FULL_FOLDER)

    def place(self, name):
        """Adds a file. Returns its path and the directories that its commit writes, the folder first."""
        path = [self.root]
        way = self.way(name)
        for part in way:
            self.opened += part not in path[-1].directories
            path.append(path[-1].enter(part))
        path[-1].files += 1
        return way, path


def ulid(milliseconds, rest):
    """Returns an id: ten characters of time, and sixteen that count as random."""
    number = milliseconds << 80 | rest
    return "".join([ALPHABET[number >> shift & 31] for shift in SHIFTS])


def compressed(directory, generator):
    """Returns the size of a directory's tree as a loose object. Hashes and the random parts of ids do not compress."""
    parts = [b"tree %d\0" % directory.size()]
    parts += [b"40000 " + name.encode() + b"\0" + generator.randbytes(20) for name in directory.names]
    for _ in range(directory.files):
        name = ulid(BEGIN, generator.getrandbits(80)).encode()
        parts.append(b"100644 " + name + b".jsonl\0" + generator.randbytes(20))
    return len(zlib.compress(b"".join(parts), 1))


def trees(counts, span, generator):
    """Returns the trees that an append in the last tenth writes, for each number of events spaced evenly over a time span.

    Files are added in the order of their ids, so only the newest directories change. All others are dropped from
    memory; the counts include them.
    """
    rows = []
    for count in counts:
        step = span * DAY / count
        folder = Folder()
        samples = sorted(generator.sample(range(count * 9 // 10, count), 100), reverse=True)
        number, sizes = 0, []
        while number < count:
            name = ulid(BEGIN + int(number * step), generator.getrandbits(80))
            _, path = folder.place(name)
            # Up to 63 more files go to the same directory, without further decisions.
            room = min(FULL_DIRECTORY - path[-1].files, count - number - 1)
            while samples and samples[-1] <= number + room:
                path[-1].files += samples[-1] - number
                sizes.append((len(path), sum(d.size() for d in path), sum(compressed(d, generator) for d in path)))
                path[-1].files -= samples.pop() - number
            path[-1].files += room
            number += 1 + room
            for level in path[:-1]:
                for old in level.names[-2:-1]:
                    level.directories[old] = None
        rows.append((count, folder.opened, len(folder.root.names), *(sum(s) / len(s) for s in zip(*sizes))))
    return rows


def check(repository, language):
    """Applies the rule to the files in a repository, and prints how many are at the resulting paths."""
    listing = subprocess.run(
        ["git", "-C", repository, "ls-tree", "-r", "--name-only", "HEAD:events/" + language],
        check=True, capture_output=True, text=True).stdout.split()
    paths = sorted((p for p in listing if not p.split("/")[-1].startswith("s-")), key=lambda p: p.rsplit("/")[-1])
    folder, same, path = Folder(), 0, []
    for real in paths:
        way, path = folder.place(real.split("/")[-1].removesuffix(".jsonl"))
        same += "/".join(way) == real.rpartition("/")[0]
    print(f"{len(paths):,} files, {same:,} of them at the paths given by the rule")
    real, place = "", f"HEAD:events/{language}"
    for depth, part in enumerate([""] + way):
        place += "/" + part if part else ""
        size = subprocess.run(["git", "-C", repository, "cat-file", "-s", place], check=True, capture_output=True, text=True).stdout.strip()
        print(f"  level {depth}: {path[depth].files} files, {len(path[depth].names)} directories, "
              f"{path[depth].size()} bytes by the rule, {size} in Git")


# MARK: Writers

HOUR = 3_600_000


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def uneven(generator, time):
    """Returns a time, varied randomly by up to a fifth."""
    return time * generator.uniform(0.8, 1.2)


def swapping(writers, time, commits, generator):
    """Each writer reads the tip, creates its objects and swaps; a writer that finds another tip starts again.

    Each writer is assumed to have its own disk.
    """
    queue = [(uneven(generator, time), number, 0, 0.0) for number in range(writers)]
    heapq.heapify(queue)
    tip, done, conflicts, waits, now = 0, 0, 0, [], 0.0
    while done < commits:
        now, number, seen, since = heapq.heappop(queue)
        if seen == tip:
            tip, done = tip + 1, done + 1
            waits.append(now - since)
            since = now
        else:
            conflicts += 1
        heapq.heappush(queue, (now + uneven(generator, time), number, tip, since))
    # Writers that are still waiting have waited at least this long.
    waits += [now - since for _, _, _, since in queue if now > since]
    return done / now * 1000, waits, conflicts / (done + conflicts)


def in_turn(writers, time, commits, generator):
    """Each writer waits in the queue for the lock, and writes again immediately."""
    queue, now, waits = [0.0] * writers, 0.0, []
    for _ in range(commits):
        since = queue.pop(0)
        now += uneven(generator, time)
        waits.append(now - since)
        queue.append(now)
    waits = waits[writers:] or waits
    return commits / now * 1000, waits, 0.0


def grouped(writers, first, line, commits, generator):
    """All waiting events go into the next commit, and each writer submits its next event immediately."""
    waiting, now, waits, done = [0.0] * writers, 0.0, [], 0
    while done < commits:
        group, now = waiting, now + uneven(generator, first + line * len(waiting))
        waits += [now - since for since in group]
        done += len(group)
        waiting = [now] * len(group)
    waits = waits[writers:] or waits
    return done / now * 1000, waits, 0.0


def backoff(attempt, generator):
    """Sources/Application/Sync/Remotes/Exchange+Syncing.swift"""
    limit = min(100 << attempt, 5000)
    return limit / 4 + generator.randrange(limit * 3 // 4)


def syncing(clones, interval, time, hours, generator):
    """Clones that sync with one hub at random times, on average once per interval, by a fetch, a union and a push."""
    begin, attempt_at, end_at = 0, 1, 2
    queue = [(generator.expovariate(1 / interval), begin, number, 0, 0.0, 0) for number in range(clones)]
    heapq.heapify(queue)
    tip, durations, attempts, refused, last, waiting = 0, [], 0, 0, [0.0] * clones, []
    end = hours * HOUR
    while queue[0][0] < end:
        now, kind, clone, attempt, since, seen = heapq.heappop(queue)
        if kind == begin:
            heapq.heappush(queue, (now, attempt_at, clone, 0, now, 0))
        elif kind == attempt_at:
            # The fetch reads the state of the hub, near the beginning; the swap is at the end of the push.
            attempts += 1
            heapq.heappush(queue, (now + uneven(generator, time), end_at, clone, attempt, since, tip))
        elif seen == tip:
            tip += 1
            durations.append(now - since)
            # An event was written at some time between the last successful sync and this one.
            waiting.append(now - generator.uniform(last[clone], since))
            last[clone] = since
            heapq.heappush(queue, (now + generator.expovariate(1 / interval), begin, clone, 0, 0.0, 0))
        elif attempt == 11:
            refused += 1
            heapq.heappush(queue, (now + generator.expovariate(1 / interval), begin, clone, 0, 0.0, 0))
        else:
            heapq.heappush(queue, (now + backoff(attempt + 1, generator), attempt_at, clone, attempt + 1, since, 0))
    done = len(durations)
    return (done / hours, 1 - done / max(1, attempts), refused / max(1, done + refused), quantile(durations, 0.5),
            quantile(durations, 0.99), quantile(waiting, 0.5), quantile(waiting, 0.99))


def shown(milliseconds):
    if milliseconds < 1000:
        return f"{milliseconds:.1f} ms" if milliseconds < 100 else f"{milliseconds:.0f} ms"
    return f"{milliseconds / 1000:.1f} s" if milliseconds < 120_000 else f"{milliseconds / 60_000:.0f} min"


# MARK: Directories of many clones


def newest(directory):
    """Returns a copy of a directory with only the newest subdirectory at each level, because a writer reads no others."""
    copy = Directory()
    copy.names, copy.files = directory.names[:], directory.files
    if copy.names:
        copy.directories = dict.fromkeys(copy.names)
        copy.directories[copy.names[-1]] = newest(directory.directories[copy.names[-1]])
    return copy


def spreading(clones, events, interval, hours, generator):
    """Clones that write in one language independently and unite with a hub.

    Returns the number of events, the number of directories, the number of files in the fullest one, and the bytes of the
    trees that a union writes per event.
    """
    hub, fullest, sizes, opened = Folder(), 0, [], 0
    views = [Folder() for _ in range(clones)]
    last = [0.0] * clones
    queue = [(generator.uniform(0, interval), number) for number in range(clones)]
    heapq.heapify(queue)
    while queue[0][0] < hours * HOUR:
        now, number = heapq.heappop(queue)
        touched = {}
        for time in sorted(generator.uniform(last[number], now) for _ in range(events)):
            way, _ = views[number].place(ulid(BEGIN + int(time), generator.getrandbits(80)))
            directory = hub.root
            touched[id(directory)] = directory
            for part in way:
                opened += part not in directory.directories
                directory = directory.enter(part)
                touched[id(directory)] = directory
            directory.files += 1
            fullest = max(fullest, directory.files)
        sizes.append(sum(directory.size() for directory in touched.values()))
        views[number].root, last[number] = newest(hub.root), now
        heapq.heappush(queue, (now + interval * generator.uniform(0.8, 1.2), number))
    return len(sizes) * events, opened, fullest, sum(sizes) / len(sizes) / events


# MARK: Tables


def table(title, head, rows):
    print(f"\n{title}\n\n| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--append", type=float, default=6.2, help="a durable append within a process, ms")
    parser.add_argument("--command", type=float, default=54, help="a writing command as a whole process, ms")
    parser.add_argument("--line", type=float, default=0.105, help="each further line in a group's commit, ms")
    parser.add_argument("--sync", type=float, nargs="*", default=[360, 2000], help="a fetch, a union and a push, ms")
    parser.add_argument("--check", nargs=2, metavar=("REPOSITORY", "LANGUAGE"))
    options = parser.parse_args()
    if options.check:
        return check(*options.check)
    generator = random.Random(options.seed)

    rows = trees([10**power for power in range(3, 9)], 5 * 365, generator)
    table("Trees in one language's folder that an append writes, for events spaced evenly over five years",
          ["events in one language", "directories", "of these, directly in the language's folder", "trees", "bytes", "as loose objects"],
          [[f"{count:,}", f"{opened:,}", f"{width}", f"{number:.1f}", f"{size:,.0f}", f"{loose:,.0f}"]
           for count, opened, width, number, size, loose in rows])

    rows = []
    for languages in (1, 50, 500, 5000):
        directory = Directory()
        for number in range(languages):
            directory.enter("q" + ALPHABET[number // 1024 % 32] + ALPHABET[number // 32 % 32] + ALPHABET[number % 32])
        rows.append([f"{languages:,}", f"{directory.size():,}", f"{compressed(directory, generator):,}"])
    table("The tree of `events/`, which every append writes", ["languages", "bytes", "as a loose object"], rows)

    crowds = (1, 10, 100, 1000)
    each = options.append
    ways = {
        "lock, a command each": lambda writers, events: in_turn(writers, options.command, events, generator),
        "lock, in one process": lambda writers, events: in_turn(writers, each, events, generator),
        "group queue": lambda writers, events: grouped(writers, each - options.line, options.line, events * 5, generator),
        "compare, swap, retry": lambda writers, _: swapping(writers, each, max(2000, writers * 5), generator),
    }
    rows = []
    for title, way in ways.items():
        cells, vain = [], []
        for writers in crowds:
            rate, waits, conflicts = way(writers, max(5000, writers * 20))
            cells.append(f"{rate:,.0f}/s, {shown(quantile(waits, 0.5))}, {shown(quantile(waits, 0.99))}")
            vain.append(f"{100 * conflicts:.0f}")
        rows.append([title, *cells, ", ".join(vain) if any(v != "0" for v in vain) else ""])
    table("Writers in one repository that write again immediately: events per second, wait (median, 99th percentile)",
          ["method", "1 writer", "10", "100", "1,000", "% failed"], rows)

    rows = []
    for time in options.sync:
        for clones, minutes in ((100, 1), (100, 10), (1000, 10), (1000, 60)):
            hours = 2 if minutes < 10 else 12
            rate, conflicts, refused, half, most, late, latest = syncing(clones, minutes * 60_000, time, hours, generator)
            rows.append([shown(time), f"{clones:,}", f"{minutes} min", f"{rate:,.0f} of {clones * 60 / minutes:,.0f}",
                         f"{conflicts:.0%}", f"{refused:.1%}", shown(half), shown(most), shown(late), shown(latest)])
    table("Clones that sync with one hub",
          ["attempt", "clones", "interval", "pushed per hour", "failed", "gave up",
           "`sync`, median", "99th", "event at the hub after, median", "99th"], rows)

    rows = []
    for clones, events in ((10, 20), (100, 20), (1000, 1), (1000, 20)):
        count, opened, fullest, size = spreading(clones, events, 600_000, 3, generator)
        rows.append([f"{clones:,}", f"{events}", f"{count:,}", f"{opened:,}", f"{fullest:,}", f"{size:,.0f}"])
    table("Directories of one language that clones write independently and unite every ten minutes, for three hours",
          ["clones", "events between two syncs", "events", "directories", "files in the fullest directory", "tree bytes per event"], rows)


if __name__ == "__main__":
    main()
