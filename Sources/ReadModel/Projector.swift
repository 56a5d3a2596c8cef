import EventStore
import GRDB
import Translation

/// Takes files of the log in or out, and folds what they touch; one transaction's work.
final class Projector {
    let db: Database
    let project: Project
    /// Whether the tables were empty, so that everything is touched and nothing is to be replaced.
    let isRebuild: Bool
    let progress: ReadModel.Progress
    /// Events that were just read, by row, so that most are parsed once; bounded.
    var parsed: [Int64: Event] = [:]
    /// The rows of subjects that were looked up, bounded.
    private var subjectNumbers: [SubjectKey: Int64] = [:]

    /// How many just-parsed events are kept for folding.
    static let parsedLimit = 50_000
    /// How many numbers of subjects are kept.
    private static let subjectLimit = 200_000

    /// Begins; for a rebuild, all rows are deleted.
    init(
        _ db: Database, project: Project, isRebuild: Bool, progress: @escaping ReadModel.Progress
    ) throws {
        self.db = db
        self.project = project
        self.isRebuild = isRebuild
        self.progress = progress
        if isRebuild {
            try Schema.drop(in: db)
            try Schema.create(in: db, project: ProjectKey(project), withIndexes: false)
        }
        try db.execute(sql: Self.temporaryTables)
    }

    /// `gone` are counting events that left; `touched` are subjects to fold, by the round that found them;
    /// `queue` is their order, with the sources that their folds need.
    private static let temporaryTables = """
        DROP TABLE IF EXISTS temp.gone;
        DROP TABLE IF EXISTS temp.contested;
        DROP TABLE IF EXISTS temp.touched;
        DROP TABLE IF EXISTS temp.queue;
        CREATE TEMP TABLE gone (
          id TEXT PRIMARY KEY, subject INTEGER, owner BLOB, idem BLOB, alias_of TEXT, body BLOB
        );
        CREATE TEMP TABLE contested (id TEXT PRIMARY KEY);
        CREATE TEMP TABLE touched (subject INTEGER PRIMARY KEY, round INTEGER NOT NULL);
        CREATE TEMP TABLE queue (
          number INTEGER PRIMARY KEY, subject INTEGER NOT NULL, is_folded INTEGER NOT NULL
        );
        """

    /// Takes in what differs, folds what it touches, and returns how many subjects that were.
    func apply(
        _ differences: [FileDifference], content: (ContentID) throws -> [UInt8]
    ) throws -> Int {
        let files = differences.filter { $0.path.hasSuffix(".jsonl") }
        if !isRebuild {
            for file in files { try file.old.map { try removeFile(at: file.path, $0) } }
        }
        let mark = try Int64.fetchOne(db, sql: "SELECT coalesce(max(row), 0) FROM event") ?? 0
        for (index, file) in files.enumerated() {
            if let new = file.new {
                try addFile(at: file.path, new, bytes: try content(new))
            }
            progress(index + 1, files.count * 2)
        }
        return try finish(after: mark, fileCount: files.count)
    }

    /// Settles which rows count and folds what rows after `mark` and rows that left touch.
    func finish(after mark: Int64, fileCount: Int) throws -> Int {
        if isRebuild { try db.execute(sql: Schema.logIndexes) }
        try settleDuplicates(after: mark)
        try settleIdempotency(after: mark)
        try spread()
        let subjects = try fold(fileCount: fileCount)
        if isRebuild { try db.execute(sql: Schema.stateIndexes) }
        try db.execute(
            sql: "DELETE FROM gone; DELETE FROM contested; DELETE FROM touched; DELETE FROM queue")
        progress(fileCount * 2, fileCount * 2)
        return subjects
    }

    /// Says that a subject is to be folded.
    func touch(_ subject: Int64?, round: Int = 0) throws {
        guard let subject else { return }
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO touched (subject, round) VALUES (?, ?)")
            .execute(arguments: [subject, round])
    }

    /// The number of a subject's row, made where there is none.
    ///
    /// A text's string has a row too, whether or not it is defined.
    func number(of subject: Subject) throws -> Int64 {
        let key = SubjectKey(subject)
        if let number = subjectNumbers[key] { return number }
        let number = try db.number(of: subject) ?? insert(subject, key)
        if subjectNumbers.count >= Self.subjectLimit { subjectNumbers = [:] }
        subjectNumbers[key] = number
        return number
    }

    private func insert(_ subject: Subject, _ key: SubjectKey) throws -> Int64 {
        var string: Int64?
        if case .unit(let locale, let id) = subject, locale != project.source {
            string = try number(of: .unit(project.source, id))
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO subject (kind, locale, section, key, string) VALUES (?, ?, ?, ?, ?)
                """
        ).execute(arguments: key.arguments + [string])
        let number = db.lastInsertedRowID
        if case .unit = subject, string == nil {
            try db.cachedStatement(sql: "UPDATE subject SET string = id WHERE id = ?")
                .execute(arguments: [number])
        }
        return number
    }
}
