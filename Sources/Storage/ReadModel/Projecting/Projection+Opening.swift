import Csqlitesetup
import GRDB
import Texts
public import Translation

extension Projection {
    /// Opens a project's read model, or creates an empty one.
    ///
    /// Replaces a file that is damaged or not a database, because its content can be rebuilt. If no
    /// file can be written, keeps the read model in memory. ``opening`` reports the outcome. Calls
    /// `share` with new files and directories.
    public static func open(
        at path: String, project: Project, limits: RebuildLimits = RebuildLimits(),
        share: Sharing? = nil
    ) throws -> Projection {
        let file = DatabaseFile(path: path, share: share)
        file.makeDirectory()
        file.removeAbandonedRebuild()
        file.removeStrangers()
        do {
            let identity = file.identity
            do {
                return try openCurrent(file, project, limits)
            } catch let error as DatabaseError where error.isDamage {
                file.remove(ifIts: identity)
                return try file.whileItStays {
                    try open(
                        file, project, limits,
                        replacing: .replaced(reason: error.message ?? "\(error.resultCode)"))
                }
            }
        } catch let error as DatabaseError where error.isUnwritable {
            return try inMemory(
                project: project, opening: .inMemory(reason: error.message ?? "\(error.resultCode)")
            )
        } catch let error as DatabaseError {
            throw ReadModel.Failure(error) ?? error as any Error
        }
    }

    /// Removes the file after damage was found in it, so that the next opening rebuilds it.
    ///
    /// If another process has replaced the file, leaves the new file in place. Other processes that
    /// have the damaged file open may continue to use it.
    public func removeFile() {
        guard let path else { return }
        DatabaseFile(path: path, share: share).remove(ifIts: identity)
    }

    /// Creates an empty read model in memory, because no file can be written.
    ///
    /// `reason` is SQLite's message.
    public static func inMemory(project: Project, because reason: String) throws -> Projection {
        try inMemory(project: project, opening: .inMemory(reason: reason))
    }

    /// Creates an empty read model in memory.
    public static func inMemory(
        project: Project, limits: RebuildLimits = RebuildLimits()
    ) throws -> Projection {
        try inMemory(project: project, opening: .created, limits: limits)
    }

    private static func inMemory(
        project: Project, opening: Opening, limits: RebuildLimits = RebuildLimits()
    ) throws -> Projection {
        let database = try DatabaseQueue(configuration: configuration())
        try prepare(database, project)
        return Projection(
            project: project, path: nil, identity: nil, opening: opening, database: database,
            limits: limits)
    }

    /// Creates an empty read model in a private temporary file.
    static func temporary(project: Project) throws -> Projection {
        // For an empty path, SQLite creates a file once the pages no longer fit in memory.
        try ReadModel.naming {
            let database = try DatabaseQueue(
                path: "", configuration: configuration(cacheSize: 16 << 10))
            try prepare(database, project)
            return Projection(
                project: project, path: nil, identity: nil, opening: .created, database: database,
                limits: RebuildLimits(folderInMemory: 8 << 20))
        }
    }

    /// Opens a file.
    ///
    /// If the tables have a different schema or project, and no other process has the file open,
    /// deletes the file. Dropping the tables would take time proportional to their size.
    private static func openCurrent(
        _ file: DatabaseFile, _ project: Project, _ limits: RebuildLimits
    ) throws -> Projection {
        let identity = file.identity
        do {
            return try file.whileItStays {
                try open(file, project, limits, dropsTables: false)
            }
        } catch is OutdatedTables {
            let isNewer = condition(ofFileAt: file.path) == .newer
            try removeOutdated(file, ifIts: identity)
            return try file.whileItStays {
                try open(file, project, limits, replacing: isNewer ? .createdOverNewer : nil)
            }
        }
    }

    /// Thrown if the tables have a different schema or project.
    private struct OutdatedTables: Error {}

    /// Removes an outdated file, unless another process has it open or has replaced it.
    private static func removeOutdated(
        _ file: DatabaseFile, ifIts identity: DatabaseFile.Identity?
    ) throws {
        try file.whileNobodyOpens {
            guard file.identity == identity else { return }
            let database = try connection(to: file)
            let isAlone = try database.leaveLog()
            try database.close()
            if isAlone { file.removeAll() }
        }
    }

    private static func open(
        _ file: DatabaseFile, _ project: Project, _ limits: RebuildLimits,
        dropsTables: Bool = true, replacing opening: Opening? = nil
    ) throws -> Projection {
        let database = try connection(to: file)
        let wasCurrent = try prepare(database, project, dropsTables: dropsTables)
        return Projection(
            project: project, path: file.path, identity: file.identity,
            opening: opening ?? (wasCurrent ? .opened : .created),
            database: database, limits: limits, share: file.share)
    }

    /// Opens a file without checking its tables.
    static func connection(to file: DatabaseFile) throws -> DatabaseQueue {
        file.makeShared()
        let database = try DatabaseQueue(path: file.path, configuration: configuration())
        try keepReadersApart(in: database)
        return database
    }

    /// Lets readers continue during a write, if the file system supports that.
    private static func keepReadersApart(in database: DatabaseQueue) throws {
        do {
            try database.writeWithoutTransaction { db in
                _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // Another process is doing the same.
        }
    }

    /// Creates the tables if they are missing or outdated; returns true if they were up to date.
    ///
    /// Throws ``OutdatedTables`` if the file contains different tables and `dropsTables` is false.
    @discardableResult
    private static func prepare(
        _ database: DatabaseQueue, _ project: Project, dropsTables: Bool = true
    ) throws -> Bool {
        let key = ProjectKey(project)
        let isCurrent = try database.read { db in
            let isCurrent = try Schema.isCurrent(in: db, project: key)
            guard try isCurrent || dropsTables || Schema.isEmpty(db) else { throw OutdatedTables() }
            return isCurrent
        }
        if isCurrent { return true }
        try database.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                // Another process may have created the tables meanwhile.
                if try !Schema.isCurrent(in: db, project: key) {
                    try Schema.drop(in: db)
                    try Schema.create(in: db, project: key)
                }
                return .commit
            }
        }
        return false
    }

    /// The result code of turning off SQLite's memory statistics.
    ///
    /// SQLite updates the statistics under a lock at each allocation, and nothing here reads them.
    private static let withoutStatistics = sqlite_without_statistics()

    /// The usual size of a projection's page cache, in KiB.
    public static let usualCache = 64 << 10

    /// Limits the page cache of the connection to a size in KiB.
    package func limitCache(to size: Int) {
        // With the usual cache, everything works as well.
        try? database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA cache_size = -\(size)")
        }
    }

    /// The configuration of connections, each with a page cache of `cacheSize` KiB.
    static func configuration(cacheSize: Int = usualCache) -> Configuration {
        _ = withoutStatistics
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { db in
            // A crash may lose the last commits. They are then read from the event log again.
            try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -\(cacheSize)")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        return configuration
    }

    /// Replaces damaged tables with empty ones.
    func replaceTables() throws {
        let key = ProjectKey(project)
        try database.erase()
        try database.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                try Schema.drop(in: db)
                try Schema.create(in: db, project: key)
                return .commit
            }
        }
    }

    /// Returns the project of a read model on disk, or `nil` if the file is missing or unreadable.
    ///
    /// Opens the file read-only.
    public static func project(at path: String) -> Project? {
        var configuration = Configuration()
        configuration.readonly = true
        guard let database = try? DatabaseQueue(path: path, configuration: configuration) else {
            return nil
        }
        return try? database.read { db in
            func bytes(_ name: String) throws -> String? {
                try Row.fetchOne(
                    db, sql: "SELECT value FROM meta WHERE name = ?", arguments: [name])?.text(0)
            }
            guard let id = try bytes("project"), let section = try bytes("defaultSection"),
                let source = try String.fetchOne(
                    db, sql: "SELECT value FROM meta WHERE name = 'source'"
                ).flatMap({ LanguageTag($0) })
            else { return nil }
            return Project(id: id, source: source, defaultSection: section)
        }
    }
}
