import GRDB
public import Texts
public import Translation

extension ReadModel {
    /// A problem in the log's files.
    public struct Problem: Hashable, Sendable {
        /// The kind of problem.
        public let kind: Kind
        /// The path of the file, relative to the log's root.
        public let path: String
        /// The number of the line in the file, from 1.
        public let line: Int?
        /// A one-sentence description.
        public let message: String
        /// The event with the problem, if the line could be read as an event.
        public let event: EventID?

        /// True if the problem loses, hides or contradicts an event; false if it is only
        /// informational.
        public var isError: Bool {
            switch kind {
            case .malformed, .duplicate, .misdirected: true
            case .stray, .outOfPlace, .notCanonical, .unrecognized, .newerVersion: false
            }
        }

        /// The kinds of problems with a line.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// The line is not an event.
            case malformed
            /// Another line has the same id and smaller bytes.
            case duplicate
            /// The event refers to a proposal for another string or language.
            case misdirected
            /// The event is about a different language than its folder.
            case stray
            /// The event defines a string outside the source language, or sets a text in the source
            /// language.
            case outOfPlace
            /// The event is not in canonical form.
            case notCanonical
            /// The event's type is unknown to this version.
            case unrecognized
            /// The event has a version that is unknown to this version of the program.
            case newerVersion
        }
    }

    /// Returns the problems in the log's files, sorted by path and line.
    ///
    /// `isCanonical` returns true if a language tag is in canonical form. Cost: reads every line
    /// and compares it with its canonical form.
    public func problems(
        isCanonical: (LanguageTag) -> Bool = { _ in true }
    ) throws -> [Problem] {
        let found = try read { db in
            try storedProblems(db)
                + queried(db, .duplicate, Self.duplicates) { _ in
                    "Another line has the same id and sorts before this one byte by byte, so it is used instead."
                }
                + queried(db, .misdirected, Self.misdirected) { row in
                    "The proposal \(row[3] as String) belongs to another string or language."
                } + byteProblems(db, isCanonical)
        }
        return found.sorted { a, b in
            if !a.path.utf8.elementsEqual(b.path.utf8) {
                return a.path.utf8.lexicographicallyPrecedes(b.path.utf8)
            }
            if a.line != b.line { return a.line ?? 0 < b.line ?? 0 }
            return a.kind.rawValue < b.kind.rawValue
        }
    }

    private static let duplicates = """
        SELECT f.path, e.line, e.id FROM event e JOIN file f ON f.id = e.file WHERE e.standing = 2
        """

    /// Returns the files that contain a line whose id occurs elsewhere with different bytes.
    ///
    /// The paths are relative to the log's root.
    public func contradictedFiles() throws -> Set<String> {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT f.path FROM event e JOIN file f ON f.id = e.file
                    WHERE e.id IN (SELECT id FROM event WHERE standing = 2)
                    """)
            return Set(try rows.map { try $0.requiredText(0) })
        }
    }

    private static let misdirected = """
        SELECT f.path, e.line, e.id, e.proposal FROM event e JOIN file f ON f.id = e.file
        JOIN event p ON p.id = e.proposal AND p.standing = 0
        WHERE e.proposal IS NOT NULL AND e.standing = 0 AND p.subject IS NOT e.subject
        """

    private func storedProblems(_ db: Database) throws -> [Problem] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT f.path, p.line, p.kind, p.message, p.event
                FROM problem p JOIN file f ON f.id = p.file
                """
        ).compactMap { row in
            guard let kind = Problem.Kind(rawValue: row[2]) else { return nil }
            return Problem(
                kind: kind, path: try row.requiredText(0), line: row[1],
                message: try row.requiredText(3), event: row.eventID(4))
        }
    }

    private func queried(
        _ db: Database, _ kind: Problem.Kind, _ sql: String, _ message: (Row) -> String
    ) throws -> [Problem] {
        try Row.fetchAll(db, sql: sql).map { row in
            Problem(
                kind: kind, path: try row.requiredText(0), line: row[1], message: message(row),
                event: row.eventID(2))
        }
    }

    /// Returns the highest event version above ``Translation/Event/version``, or `nil` if no event
    /// is newer.
    public func newerVersion() throws -> Int64? {
        try read { db in try Int64.fetchOne(db, sql: "SELECT max(version) FROM problem") }
    }

    /// Returns true if any event is in another language's folder.
    public func hasStrayEvents() throws -> Bool { try hasProblem(.stray) }

    /// Returns true if any event has a type that is unknown to this version of the program.
    public func hasUnrecognizedEvents() throws -> Bool { try hasProblem(.unrecognized) }

    private func hasProblem(_ kind: Problem.Kind) throws -> Bool {
        try read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM problem WHERE kind = ?)",
                arguments: [kind.rawValue]) ?? false
        }
    }

    /// Returns true if events in other languages affect which events in a language count.
    ///
    /// An event in another language may have the same idempotency key and a smaller id, or the same
    /// id in another line. Cost: proportional to the number of aliases, and of ids that occur in
    /// more than one line.
    public func hasEventsAcrossLanguages() throws -> Bool {
        try read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (
                      SELECT 1 FROM event a CROSS JOIN event c ON c.id = a.alias_of
                      WHERE a.alias_of IS NOT NULL AND c.locale <> a.locale
                    ) OR EXISTS (
                      SELECT 1 FROM event a CROSS JOIN event c ON c.id = a.id
                      WHERE a.standing > 0 AND c.locale <> a.locale
                    )
                    """) ?? false
        }
    }

    /// Returns true if any event copies an event that is not in the log.
    ///
    /// Cost: proportional to the number of events that copy another event.
    public func copiesAbsentEvents() throws -> Bool {
        try read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (
                      SELECT 1 FROM event e WHERE e.copies IS NOT NULL
                        AND NOT EXISTS (SELECT 1 FROM event o WHERE o.id = e.copies))
                    """) ?? false
        }
    }

    /// Returns the number of events of each unknown type, sorted by type.
    public func unrecognizedTypes() throws -> [(type: String, count: Int)] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT type, count(*) FROM event e WHERE subject IS NULL AND standing = 0
                      AND NOT EXISTS (
                        SELECT 1 FROM problem p
                        WHERE p.file = e.file AND p.line = e.line AND p.kind = ?)
                    GROUP BY type ORDER BY type
                    """, arguments: [Problem.Kind.outOfPlace.rawValue]
            ).map { (try $0.requiredText(0), $0[1]) }
        }
    }
}
