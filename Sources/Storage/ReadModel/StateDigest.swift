import Crypto
import GRDB
import Texts
public import Translation

/// The digest of a folded state, which does not depend on the order in which events arrived.
///
/// Equal sets of events have equal digests. The digest is a SHA-256 in lower-case hexadecimal. Its
/// input is the concatenated SHA-256 hashes of the subjects' rows. The order is by kind (languages,
/// sections, files, settings, strings), then by the bytes of language, section and key. Rows are
/// canonical JSON. A subject without events, or only with aliases, has no row.
public enum StateDigest {
    /// Returns the digest of a state in memory.
    public static func of(_ state: EventLogState) -> String {
        var hash = SHA256()
        for row in rows(of: state) { hash.update(data: Array(SHA256.hash(data: row))) }
        return hex(hash.finalize())
    }

    /// Returns the rows of a state in memory, in the order of the digest.
    package static func rows(of state: EventLogState) -> [[UInt8]] {
        state.subjects.map { (SubjectKey($0), $0) }.sorted { $0.0.precedes($1.0) }
            .compactMap { _, subject in
                state.events(of: subject).isEmpty ? nil : state.row(of: subject)
            }
    }

    /// Encodes bytes in lower-case hexadecimal.
    package static func hex(_ digest: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let bytes = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension EventLogState {
    fileprivate func row(of subject: Subject) -> [UInt8]? {
        switch subject {
        case .locale(let tag): locale(tag)?.stateRow
        case .resource(let section, let locale):
            resource(section.string, in: locale).stateRow(section: section.string, in: locale)
        case .file(let section, let format, let locale):
            fileTexts(section.string, format: format.string, in: locale)
                .stateRow(section: section.string, format: format.string, in: locale)
        case .setting(let name): setting(name.string).stateRow(name: name.string)
        case .unit(let locale, let string): unit(locale, string).stateRow
        }
    }
}

extension ReadModel {
    /// Returns the digest of the folded state; see ``StateDigest``.
    ///
    /// Cost: one pass over the subjects, and memory for the strings in one language. Texts with new
    /// proposals are folded.
    public func digest() throws -> String {
        try read { db in
            var hash = SHA256()
            try db.makeStatement(
                sql: """
                    SELECT row_hash FROM subject WHERE string IS NULL AND row_hash IS NOT NULL
                    ORDER BY kind, locale, section, key
                    """
            ).forEachRow([]) { row in
                row.bytes(0) { hash.update(bufferPointer: $0) }
            }
            // Units are the last kind. Their strings are sorted once instead of once for each
            // language.
            var ranks: [Int64: Int] = [:]
            try db.makeStatement(
                sql: """
                    SELECT id FROM subject WHERE kind = ? AND locale = ? AND string = id
                    ORDER BY section, key
                    """
            ).forEachRow([SubjectKey.Kind.unit.rawValue, project.source.rawValue]) { row in
                row.number(0).map { ranks[$0] = ranks.count }
            }
            var locale: String?
            var rows: [(rank: Int, hash: [UInt8])] = []
            func endLocale() {
                rows.sort { $0.rank < $1.rank }
                for row in rows { hash.update(data: row.hash) }
                rows.removeAll(keepingCapacity: true)
            }
            try db.makeStatement(
                sql: """
                    SELECT locale, string, row_hash, id FROM subject
                    WHERE string IS NOT NULL AND row_hash IS NOT NULL ORDER BY locale
                    """
            ).forEachRow([]) { row in
                guard let rank = row.number(1).flatMap({ ranks[$0] }), var digest = row.blob(2)
                else { return }
                if digest.isEmpty, let id = row.number(3) {
                    digest = try db.hashOfRow(of: id, in: project) ?? []
                }
                let next = row.text(0)
                if next != locale { endLocale() }
                locale = next
                rows.append((rank, digest))
            }
            endLocale()
            return StateDigest.hex(hash.finalize())
        }
    }
}
