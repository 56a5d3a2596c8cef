import GRDB
public import Translation

/// Reads the file of a ``Projection`` on a separate connection, in parallel with the writer and
/// other readers.
///
/// An instance can be shared between threads, and serves one thread at a time. Any number of
/// readers may have a file open. Readers take no lock that a writer waits for
/// (<https://www.sqlite.org/wal.html#concurrency>). If a findings file exists, it is attached.
public final class ReadModelReader: Sendable {
    /// The project's id, source language and default section.
    public let project: Project
    private let file: DatabaseFile
    private let identity: DatabaseFile.Identity?
    private let database: DatabaseQueue
    /// The findings file; `findingsIdentity` identifies the attached file.
    private let findingsFile: DatabaseFile
    private let findingsIdentity: DatabaseFile.Identity?

    /// Opens the file of a projection, which must be on disk and have been caught up at least once.
    ///
    /// `cacheSize` is the size of the connection's page cache in KiB. Throws ``ReadModel/NoFile``
    /// if the projection is in memory, and a ``ReadModel/Failure`` if the file cannot be opened.
    public init(_ projection: Projection, cacheSize: Int = Projection.usualCache / 4) throws {
        guard let path = projection.path else { throw ReadModel.NoFile() }
        project = projection.project
        file = DatabaseFile(path: path, share: projection.share)
        findingsFile = file.beside(FindingsSchema.suffix)
        var configuration = Projection.configuration(cacheSize: cacheSize)
        configuration.readonly = true
        findingsIdentity = findingsFile.identity
        if findingsIdentity != nil {
            configuration.prepareDatabase { [findingsFile] db in
                // If the file is missing, findings are unavailable, but everything else can be
                // read.
                try? findingsFile.whileItStays {
                    try db.execute(
                        sql: "ATTACH DATABASE ? AS \(FindingsSchema.name)",
                        arguments: [findingsFile.path])
                }
            }
        }
        (identity, database) = try ReadModel.naming { [file] in
            try file.whileItStays {
                (file.identity, try DatabaseQueue(path: path, configuration: configuration))
            }
        }
    }

    /// Whether both files are still the ones that were opened.
    ///
    /// A large rebuild may replace a file. A reader whose file was replaced keeps returning the old
    /// state. Cost: two system calls.
    public var isCurrent: Bool {
        isCurrentModel && findingsFile.identity == findingsIdentity
    }

    /// Whether the read model's file is still the one that was opened.
    ///
    /// Cost: one system call.
    package var isCurrentModel: Bool { file.identity == identity }

    /// Returns the file with the read model's name and a suffix.
    func file(withSuffix suffix: String) -> DatabaseFile { file.beside(suffix) }

    /// Runs queries that all see one state, the state after the latest catch-up.
    ///
    /// Throws a ``ReadModel/Failure``, and rethrows errors from `body`.
    public func read<Result>(_ body: (ReadModel) throws -> Result) throws -> Result {
        try ReadModel.naming {
            try database.read { db in try body(ReadModel(project: project, db: db)) }
        }
    }

    /// Interrupts a read in another thread, which then throws.
    public func interrupt() { database.interrupt() }
}

extension ReadModel {
    /// Thrown for a projection in memory, which no other connection can read.
    public struct NoFile: Error {}
}
