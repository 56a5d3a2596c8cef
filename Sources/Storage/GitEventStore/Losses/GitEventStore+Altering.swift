public import EventStore
import Git

extension GitEventStore {
    /// Returns the lines that `new` adds to `old` although `old` has a different line with the same
    /// identity.
    ///
    /// If history shows that a line was the first with its identity, it is omitted. If the order is
    /// unknown, a line is omitted if `seen` already contains both lines, because the author of
    /// `seen` knew both.
    ///
    /// `seen` is the local part of `new`. `isNewer` returns true if an identity is newer than a
    /// time in seconds since 1970, so that no commit from that time can contain it. Cost: reads the
    /// files that differ. The whole log of `old` is read only for identities that are not newer
    /// than the last common commit. History is read only if lines contradict each other.
    public func alteredLines(
        from old: Position, to new: Position, seen: Position,
        isNewer: (_ id: String, _ seconds: Int64) -> Bool
    ) throws -> [AlteredLine] {
        let (before, after, ours) = (
            try commitID(of: old), try commitID(of: new), try commitID(of: seen)
        )
        let added = try addedLines(from: before, to: after)
        guard !added.isEmpty else { return [] }
        let bases = try repository.mergeBases(before, ours)
        let rivals = try lines(of: Set(added.keys), in: before, since: bases, isNewer)
        let contested = added.compactMap { id, lines -> (String, [LogLine], [LogLine])? in
            guard let others = rivals[id] else { return nil }
            let unknown = lines.filter { line in !others.contains { $0.bytes == line.bytes } }
            return unknown.isEmpty ? nil : (id, unknown, others)
        }.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
        guard !contested.isEmpty else { return [] }
        let all = contested.flatMap { ($0.1 + $0.2).map { $0.bytes[...] } }
        let origins = try LineOrigins(
            of: Set(all), in: repository, tip: after, old: before, others: [])
        let known = try LogSearch(repository: repository).lines(
            of: Set(contested.map(\.0)), by: identity, in: ours)
        return contested.flatMap { id, lines, others in
            lines.compactMap { line -> AlteredLine? in
                let first = origins.first(of: (others + [line]).map { $0.bytes[...] })
                let isUndecided = first.contains(line.bytes[...])
                guard isUndecided else {
                    return AlteredLine(id: id, line: line, others: others, isOtherFirst: true)
                }
                if first.count == 1 { return nil }
                let knewBoth =
                    known[id]?.contains { one in others.contains { $0.bytes == one.bytes } } == true
                return knewBoth
                    ? nil : AlteredLine(id: id, line: line, others: others, isOtherFirst: false)
            }
        }
    }

    /// Returns the lines in changed files that have an identity, except for lines that the old
    /// versions contain.
    private func addedLines(
        from old: ObjectID, to new: ObjectID
    ) throws -> [String: [LogLine]] {
        let changes = try changedFiles(from: old, to: new)
        var gone: Set<ArraySlice<UInt8>> = []
        for change in changes {
            guard let blob = change.old else { continue }
            gone.formUnion(LogFile.lines(of: try repository.readBlob(blob)))
        }
        var added: [String: [LogLine]] = [:]
        for change in changes {
            guard let blob = change.new else { continue }
            let lines = try repository.readBlob(blob).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() where !gone.contains(line) {
                guard let id = identity.exact(line) else { continue }
                added[id, default: []].append(
                    LogLine(
                        path: Self.pathInLog(change.path), number: index + 1, bytes: Array(line)))
            }
        }
        return added
    }

    /// Returns the lines in a commit that have one of the given identities.
    ///
    /// For identities that are newer than all bases, only files that changed since the first base
    /// are read.
    private func lines(
        of ids: Set<String>, in commit: ObjectID, since bases: [ObjectID],
        _ isNewer: (_ id: String, _ seconds: Int64) -> Bool
    ) throws -> [String: [LogLine]] {
        let search = LogSearch(repository: repository)
        guard let base = bases.first else {
            return try search.lines(of: ids, by: identity, in: commit)
        }
        let times = try bases.map { try repository.commit($0).committer.secondsSinceEpoch }
        let newer = ids.filter { id in times.allSatisfy { isNewer(id, $0) } }
        var found = try search.lines(of: ids.subtracting(newer), by: identity, in: commit)
        for change in try changedFiles(from: base, to: commit) {
            guard let blob = change.new else { continue }
            search.add(
                linesOf: try repository.readBlob(blob), at: change.path, with: newer, by: identity,
                to: &found)
        }
        return found
    }

    private func changedFiles(from old: ObjectID, to new: ObjectID) throws -> [TreeDifference] {
        try repository.changes(from: old, to: new, under: Self.eventsDirectory)
            .filter { Self.isLogFile($0.path) && $0.old != $0.new }
    }

    /// Returns the lines at a position that have one of the given identities.
    ///
    /// Cost: reads the whole log.
    public func lines(of ids: Set<String>, at position: Position) throws -> [String: [LogLine]] {
        try LogSearch(repository: repository).lines(
            of: ids, by: identity, in: commitID(of: position))
    }

    // MARK: Dropping altered lines

    /// Returns a position without the given lines, without moving any reference.
    ///
    /// The result is a commit on top of `position`, so that history contains both the dropped and
    /// the remaining lines. If a file in `kept` has different bytes in `position` because of a
    /// dropped line, the version in `kept` is restored. The other lines of a changed file go into a
    /// segment in the same directory. If nothing changes, `position` is returned. Cost: reads the
    /// files that differ between the two positions.
    public func dropping(
        _ lines: Set<[UInt8]>, from position: Position, keeping kept: Position, message: String,
        author: Author
    ) throws -> Position {
        let (base, commit) = (try commitID(of: kept), try commitID(of: position))
        let changes = try changedFiles(from: base, to: commit)
        var removals: [TreeChange] = []
        var additions: [TreeChange] = []
        var restored: Set<ArraySlice<UInt8>> = []
        var others: [(path: String, lines: [ArraySlice<UInt8>])] = []
        for change in changes {
            guard let blob = change.new else { continue }
            let content = LogFile.lines(of: try repository.readBlob(blob))
            let rest = content.filter { !lines.contains(Array($0)) }
            guard rest.count < content.count else {
                if change.old == nil { others.append((change.path, content)) }
                continue
            }
            var known: Set<ArraySlice<UInt8>> = []
            if let old = change.old {
                known = Set(LogFile.lines(of: try repository.readBlob(old)))
                additions.append(
                    .upsert(path: change.path, id: old, mode: change.oldMode ?? .regular))
            } else {
                removals.append(.remove(path: change.path))
            }
            restored.formUnion(known)
            if let segment = try segment(of: rest.filter { !known.contains($0) }, near: change.path)
            {
                additions.append(segment)
            }
        }
        // Remove segments into which a merge moved lines, if restored files contain these lines
        // again.
        for file in others where file.lines.allSatisfy(restored.contains) {
            removals.append(.remove(path: file.path))
        }
        guard !removals.isEmpty || !additions.isEmpty else { return position }
        let tree = try repository.createTree(base: commit, changes: removals)
        return try self.position(
            of: createCommit(
                tree: try repository.createTree(base: tree, changes: additions), parents: [commit],
                author: Signature(author), message: message, in: repository))
    }

    /// Returns the change that adds a segment with some lines to a file's directory, or nil without
    /// lines.
    func segment(
        of lines: [ArraySlice<UInt8>], near path: String
    ) throws -> TreeChange? {
        guard !lines.isEmpty else { return nil }
        let content = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
        let directory = String(
            decoding: path.utf8.prefix(
                path.utf8.count - (path.split(separator: "/").last?.utf8.count ?? 0)),
            as: UTF8.self)
        return .upsert(
            path: directory + LogFile.segmentName(of: content) + LogFile.suffix,
            id: try repository.writeBlob(content))
    }
}
