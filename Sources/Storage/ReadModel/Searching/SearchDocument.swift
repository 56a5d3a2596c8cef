import GRDB
import JSON
import Languages
import Texts
import Translation

/// The folded texts of a string in one language, for the search index.
struct SearchDocument {
    /// The number of the string.
    let string: Int64
    /// The texts in UTF-8, each followed by two ends; see ``GramTokenizer``.
    var bytes: [UInt8] = []

    mutating func add(_ text: String) {
        guard !text.isEmpty else { return }
        bytes += SearchPhrase.fold(text)
        bytes.append(GramTokenizer.end)
        bytes.append(GramTokenizer.end)
    }

    mutating func add(_ value: Texts.Value) {
        for text in value.texts { add(text.text) }
    }
}

/// A text about a string that is neither its source nor its translation.
enum SearchRemark {
    /// The text of an open proposal.
    case proposed(Texts.Value)
    /// The proposer's note.
    case note(String)
    /// A comment on a string or a proposal.
    case comment(String)
}

/// A change to the read model, up to which an index is complete.
struct ChangeMark: Equatable {
    /// The number of the change.
    var number: Int64
    /// The random number of the transaction that recorded the change.
    var batch: Int64

    /// The state right after a rebuild, before any change.
    static let start = ChangeMark(number: 0, batch: 0)
}

extension ReadModel {
    /// The highest number of a subject, which is about the number of texts.
    package var lastSubject: Int64 {
        get throws {
            try read { db in
                try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM subject")) ?? 0
            }
        }
    }

    /// The last change since the read model was rebuilt.
    var lastChange: ChangeMark {
        get throws {
            try read { db in
                var last = ChangeMark.start
                try db.cachedStatement(
                    sql: "SELECT number, batch FROM change ORDER BY number DESC LIMIT 1"
                ).forEachRow([]) { row in
                    last = ChangeMark(number: row.number(0) ?? 0, batch: row.number(1) ?? 0)
                }
                return last
            }
        }
    }

    /// Returns the strings whose texts changed after a change, by language.
    ///
    /// Returns `nil` if the change or older changes are not known. Cost: reads the changes.
    func changedTexts(after mark: ChangeMark) throws -> [LanguageTag: [Int64]]? {
        try read { db in
            guard try knows(mark, db) else { return nil }
            var changed: [LanguageTag: [Int64]] = [:]
            try db.cachedStatement(
                sql: """
                    SELECT DISTINCT s.locale, s.string FROM change c JOIN subject s ON s.id = c.subject
                    WHERE c.number > ? AND s.string IS NOT NULL ORDER BY s.string
                    """
            ).forEachRow([mark.number]) { row in
                guard let locale = row.text(0).flatMap({ LanguageTag($0) }),
                    let string = row.number(1)
                else { return }
                changed[locale, default: []].append(string)
            }
            return changed
        }
    }

    /// Returns true if all changes after a change are recorded.
    func knows(_ mark: ChangeMark) throws -> Bool { try read { try knows(mark, $0) } }

    private func knows(_ mark: ChangeMark, _ db: Database) throws -> Bool {
        guard mark != .start else {
            let first =
                try Int64.fetchOne(db.cachedStatement(sql: "SELECT min(number) FROM change"))
            return (first ?? 1) <= 1
        }
        let batch = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT batch FROM change WHERE number = ?"),
            arguments: [mark.number])
        return batch == mark.batch
    }

    /// Returns the documents of up to `limit` strings in a language, in the order of their numbers.
    ///
    /// The numbers are greater than `start`, and not greater than `end`.
    func searchDocuments(
        in locale: LanguageTag, after start: Int64, through end: Int64, limit: Int
    ) throws -> [SearchDocument] {
        try read { db in
            var documents: [SearchDocument] = []
            try db.cachedStatement(
                sql: """
                    SELECT string, value FROM subject
                    WHERE locale = ? AND string > ? AND string <= ? ORDER BY string LIMIT ?
                    """
            ).forEachRow([locale.rawValue, start, end, limit]) { row in
                guard let string = row.number(0) else { return }
                var document = SearchDocument(string: string)
                // The definition contains the source text.
                if locale != project.source, let value = try row.storedValue(1) {
                    document.add(value)
                }
                documents.append(document)
            }
            guard let last = documents.last?.string else { return [] }
            if locale == project.source {
                try addDefinitions(to: &documents, after: start, through: last, db)
            }
            var index = 0
            try forEachRemark(in: locale, after: start, through: last, db) { string, remark in
                while index < documents.count - 1, documents[index].string < string { index += 1 }
                guard documents[index].string == string else { return true }
                switch remark {
                case .proposed(let value): documents[index].add(value)
                case .note(let text), .comment(let text): documents[index].add(text)
                }
                return true
            }
            return documents
        }
    }

    private func addDefinitions(
        to documents: inout [SearchDocument], after start: Int64, through end: Int64,
        _ db: Database
    ) throws {
        var index = 0
        try db.cachedStatement(
            sql: """
                SELECT subject, section, key, definition FROM string
                WHERE subject > ? AND subject <= ? AND is_existing ORDER BY subject
                """
        ).forEachRow([start, end]) { row in
            guard let string = row.number(0), let json = row.blob(3) else { return }
            while index < documents.count - 1, documents[index].string < string { index += 1 }
            guard documents[index].string == string else { return }
            let definition = try Definition(json: .parse(json))
            documents[index].add("\(row.text(1) ?? ""):\(row.text(2) ?? "")")
            documents[index].add(definition.value)
            if let comment = definition.comment { documents[index].add(comment) }
        }
    }

    /// Calls `body` with the remarks on the strings in a range, in the order of the strings, until
    /// it returns false.
    func forEachRemark(
        in locale: LanguageTag, after start: Int64, through end: Int64, _ db: Database,
        _ body: (Int64, SearchRemark) throws -> Bool
    ) throws {
        // SQLite keeps the order of a cross join, and finds the events of each text in an index.
        try db.cachedStatement(
            sql: """
                SELECT s.string, p.state, e.body FROM subject s
                CROSS JOIN event e ON e.subject = s.id
                LEFT JOIN proposal p ON p.id = e.id
                WHERE s.locale = ? AND s.string > ? AND s.string <= ? AND e.standing = 0
                  AND e.type IN (CAST('proposal.made' AS BLOB), CAST('comment.added' AS BLOB))
                ORDER BY s.string
                """
        ).forEachRowWhile([locale.rawValue, start, end]) { row in
            guard let string = row.number(0), let json = row.blob(2),
                let event = try Event.stored(json)
            else { return true }
            switch event.payload {
            case .commentAdded(_, let text, _): return try body(string, .comment(text))
            case .proposalMade(let proposed):
                let state = row.text(1).flatMap { Proposal.State(rawValue: $0) }
                guard let state, state != .deleted, state != .superseded else { return true }
                if state == .open {
                    guard try body(string, .proposed(proposed.value)) else { return false }
                }
                guard let note = proposed.note else { return true }
                return try body(string, .note(note))
            default: return true
            }
        }
    }
}
