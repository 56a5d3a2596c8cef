import GRDB
import Translation

extension Projector {
    /// Folds the touched subjects, each string before its texts, and returns the number of
    /// subjects.
    func fold(fileCount: Int) throws -> Int {
        let asides = try foldAsides()
        let last = try fillQueue()
        if !isRebuild {
            try Coverage.subtractTouched(in: db)
            try Inheritance.subtractTouched(in: db)
        }
        try writer.clearTouched()
        for aside in asides { try write(aside) }
        let folder = SubjectFolder(project: project)
        let batch = Int64(limits.subjectsAtATime)
        var ahead: Handoff<[FoldedRows]>?
        var credits = Credits(db: db, project: project)
        for first in stride(from: Int64(1), through: last, by: limits.subjectsAtATime) {
            let subjects = try load(
                from: first, through: min(first + batch - 1, last), &credits)
            guard last > batch else {
                try write(folder.fold(subjects))
                break
            }
            // Another thread folds this batch while the previous one is written.
            let made = Handoff(on: folder.queue) { try folder.fold(subjects) }
            try write(ahead?.take() ?? [])
            ahead = made
            progress(
                fileCount + Int(Double(fileCount) * Double(first) / Double(last)), fileCount * 2)
        }
        try write(ahead?.take() ?? [])
        if isRebuild {
            try Coverage.addAll(in: db)
        } else {
            try Coverage.addTouched(in: db)
            try Inheritance.addTouched(in: db)
        }
        if try isRebuild || Inheritance.hasTouchedLanguage(in: db) {
            try Inheritance.renew(db.locales(), source: project.source, in: db)
        }
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM touched") ?? 0
    }

    /// Queues the touched subjects, with the source of each string before its texts; returns the
    /// length of the queue.
    ///
    /// `CROSS JOIN` makes SQLite start with the few touched subjects. Without it, SQLite reads all
    /// subjects through an index.
    private func fillQueue() throws -> Int64 {
        try db.execute(
            sql: """
                INSERT INTO queue (subject, is_folded)
                SELECT s.id, EXISTS (SELECT 1 FROM touched t WHERE t.subject = s.id AND t.round >= 0)
                FROM (
                  SELECT subject AS id FROM touched WHERE round >= 0
                  UNION
                  SELECT o.string FROM touched t CROSS JOIN subject o ON o.id = t.subject
                  WHERE o.string IS NOT NULL AND t.round >= 0
                ) q CROSS JOIN subject s ON s.id = q.id
                ORDER BY s.kind, s.section, s.key, s.id IS NOT s.string, s.locale
                """)
        return Int64(db.changesCount)
    }

    /// Reads subjects from the queue, with the events, aliases and credits that their folds need.
    private func load(
        from first: Int64, through last: Int64, _ credits: inout Credits
    ) throws -> SubjectFolder.Batch {
        var batch = SubjectFolder.Batch()
        let hasAliases = try db.hasAliases()
        var copied: [EventID] = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT s.id, s.string, q.is_folded, s.kind, s.locale, s.section, s.key, e.row,
                  e.copies, e.body
                FROM queue q CROSS JOIN subject s ON s.id = q.subject
                LEFT JOIN event e ON e.subject = s.id AND e.standing = 0
                WHERE q.number BETWEEN ? AND ? ORDER BY q.number
                """)
        try statement.forEachRow([first, last]) { row in
            guard let number = row.number(0) else { return }
            if batch.subjects.last?.number != number {
                guard let subject = SubjectKey(row, at: 3)?.subject else { return }
                batch.subjects.append(
                    .init(
                        number: number, subject: subject, string: row.number(1),
                        isFolded: row.flag(2),
                        aliases: hasAliases ? try db.aliases(of: number) : .none))
            }
            guard let eventRow = row.number(7) else { return }
            let last = batch.subjects.count - 1
            if let id = row.eventID(8) { copied.append(batch.subjects[last].aliases.resolve(id)) }
            batch.subjects[last].events.append(
                parsed.removeValue(forKey: eventRow).map(SubjectFolder.StoredEvent.parsed)
                    ?? .line(row.blob(9) ?? []))
        }
        batch.credits = try credits.credits(of: copied)
        return batch
    }

    private func write(_ folded: [FoldedRows]) throws {
        for subject in folded {
            try writer.update(subject.number, subject.rows)
            try writer.write(subject.rows, of: subject.number)
        }
    }
}
