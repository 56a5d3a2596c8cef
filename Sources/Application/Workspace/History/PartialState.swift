import EventStore
import GitEventStore
import ReadModel
import Texts
import Translation

/// The state at a position for some units: what the tip's read model knows of them, less the files that
/// the position lacks, plus those that the tip lacks.
struct PartialState {
    private let project: Project
    private let model: ReadModel
    private let missing: Set<String>
    /// The lines that the tip lacks.
    private let extra: Extra
    /// Whether an id may stand in several lines: most logs have none such, and are not searched for them.
    private let mayRepeatIDs: Bool

    /// Cost: the files in which the position and the tip differ.
    init(_ tip: Snapshot, at position: Position) throws {
        project = tip.project
        model = tip.model
        var missing: Set<String> = []
        var extra: [StoredEvent] = []
        for file in try tip.store.difference(from: tip.requirePosition(), to: position) {
            if file.old != nil { missing.insert(file.path) }
            if let new = file.new { extra += try tip.storedEvents(of: new, at: file.path) }
        }
        self.missing = missing
        self.extra = Extra(extra, in: project)
        mayRepeatIDs = try !extra.isEmpty || model.hasRepeatedIDs()
    }

    /// What the lines speak of that the tip lacks: its read model may not know of these.
    var strangers: Set<Subject> { Set(extra.bySubject.keys) }

    /// Folds the units, with the definitions of their strings and the state of their languages.
    func state(
        of units: [(locale: LanguageTag, string: StringID)]
    ) throws -> EventLogState {
        var subjects: Set<Subject> = []
        for (locale, string) in units {
            subjects.formUnion([
                .unit(locale, string), .unit(project.source, string), .locale(locale),
            ])
        }
        let lines = try subjects.flatMap { subject in
            try present(model.storedEvents(of: subject)) + extra.bySubject[subject, default: []]
        }
        let related = try withRepetitions(lines, andCopiedProposals: true)
        return EventLogState(project: project, events: counting(related))
    }

    /// Of several lines with one id, the event of the one with the smallest bytes.
    private func counting(_ lines: [StoredEvent]) -> [Event] {
        guard mayRepeatIDs else { return lines.map(\.event) }
        var counting: [EventID: StoredEvent] = [:]
        for line in lines {
            if let other = counting[line.event.id],
                !line.line.lexicographicallyPrecedes(other.line)
            {
                continue
            }
            counting[line.event.id] = line
        }
        return counting.values.map(\.event)
    }

    /// The lines, and all of the state on which it hangs whether they count.
    ///
    /// These are the lines with one of their ids, and those of the same owners with the same idempotency keys; where it
    /// is asked, also the proposals that proposals copy, for who made them. Some may come twice.
    func withRepetitions(
        _ lines: [StoredEvent], andCopiedProposals areCopiesWanted: Bool = false
    ) throws -> [StoredEvent] {
        var all = lines
        var seenIDs: Set<EventID> = []
        var seenRepetitions: Set<Event.Repetition> = []
        var new = lines
        while !new.isEmpty {
            var ids = mayRepeatIDs ? new.map(\.event.id).filter { seenIDs.insert($0).inserted } : []
            if areCopiesWanted {
                ids += new.compactMap(Self.copiedProposal).filter { seenIDs.insert($0).inserted }
            }
            let repetitions = new.compactMap(\.event.repetition).filter {
                seenRepetitions.insert($0).inserted
            }
            new = try present(model.storedEvents(withIDs: ids, or: repetitions))
            new += ids.flatMap { extra.byID[$0, default: []] }
            new += repetitions.flatMap { extra.byRepetition[$0, default: []] }
            all += new
        }
        return all
    }

    private static func copiedProposal(_ line: StoredEvent) -> EventID? {
        guard case .proposalMade = line.event.payload else { return nil }
        return line.event.copies
    }

    private func present(_ lines: [StoredEvent]) -> [StoredEvent] {
        lines.filter { !missing.contains($0.path) }
    }

    /// Lines by what they are looked for.
    private struct Extra {
        let bySubject: [Subject: [StoredEvent]]
        let byID: [EventID: [StoredEvent]]
        let byRepetition: [Event.Repetition: [StoredEvent]]

        init(_ lines: [StoredEvent], in project: Project) {
            func grouped<Key>(_ key: (Event) -> Key?) -> [Key: [StoredEvent]] {
                lines.reduce(into: [:]) { groups, line in
                    if let key = key(line.event) { groups[key, default: []].append(line) }
                }
            }
            bySubject = grouped { $0.subject(in: project) }
            byID = grouped(\.id)
            byRepetition = grouped(\.repetition)
        }
    }
}
