import Dispatch
import Synchronization
import Translation

/// Folds the subjects of the queue batch by batch, without the database.
final class SubjectFolder: Sendable {
    /// Folds of a large queue are done here, one batch after the other.
    let queue = DispatchQueue(label: "dragoman.subjects")
    private let project: Project
    /// The definitions of the string whose own subject came last; its texts come next, maybe in another batch.
    private let source = Mutex<(string: Int64, definitions: DefinitionHistory)?>(nil)

    init(project: Project) { self.project = project }

    /// Subjects in the order of the queue, and the stored rows that concern them.
    struct Batch: Sendable {
        var subjects: [Loaded] = []
        /// The credits of the texts that they copy.
        var credits: [EventID: Credit] = [:]
    }

    /// A subject with its events.
    struct Loaded: Sendable {
        let number: Int64
        let subject: Subject
        /// The number of a text's string, which may be the subject itself.
        let string: Int64?
        /// Whether it is folded for itself, and not only because its texts need it.
        let isFolded: Bool
        var events: [StoredEvent] = []
        var aliases: Aliases = .none
    }

    /// An event as it is at hand.
    enum StoredEvent: Sendable {
        case parsed(Event)
        case line([UInt8])
    }

    /// Folds the subjects of a batch, one after another.
    func fold(_ batch: Batch) throws -> [FoldedRows] {
        try batch.subjects.compactMap { loaded in
            let events = loaded.aliases.resolve(try loaded.events.compactMap(Self.event))
            return try rows(of: loaded, events, credits: batch.credits).map {
                FoldedRows(number: loaded.number, rows: $0)
            }
        }
    }

    private func rows(
        of loaded: Loaded, _ events: [Event], credits: [EventID: Credit]
    ) throws -> SubjectRows? {
        guard case .unit(let locale, let string) = loaded.subject else {
            return SubjectRows(loaded.subject, events: events)
        }
        let isSource = locale == project.source
        let definitions = source.withLock {
            $0?.string == loaded.string ? $0?.definitions : nil
        }
        let unit = Unit(
            locale: locale, string: string, events: events,
            source: isSource ? nil : definitions ?? .undefined
        ) { credits[$0] }
        if isSource { source.withLock { $0 = (loaded.number, unit.definitions) } }
        return loaded.isFolded && !events.isEmpty ? SubjectRows(unit, in: project) : nil
    }

    private static func event(_ stored: StoredEvent) throws -> Event? {
        switch stored {
        case .parsed(let event): event
        case .line(let line): try Event.stored(line)
        }
    }
}

/// The rows of a subject that was folded, with its number.
struct FoldedRows: Sendable {
    let number: Int64
    let rows: SubjectRows
}
