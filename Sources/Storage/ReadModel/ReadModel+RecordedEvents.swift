import GRDB
import Texts
public import Translation

extension ReadModel: RecordedEvents {
    /// Returns the event with the given id; if several events have it, returns the one that counts.
    public func recordedEvent(_ id: EventID) throws -> Event? {
        try recordedEvents(where: "id = ?", [id.description]).first
    }

    /// Returns the events of a subject, including aliases.
    ///
    /// Cost: reads the subject's events.
    public func recordedEvents(of subject: Subject) throws -> [Event] {
        guard let number = try read({ try $0.number(of: subject, in: project) }) else { return [] }
        return try recordedEvents(where: "subject = ?", [number])
    }

    /// Returns the events of a subject, including aliases, but without events that concern only
    /// proposals by people outside `proposers`.
    public func recordedEvents(of subject: Subject, by proposers: Proposers) throws -> [Event] {
        guard case .only(let guids) = proposers else { return try recordedEvents(of: subject) }
        return try read { db in
            try db.number(of: subject, in: project).map {
                try db.recordedEvents(ofSubject: $0, by: guids)
            } ?? []
        }
    }

    /// Returns the events with the given owner and idempotency key.
    public func recordedEvents(of repetition: Event.Repetition) throws -> [Event] {
        try recordedEvents(
            where: "owner = ? AND idem = ?",
            [repetition.owner.bytes.blob, Array(repetition.key.string.utf8).blob])
    }

    private func recordedEvents(
        where condition: String, _ arguments: StatementArguments
    ) throws -> [Event] {
        try read { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: "SELECT body FROM event WHERE \(condition) AND standing = 0"),
                arguments: arguments
            ).compactMap { try Event.stored(try $0.blob(0) ?? []) }
        }
    }
}
