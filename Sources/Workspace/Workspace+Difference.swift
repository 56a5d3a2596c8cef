import EventStore
import Git
import GitEventStore
import ReadModel
import Translation

extension Workspace {
    /// Compares two states of the log.
    ///
    /// `range` is a revision (compared to the tip), `A..B`, `A...B` (from their merge base to B), or `nil`: from
    /// the upstream branch to the tip. Cost: the files in which the two and the tip differ, and the
    /// strings that these touch.
    public func difference(_ range: String?) throws -> Difference {
        let tip = try catchUp()
        let (from, to) = try sides(of: range, tip: tip)
        return try difference(from: from, to: to, tip: tip)
    }

    typealias Side = (name: String, position: Position)

    private func sides(of range: String?, tip: Position) throws -> (Side, Side) {
        let branch = store.branch.shorthand
        guard let range else {
            let upstream = try store.repository.upstream(of: store.branch) ?? store.remoteBranch
            guard let upstream, let commit = try store.repository.target(of: upstream) else {
                throw Refusal(
                    .unknownRevision, "The branch “\(branch)” has no upstream to compare with.",
                    hint: "Name revisions: `dragoman diff v1.0..\(branch)`.")
            }
            return ((upstream.shorthand, try store.position(of: commit)), (branch, tip))
        }
        switch RevisionRange(range) {
        case .single(let revision):
            return ((revision, try position(of: revision)), (branch, tip))
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
                    hint: "Write \(from)..\(to) to compare them as they are.")
            }
            return (
                (String(base.description.prefix(12)), try store.position(of: base)),
                (to.isEmpty ? branch : to, try position(of: to))
            )
        }
    }

    func difference(from: Side, to: Side, tip: Position) throws -> Difference {
        let between = try store.difference(from: from.position, to: to.position)
        let lines = try between.flatMap { file in
            try [file.old, file.new].compactMap(\.self).flatMap(events)
        }
        let before = try PartialState(self, at: from.position, tip: tip)
        let after = try PartialState(self, at: to.position, tip: tip)
        let units = try affectedUnits(
            Set(lines.compactMap { $0.subject(in: project) }),
            besides: (before.extra + after.extra).compactMap { $0.subject(in: project) })
        return Difference(
            fromRevision: from.name, toRevision: to.name, units: units,
            before: try before.state(of: units), after: try after.state(of: units))
    }

    /// The events of a file; what is no event is left out, as everywhere.
    func events(of content: ContentID) throws -> [Event] {
        Self.events(in: try store.content(content))
    }

    /// The events of a file's bytes.
    static func events(in bytes: [UInt8]) -> [Event] {
        bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard case .event(let event)? = try? Event.read(line: line) else { return nil }
            return event
        }
    }

    /// The units that may read otherwise: those touched, and all texts of touched strings and languages.
    ///
    /// `strangers` are subjects of events that the tip lacks, which its read model does not know of.
    private func affectedUnits(
        _ subjects: Set<Subject>, besides strangers: [Subject]
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
                for locale in try readModel.locales(of: string) {
                    units.insert(UnitID(locale, string))
                }
            case .locale(let locale):
                for string in try readModel.strings(in: locale) {
                    units.insert(UnitID(locale, string))
                }
            case .setting, .resource: break
            }
        }
        return units.map { ($0.locale, $0.string) }
    }
}

/// The state at a position for some units: what the tip's read model knows of them, less the files that
/// the position lacks, plus those that the tip lacks.
struct PartialState {
    private let workspace: Workspace
    private let missing: Set<String>
    /// The events that the tip lacks.
    let extra: [Event]

    init(_ workspace: Workspace, at position: Position, tip: Position) throws {
        self.workspace = workspace
        var missing: Set<String> = []
        var extra: [Event] = []
        for file in try workspace.store.difference(from: tip, to: position) {
            if file.old != nil { missing.insert(file.path) }
            if let new = file.new { extra += try workspace.events(of: new) }
        }
        self.missing = missing
        self.extra = extra
    }

    /// Folds the units, with the definitions of their strings and the state of their languages.
    func state(
        of units: [(locale: LanguageTag, string: StringID)]
    ) throws -> EventLogState {
        let project = workspace.project
        var subjects: Set<Subject> = []
        for (locale, string) in units {
            subjects.formUnion([
                .unit(locale, string), .unit(project.source, string), .locale(locale),
            ])
        }
        var state = EventLogState(project: project)
        for subject in subjects {
            for (path, event) in try workspace.readModel.storedEvents(of: subject)
            where !missing.contains(path) {
                state.evolve(event)
            }
        }
        for event in extra {
            if let subject = event.subject(in: project), subjects.contains(subject) {
                state.evolve(event)
            }
        }
        return state
    }
}
