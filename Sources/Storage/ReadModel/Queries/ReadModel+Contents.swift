public import EventStore
import GRDB
public import Translation

extension ReadModel {
    /// Returns the lines of the files with some content, as far as they were taken in.
    ///
    /// The bytes are the file's own if every line of it was an event: compare their hash. Empty
    /// if no file of this content was read. Cost: the files' table, and the lines of the file.
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

    /// The lines of all events as they are stored, by id; of several lines with one id the one that counts.
    public func storedLines() throws -> [[UInt8]] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT body FROM event WHERE standing <> 2 GROUP BY id ORDER BY id"
            ).compactMap { try $0.blob(0) }
        }
    }
}
