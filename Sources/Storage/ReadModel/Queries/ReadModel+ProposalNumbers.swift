import Crypto
import GRDB
public import Texts
public import Translation

extension EventID {
    /// The number of an event: 53 bits, never zero.
    ///
    /// Clients that identify proposals by integers use it. The number is the first 8 bytes of
    /// SHA-256 of the id's 26 characters, big-endian, shifted right by 11, with 1 instead of 0. A
    /// `Double`, and therefore JavaScript, represents 53 bits exactly. Two ids with the same number
    /// are rare, but possible.
    public var proposalNumber: Int64 {
        let digest = SHA256.hash(data: Array(description.utf8))
        let bits = digest.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } >> 11
        return max(Int64(bits), 1)
    }
}

extension ReadModel {
    /// Returns the ids of the proposals with a number, ascending, each with its guid.
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
    /// Returns the newest event that may have changed texts in some languages.
    ///
    /// Returns `nil` if there is none. Proposals and comments change no text. Cost: a scan of the
    /// newer events.
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
