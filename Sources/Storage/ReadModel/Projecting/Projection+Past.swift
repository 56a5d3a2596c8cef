public import EventStore
import GRDB
public import Texts
public import Translation

extension Projection {
    /// Creates a read model in memory from the log at a position, or from some of the log's
    /// folders.
    ///
    /// Use this to read past states without changing the database on disk. Cost: reads the files in
    /// these folders.
    public static func inMemory(
        project: Project, store: some EventStore, position: Position, folders: [String]?,
        limits: RebuildLimits = RebuildLimits()
    ) throws -> Projection {
        let model = try inMemory(project: project, limits: limits)
        try model.fill(from: store, at: position, folders: folders)
        return model
    }

    private func fill(
        from store: some EventStore, at position: Position, folders: [String]?
    ) throws {
        try fill { projector in
            let files = try store.difference(from: nil, to: position, folders: folders)
            _ = try projector.apply(files) { try store.content($0) }
            try position.store(in: projector.db)
        }
    }

    /// Creates a read model from the log at a position, in a private file that is removed with the
    /// read model.
    ///
    /// Use this for an entire large log, which may not fit in memory. If the file does not fit on
    /// the disk or cannot be created, the read model is kept in memory.
    public static func temporary(
        project: Project, store: some EventStore, position: Position
    ) throws -> Projection {
        do {
            let model = try temporary(project: project)
            try model.fill(from: store, at: position, folders: nil)
            return model
        } catch let failure as ReadModel.Failure where failure.kind != .damage {
            return try inMemory(
                project: project, store: store, position: position, folders: nil)
        }
    }

    /// Creates a read model in memory from files, given by path and content.
    public static func inMemory(
        project: Project, files: some Sequence<(path: String, content: [UInt8])>
    ) throws -> Projection {
        let model = try inMemory(project: project)
        try model.fill { projector in
            for file in files {
                try projector.addFile(at: file.path, ContentID(file.path), bytes: file.content)
            }
            _ = try projector.finish(after: 0, fileCount: 0)
        }
        return model
    }

    /// Creates a read model in memory with another read model's events up to a time.
    ///
    /// The time is in Unix milliseconds, and is compared with the times in event ids. If `locales`
    /// is given, omits events about languages other than these and the source language. Events of
    /// newer versions have no known time. The copy only records that the log contains such events.
    public static func inMemory(
        copying other: ReadModel, notAfter milliseconds: UInt64, locales: [LanguageTag]? = nil
    ) throws -> Projection {
        let model = try inMemory(project: other.project)
        var conditions = Conditions()
        conditions.add("e.id <= ?", EventID.highest(at: milliseconds).description)
        if let locales {
            conditions.add(
                "e.locale", among: (locales + [other.project.source]).map(\.rawValue))
        }
        try model.fill { projector in
            try other.read { db in
                let cursor = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT f.path, f.content, e.line, e.body
                        FROM event e JOIN file f ON f.id = e.file
                        WHERE \(conditions.sql) ORDER BY e.file, e.line
                        """, arguments: conditions.arguments)
                var last: (path: String, number: Int64)?
                while let row = try cursor.next() {
                    let path = try row.requiredText(0)
                    var file = last
                    if file.map({ !$0.path.utf8.elementsEqual(path.utf8) }) ?? true {
                        file = (path, try projector.addFile(at: path, ContentID(row[1])))
                        last = file
                    }
                    guard let file else { continue }
                    try projector.addLine(
                        (try row.blob(3) ?? [])[...],
                        at: .init(file: file.number, path: path, line: row[2]))
                }
            }
            try projector.addNewerVersion(try other.newerVersion())
            _ = try projector.finish(after: 0, fileCount: 0)
        }
        return model
    }

    private func fill(_ body: (Projector) throws -> Void) throws {
        try ReadModel.naming {
            try database.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    try body(
                        Projector(
                            db, project: project, limits: limits, isRebuild: true
                        ) { _, _ in })
                    return .commit
                }
            }
        }
    }
}
