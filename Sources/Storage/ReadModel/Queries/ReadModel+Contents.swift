public import EventStore
import GRDB
public import Translation

extension ReadModel {
    /// Returns the lines of a file with the given content that were read as events.
    ///
    /// Lines that are not events are missing, so compare the hash before using the lines as the
    /// file's content. The result is empty if no such file was read. Cost: reads the table of
    /// files, and the file's lines.
    public func lines(of content: ContentID) throws -> [(id: EventID, line: [UInt8])] {
        try read { db in
            guard
                let file = try Int64.fetchOne(
                    db, sql: "SELECT id FROM file WHERE content = ? LIMIT 1",
                    arguments: [content.rawValue])
            else { return [] }
            return try Row.fetchAll(
                db, sql: "SELECT id, body FROM event WHERE \(Schema.isOfFile) ORDER BY line",
                arguments: ["file": file]
            ).compactMap { row in
                guard let id = row.eventID(0) else { return nil }
                return (id, try row.blob(1) ?? [])
            }
        }
    }

    /// Returns the stored lines of all events, by id.
    ///
    /// If several lines have the same id, returns the line that counts.
    public func storedLines() throws -> [[UInt8]] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT body FROM event WHERE standing <> 2 GROUP BY id ORDER BY id"
            ).compactMap { try $0.blob(0) }
        }
    }
}
