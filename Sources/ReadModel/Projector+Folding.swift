import GRDB
import Translation

extension Projector {
    /// How many subjects are loaded at a time.
    private static let batch: Int64 = 500

    /// Folds the touched subjects, each string's own before its texts, and returns how many there were.
    func fold(fileCount: Int) throws -> Int {
        try fillQueue()
        let last = try Int64.fetchOne(db, sql: "SELECT max(number) FROM queue") ?? 0
        if !isRebuild { try Coverage.subtractTouched(in: db) }
        try writer.clearTouched()
        var source: (string: Int64, definitions: DefinitionHistory)?
        var first: Int64 = 1
        while first <= last {
            let subjects = try load(from: first, through: min(first + Self.batch - 1, last))
            let aliases = try db.aliases(of: subjects.map(\.number))
            for var subject in subjects {
                subject.events = aliases.resolve(subject.events)
                if case .unit(let locale, let string) = subject.subject {
                    let isSource = locale == project.source
                    if isSource { source = nil }
                    let definitions =
                        isSource
                        ? nil
                        : source.flatMap {
                            $0.string == subject.string ? $0.definitions : nil
                        }
                    let unit = try Unit(
                        locale: locale, string: string, events: subject.events,
                        source: isSource ? nil : definitions ?? .undefined, in: db, project)
                    if isSource { source = (subject.number, unit.definitions) }
                    if subject.isFolded, !subject.events.isEmpty {
                        try write(SubjectRows(unit, in: project), of: subject)
                    }
                } else if let rows = SubjectRows(subject.subject, events: subject.events) {
                    try write(rows, of: subject)
                }
            }
            first += Self.batch
            if last > Self.batch {
                progress(
                    fileCount + Int(Double(fileCount) * Double(min(first, last)) / Double(last)),
                    fileCount * 2)
            }
        }
        if isRebuild {
            try Coverage.addAll(in: db)
        } else {
            try Coverage.addTouched(in: db)
        }
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM touched") ?? 0
    }

    /// Lines the touched subjects up, and before the texts of each string its source.
    ///
    /// `CROSS JOIN` makes SQLite begin with the few: without it, it reads all subjects through an index.
    private func fillQueue() throws {
        try db.execute(
            sql: """
                INSERT INTO queue (subject, is_folded)
                SELECT s.id, EXISTS (SELECT 1 FROM touched t WHERE t.subject = s.id)
                FROM (
                  SELECT subject AS id FROM touched
                  UNION
                  SELECT o.string FROM touched t CROSS JOIN subject o ON o.id = t.subject
                  WHERE o.string IS NOT NULL
                ) q CROSS JOIN subject s ON s.id = q.id
                ORDER BY s.kind, s.section, s.key, s.id IS NOT s.string, s.locale
                """)
    }

    /// A subject with what was read for it.
    struct Loaded {
        let number: Int64
        let key: SubjectKey
        let subject: Subject
        let string: Int64?
        let isFolded: Bool
        var events: [Event] = []
    }

    private func load(from first: Int64, through last: Int64) throws -> [Loaded] {
        var subjects: [Loaded] = []
        let cursor = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT s.id, s.string, q.is_folded, s.kind, s.locale, s.section, s.key, e.row, e.body
                    FROM queue q CROSS JOIN subject s ON s.id = q.subject
                    LEFT JOIN event e ON e.subject = s.id AND e.standing = 0
                    WHERE q.number BETWEEN ? AND ? ORDER BY q.number
                    """), arguments: [first, last])
        while let row = try cursor.next() {
            let number: Int64 = row[0]
            if subjects.last?.number != number {
                guard let key = try SubjectKey(row, at: 3), let subject = key.subject else {
                    continue
                }
                subjects.append(
                    Loaded(
                        number: number, key: key, subject: subject, string: row[1],
                        isFolded: row[2]))
            }
            guard let eventRow = row[7] as Int64? else { continue }
            let event =
                try parsed.removeValue(forKey: eventRow)
                ?? Event.stored(try row.blob(8) ?? [])
            if let event { subjects[subjects.count - 1].events.append(event) }
        }
        return subjects
    }

    private func write(_ rows: SubjectRows, of subject: Loaded) throws {
        try writer.write(hash: rows.hash, of: subject.number)
        try writer.write(rows, of: subject.number, string: subject.string)
    }
}

extension Unit {
    /// Folds events whose copies are credited by what the database holds.
    init(
        locale: LanguageTag, string: StringID, events: [Event], source: DefinitionHistory?,
        in db: Database, _ project: Project
    ) throws {
        var credits: [EventID: Credit] = [:]
        for id in events.compactMap(\.copies) where credits[id] == nil {
            credits[id] = try Credits(db: db, project: project).credit(of: id)
        }
        self.init(locale: locale, string: string, events: events, source: source) { credits[$0] }
    }
}
