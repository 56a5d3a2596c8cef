import EventStore
import GitEventStore
import ReadModel
import Texts
import Translation

/// The state of some units at a position.
///
/// It combines the tip's read model with the files that differ at the position. The read model's
/// lines from these files are ignored.
struct PartialState {
    private let project: Project
    private let model: ReadModel
    private let missing: Set<String>
    /// The lines at the position in files that differ from the tip.
    private let extra: Extra
    /// Whether an id may occur in several lines.
    ///
    /// If not, as in most logs, the search for repeated ids is skipped.
    private let mayRepeatIDs: Bool

    /// Reads the files that differ between the position and the tip.
    ///
    /// Cost: reads these files.
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

    /// The subjects of lines in files that differ, which the tip's read model may not contain.
    var strangers: Set<Subject> { Set(extra.bySubject.keys) }

    /// Returns an event of any subject, at the position or at the tip.
    func event(_ id: EventID) throws -> Event? {
        try extra.byID[id]?.first?.event ?? model.event(id)
    }

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

    /// Returns the events in the lines; if lines share an id, only the line that comes first in
    /// byte order counts.
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

    /// Returns the lines, and all other lines that determine whether they count.
    ///
    /// These are lines with the same id, and lines with the same owner and idempotency key. On
    /// request, the proposals that other proposals copy are included, to find their authors. Lines
    /// may occur more than once.
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

    /// Lines, indexed by subject, id and repetition.
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
