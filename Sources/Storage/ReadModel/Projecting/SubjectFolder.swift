import Dispatch
import Synchronization
import Translation

/// Folds the subjects of the queue in batches, without access to the database.
final class SubjectFolder: Sendable {
    /// The queue on which batches are folded in order, if there are several.
    let queue = DispatchQueue(label: "dragoman.subjects")
    private let project: Project
    /// The definitions of the string that was folded last.
    ///
    /// The string's texts follow, possibly in the next batch.
    private let source = Mutex<(string: Int64, definitions: DefinitionHistory)?>(nil)

    init(project: Project) { self.project = project }

    /// Subjects in queue order, with the data that their folds need.
    struct Batch: Sendable {
        var subjects: [Loaded] = []
        /// The credits of the original events from which the subjects' events were copied.
        var credits: [EventID: Credit] = [:]
    }

    struct Loaded: Sendable {
        let number: Int64
        let subject: Subject
        /// The row number of a text's string, which may be the subject itself.
        let string: Int64?
        /// True if the subject itself must be folded; false if only its texts need its definitions.
        let isFolded: Bool
        var events: [StoredEvent] = []
        var aliases: Aliases = .none
    }

    /// An event, either parsed or as its stored line.
    enum StoredEvent: Sendable {
        case parsed(Event)
        case line([UInt8])
    }

    /// Folds the subjects of a batch in order.
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

/// The rows of a folded subject, with its row number.
struct FoldedRows: Sendable {
    let number: Int64
    let rows: SubjectRows
}
