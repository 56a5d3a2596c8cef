package import EventStore
import Git
import GitEventStore
import Machine
import ReadModel
import Texts
package import Translation

extension Snapshot {
    /// Compares two states of the log.
    ///
    /// `range` is a revision (compared with the tip), `A..B`, `A...B` (from their merge base to B),
    /// or `nil` (from the upstream branch to the tip). Cost: reads the files that differ between
    /// each state and the tip, and the strings that these files mention.
    public func difference(_ range: String?) throws -> Difference {
        let (from, to) = try sides(of: range)
        return try difference(from: from, to: to)
    }

    /// Compares two states of the log, given as revisions or times; see ``side(named:)``.
    ///
    /// Without `from`, compares the newest release. Without `to`, compares it with the newest
    /// state. Throws if there is no release.
    package func difference(from: String?, to: String?) throws -> Difference {
        guard let from = try from ?? releases(limit: 1).first?.name else {
            throw Refusal(
                .unknownRevision, "The project has no release to compare with.",
                hint: "Specify a revision or a time as “from”.")
        }
        return try difference(from: side(named: from), to: side(named: to ?? ""))
    }

    /// A state of the log with its name.
    package typealias Side = (name: String, position: Position)

    /// Returns the state for a revision or a time, and the newest state for an empty text.
    ///
    /// A time means the last commit of the branch until then, and a date means the end of that day
    /// in UTC. If both are possible, the text is a revision. Cost for a time: reads the commits
    /// since then.
    package func side(named text: String) throws -> Side {
        if text.isEmpty { return (store.branch.shorthand, try requirePosition()) }
        do {
            return (text, try position(of: text))
        } catch let refusal as Refusal where refusal.code == .unknownRevision {
            guard let time = try? Timestamp.span(of: text, now: host.now()).upperBound else {
                throw refusal
            }
            return (text, try position(notAfter: time, named: text))
        }
    }

    private func position(notAfter milliseconds: Int64, named text: String) throws -> Position {
        var found: ObjectID?
        try store.repository.forEachCommit(
            from: [commit(of: requirePosition().commit)], order: .newestFirst
        ) { commit throws(GitError) in
            guard commit.committer.secondsSinceEpoch * 1000 <= milliseconds else {
                return .continue
            }
            found = commit.id
            return .stop
        }
        guard let found else {
            throw Refusal(
                .invalidTime, "The project has no commit from \(text) or earlier.",
                hint: "Specify a later time.")
        }
        return try store.position(of: found)
    }

    private func sides(of range: String?) throws -> (Side, Side) {
        let branch = store.branch.shorthand
        guard let range else {
            let upstream = try store.repository.upstream(of: store.branch) ?? store.remoteBranch
            guard let upstream, let commit = try store.repository.target(of: upstream) else {
                throw Refusal(
                    .unknownRevision, "The branch “\(branch)” has no upstream to compare with.",
                    hint: .typed("Specify revisions: `dragoman diff v1.0..\(branch)`."))
            }
            return (
                (upstream.shorthand, try store.position(of: commit)),
                (branch, try requirePosition())
            )
        }
        switch RevisionRange(range) {
        case .single(let revision):
            return ((revision, try position(of: revision)), (branch, try requirePosition()))
        case .range(let from, let to):
            return (
                (from.isEmpty ? branch : from, try position(of: from)),
                (to.isEmpty ? branch : to, try position(of: to))
            )
        case .symmetric(let from, let to):
            let (left, right) = (try commit(of: from), try commit(of: to))
            guard let base = try store.repository.mergeBase(left, right) else {
                throw Refusal(
                    .unknownRevision, "\(from) and \(to) have no common ancestor.",
                    hint: "Write \(from)..\(to) to compare them directly.")
            }
            return (
                (String(base.description.prefix(12)), try store.position(of: base)),
                (to.isEmpty ? branch : to, try position(of: to))
            )
        }
    }

    /// Compares two states of the log.
    package func difference(from: Side, to: Side) throws -> Difference {
        let between = try store.difference(from: from.position, to: to.position)
        let changed = try between.flatMap { file in
            try [file.old, file.new].compactMap(\.self).flatMap {
                try storedEvents(of: $0, at: file.path)
            }
        }
        let before = try PartialState(self, at: from.position)
        let after = try PartialState(self, at: to.position)
        let touched = try before.withRepetitions(changed) + after.withRepetitions(changed)
        let units = try affectedUnits(
            Set(touched.compactMap { $0.event.subject(in: project) }),
            besides: before.strangers.union(after.strangers).union(model.silentSubjects()))
        return try Difference(
            fromRevision: from.name, toRevision: to.name, units: units,
            before: before.state(of: units), after: after.state(of: units), event: after.event)
    }

    /// Returns the units that may differ: those with changed lines, and all texts of changed
    /// strings and languages.
    ///
    /// `strangers` are the subjects of lines that the tip lacks or ignores. The tip's read model
    /// may not list their texts.
    private func affectedUnits(
        _ subjects: Set<Subject>, besides strangers: Set<Subject>
    ) throws -> [(locale: LanguageTag, string: StringID)] {
        var units: Set<UnitID> = []
        for case .unit(let locale, let string) in strangers
        where subjects.contains(.unit(project.source, string)) || subjects.contains(.locale(locale))
        {
            units.insert(UnitID(locale, string))
        }
        for subject in subjects {
            switch subject {
            case .unit(let locale, let string):
                units.insert(UnitID(locale, string))
                guard locale == project.source else { continue }
                for locale in try model.locales(of: string) {
                    units.insert(UnitID(locale, string))
                }
            case .locale(let locale):
                for string in try model.strings(in: locale) {
                    units.insert(UnitID(locale, string))
                }
            case .setting, .resource, .file: break
            }
        }
        return units.map { ($0.locale, $0.string) }
    }
}

extension ProjectScope {
    /// Returns the events in a file, and ignores lines that are not events.
    func storedEvents(of content: ContentID, at path: String) throws -> [StoredEvent] {
        Workspace.lines(in: try store.content(content)).map {
            StoredEvent(event: $0.event, line: Array($0.line), path: path)
        }
    }
}

extension Workspace {
    /// Returns the events in the bytes of a file.
    package static func events(in bytes: [UInt8]) -> [Event] { lines(in: bytes).map(\.event) }

    fileprivate static func lines(
        in bytes: [UInt8]
    ) -> [(line: ArraySlice<UInt8>, event: Event)] {
        bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard case .event(let event)? = try? Event.read(line: line) else { return nil }
            return (line, event)
        }
    }
}
