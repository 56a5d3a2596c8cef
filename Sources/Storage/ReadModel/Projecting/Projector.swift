import EventStore
import GRDB
import Texts
import Translation

/// Adds and removes log files, and folds the affected subjects, in one transaction.
final class Projector {
    let db: Database
    let project: Project
    /// Whether the tables start empty, and get their indexes only after all files are read.
    let isRebuild: Bool
    let limits: RebuildLimits
    let progress: Projection.Progress
    /// Called during a rebuild when all files are read and only work on the database remains.
    var whenAllIsRead: () -> Void = {}
    /// Events that were just read, by row number, so that most are parsed only once.
    ///
    /// Holds at most ``parsedLimit`` events.
    var parsed: [Int64: Event] = [:]
    /// New events that concern only one guid's proposals, by subject, or `nil` if there are too
    /// many.
    var asides: [Int64: [Event]]? = [:]
    /// The number of events in ``asides``.
    var asideCount = 0
    /// The row numbers of subjects that were looked up, at most ``subjectLimit``.
    private var subjectNumbers: [SubjectKey: Int64] = [:]
    let writer: StateWriter
    let files: RowStatement
    private let events: RowStatement
    private let touching: RowStatement
    /// The number of the next subject's row.
    private var nextSubject: Int64
    /// The number of the next row of a file or an event.
    private var nextRow: Int64

    /// The maximum number of events in ``parsed``.
    static let parsedLimit = 50_000
    /// The maximum number of cached row numbers of subjects.
    private static let subjectLimit = 500_000

    /// Creates a projector; for a rebuild, drops all tables and creates empty ones.
    init(
        _ db: Database, project: Project, limits: RebuildLimits, isRebuild: Bool,
        progress: @escaping Projection.Progress
    ) throws {
        self.db = db
        self.project = project
        self.isRebuild = isRebuild
        self.limits = limits
        self.progress = progress
        if isRebuild {
            try Schema.drop(in: db)
            try Schema.create(in: db, project: ProjectKey(project), withIndexes: false)
        }
        try db.execute(sql: Self.temporaryTables)
        writer = StateWriter(db, allowsTwins: isRebuild)
        files = RowStatement(db, "INSERT INTO file (id, path, content) VALUES (?, ?, ?)")
        events = RowStatement(db, Self.eventInsertion)
        nextSubject =
            try Int64.fetchOne(db, sql: "SELECT coalesce(max(id), 0) + 1 FROM subject") ?? 1
        nextRow =
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT max((SELECT coalesce(max(row), 0) FROM event),
                      (SELECT coalesce(max(id), 0) FROM file)) + 1
                    """) ?? 1
        touching = RowStatement(
            db, "INSERT OR IGNORE INTO touched (subject, round) VALUES (?, ?)")
    }

    /// The tables of one transaction, which are empty between transactions.
    ///
    /// - `gone` contains the removed events that counted.
    /// - `contested` contains the ids whose counting row must be determined.
    /// - `touched` contains the subjects to fold, with the round that found them. The round is
    ///   ``asideRound`` if only some proposals are rewritten.
    /// - `queue` contains the subjects to fold completely, in order, with the source strings that
    ///   their folds need.
    private static let temporaryTables = """
        CREATE TEMP TABLE IF NOT EXISTS gone (
          id TEXT PRIMARY KEY, subject INTEGER, owner BLOB, idem BLOB, alias_of TEXT, body BLOB
        );
        CREATE TEMP TABLE IF NOT EXISTS contested (id TEXT PRIMARY KEY);
        CREATE TEMP TABLE IF NOT EXISTS touched (subject INTEGER PRIMARY KEY, round INTEGER NOT NULL);
        CREATE INDEX IF NOT EXISTS temp.touched_round ON touched (round);
        CREATE TEMP TABLE IF NOT EXISTS queue (
          number INTEGER PRIMARY KEY, subject INTEGER NOT NULL, is_folded INTEGER NOT NULL
        );
        """

    /// Applies the differences, folds the touched subjects, and returns their number.
    func apply(
        _ differences: [FileDifference],
        content: @escaping @Sendable (ContentID) throws -> [UInt8]
    ) throws -> Int {
        let files = differences.filter { $0.path.hasSuffix(".jsonl") }
        guard !isRebuild else { return try rebuild(from: files, content: content) }
        for file in files { try file.old.map { try removeFile(at: file.path, $0) } }
        let mark = nextRow - 1
        for (index, file) in files.enumerated() {
            if let new = file.new {
                try addFile(at: file.path, new, bytes: try content(new))
            }
            progress(index + 1, files.count * 2)
        }
        return try finish(after: mark, fileCount: files.count)
    }

    /// Determines which rows count, and folds the affected subjects.
    ///
    /// Subjects are affected by rows after `mark`, by removed rows, and by earlier changes.
    func finish(after mark: Int64, fileCount: Int) throws -> Int {
        if isRebuild { try addIndexes(Schema.logIndexes) }
        try settleDuplicates(after: mark)
        try touchSubjects(ofRowsAfter: mark)
        try settleIdempotency(after: mark)
        try touchSubjectsOfAsides(after: mark)
        // If `mark` is 0, all subjects with events are touched already.
        if mark > 0 { try spread() }
        try LastEvents.update(after: mark, in: db)
        return try finishTouched(fileCount: fileCount)
    }

    /// Folds the touched subjects, completes a rebuild's indexes, and empties the temporary tables.
    func finishTouched(fileCount: Int) throws -> Int {
        let subjects = try fold(fileCount: fileCount)
        if isRebuild { try addIndexes(Schema.stateIndexes) } else { try noteChanges() }
        try db.execute(
            sql: "DELETE FROM gone; DELETE FROM contested; DELETE FROM touched; DELETE FROM queue")
        progress(fileCount * 2, fileCount * 2)
        return subjects
    }

    /// Records the touched subjects for indexes beside the read model, and forgets old changes.
    ///
    /// After a power loss, the read model may lack its last transactions. The numbers of their
    /// changes are then used again, so an index also compares the random number of a transaction.
    private func noteChanges() throws {
        let batch = try Int64.fetchOne(db, sql: "SELECT random()") ?? 0
        try db.execute(
            sql: "INSERT INTO change (subject, batch) SELECT subject, ? FROM touched",
            arguments: [batch])
        try db.execute(
            sql: """
                DELETE FROM change
                WHERE number <= (SELECT max(number) FROM change) - \(Self.changeLimit)
                """)
    }

    /// The number of changes in the table `change`.
    ///
    /// An index that lacks more changes than this is created again.
    static let changeLimit = 20_000

    /// Creates indexes on filled tables.
    ///
    /// SQLite sorts in portions that are as large as the cache. Small portions fit in the
    /// processor's caches, and a worker thread can merge them.
    func addIndexes(_ sql: String) throws {
        let size = try Int64.fetchOne(db, sql: "PRAGMA cache_size") ?? -2000
        try db.execute(sql: "PRAGMA cache_size = -4096")
        try db.execute(sql: sql)
        try db.execute(sql: "PRAGMA cache_size = \(size)")
    }

    /// Marks a subject to be folded.
    func touch(_ subject: Int64?, round: Int = 0) throws {
        guard let subject else { return }
        try touching.execute {
            $0.add(subject)
            $0.add(Int64(round))
        }
    }

    /// Returns the row number of a subject, and creates the row if it is missing.
    func number(of subject: Subject) throws -> Int64 {
        let key = SubjectKey(subject)
        if let number = subjectNumbers[key] { return number }
        // In a rebuild most subjects are new, and `insert` finds the others.
        let known = isRebuild ? nil : try db.number(of: subject, in: project)
        let number = try known ?? insert(subject, nil)
        remember(number, of: key)
        return number
    }

    private func remember(_ number: Int64, of key: SubjectKey) {
        if subjectNumbers.count >= Self.subjectLimit { subjectNumbers = [:] }
        subjectNumbers[key] = number
    }

    /// Inserts the row of a subject unless it exists, and returns its number.
    ///
    /// `rows` is the folded state, if known, and is written in either case. A text's string gets a
    /// row too, even if it is not defined. `string` is the row number of the string, if known.
    func insert(_ subject: Subject, string known: Int64? = nil, _ rows: SubjectRows?) throws
        -> Int64
    {
        var string = known
        if string == nil, case .unit(let locale, let id) = subject {
            string =
                locale == project.source
                ? nextSubject : try number(of: .unit(project.source, id))
        }
        guard try writer.insert(SubjectKey(subject), as: nextSubject, string: string, rows) else {
            // The row exists already, for example because of an event in another folder.
            let number = try db.number(of: subject, in: project) ?? nextSubject
            if let rows { try writer.update(number, rows) }
            return number
        }
        nextSubject += 1
        return nextSubject - 1
    }

    private static let eventInsertion = """
        INSERT INTO event (row, id, file, line, standing, subject, type, locale, guid, name, email,
          owner, idem, copies, proposal, is_aside, body)
        VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Returns an unused row number for a file or an event.
    func takeRow() -> Int64 {
        defer { nextRow += 1 }
        return nextRow
    }

    /// Inserts the row of an event, and returns its number.
    func insert(
        _ event: Event, bytes: ArraySlice<UInt8>, file: Int64, line: Int64, subject: Int64?
    ) throws -> Int64 {
        let row = takeRow()
        let owner = event.idempotencyKey.map { _ in event.idempotencyOwner.bytes }
        let payload = event.payload
        try events.execute {
            $0.add(row)
            $0.add(event.id)
            $0.add(file)
            $0.add(line)
            $0.add(subject)
            $0.add(blob: payload.typeName)
            $0.add(text: event.locale.rawValue)
            $0.add(blob: payload.guid?.rawValue)
            $0.add(event.actor)
            $0.add(blob: owner)
            $0.add(blob: event.idempotencyKey)
            $0.add(event.copies)
            $0.add(payload.proposal)
            $0.add(event.isAside)
            $0.add(blob: bytes)
        }
        if event.isAside, !isRebuild, let subject { note(event, of: subject) }
        return row
    }
}
