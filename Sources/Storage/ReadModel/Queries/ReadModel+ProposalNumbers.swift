import Crypto
import GRDB
public import Texts
public import Translation

extension EventID {
    /// The number of an event: 53 bits, never zero.
    ///
    /// Clients that identify proposals by integers use this number. It consists of the first 8
    /// bytes of the SHA-256 of the id's 26 characters, read as a big-endian number and shifted
    /// right by 11 bits. A result of 0 becomes 1. A `Double`, and therefore a JavaScript number,
    /// represents 53 bits exactly. It is unlikely, but possible, that two ids have the same number.
    public var proposalNumber: Int64 {
        let digest = SHA256.hash(data: Array(description.utf8))
        let bits = digest.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } >> 11
        return max(Int64(bits), 1)
    }
}

extension ReadModel {
    /// Returns the sorted ids of the proposals with the given number, each with its guid.
    public func proposals(numbered number: Int64) throws -> [(id: EventID, guid: HashedGuid)] {
        try read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, guid FROM proposal WHERE number = ? ORDER BY id",
                arguments: [number])
            return try rows.compactMap { row in
                guard let id = row.eventID(0) else { return nil }
                return (id, HashedGuid(try row.requiredText(1)))
            }
        }
    }
}

extension ReadModel {
    /// Returns the newest event that may have changed texts in the given languages.
    ///
    /// Returns `nil` if no such event exists. Proposals and comments do not change texts. Cost:
    /// scans the newer events.
    public func newestTextEvent(in locales: [LanguageTag]) throws -> EventID? {
        var conditions = Conditions()
        conditions.add("standing = 0")
        conditions.add("locale", among: locales.map(\.rawValue))
        conditions.add("type", among: Self.textTypes.map(StoredText.init))
        return try read { db in
            try String.fetchOne(
                db,
                sql: "SELECT id FROM event WHERE \(conditions.sql) ORDER BY id DESC LIMIT 1",
                arguments: conditions.arguments
            ).flatMap { EventID($0) }
        }
    }

    /// The types of events that can change texts, the existence of strings, or the current text.
    private static let textTypes = [
        "locale.added", "locale.removed", "string.defined", "string.removed", "translation.set",
        "translation.removed", "proposal.accepted", "setting.changed",
    ]
}
