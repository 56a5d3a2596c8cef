import GRDB
public import Translation

/// Reads the file of a ``Projection`` on a connection of its own, beside the one who writes and beside other readers.
///
/// A value may be used from several threads and serves one of them at a time; any number of values may have a file open.
/// They take no lock that a writer waits for (<https://www.sqlite.org/wal.html#concurrency>). If there are findings beside the file,
/// they can be read with it.
public final class ReadModelReader: Sendable {
    /// The project's facts.
    public let project: Project
    private let file: DatabaseFile
    private let identity: DatabaseFile.Identity?
    private let database: DatabaseQueue
    /// The findings' file; `findingsIdentity` identifies the attached one.
    private let findingsFile: DatabaseFile
    private let findingsIdentity: DatabaseFile.Identity?

    /// Opens the file of a projection, which must be on disk and have been caught up at least once.
    ///
    /// `cacheSize` is the page cache of the connection in KiB. Throws a ``ReadModel/Failure``.
    public init(_ projection: Projection, cacheSize: Int = 16 << 10) throws {
        guard let path = projection.path else { throw ReadModel.NoFile() }
        project = projection.project
        file = DatabaseFile(path: path, share: projection.share)
        findingsFile = file.beside(FindingsSchema.suffix)
        var configuration = Projection.configuration(cacheSize: cacheSize)
        configuration.readonly = true
        findingsIdentity = findingsFile.identity
        if findingsIdentity != nil {
            configuration.prepareDatabase { [findingsFile] db in
                // Without the file there are no counts of findings; everything else can be read.
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

    /// Whether the files are still those that were opened: a large rebuild puts another in the place of the read model's.
    ///
    /// A value whose file was replaced reads the old state forever. Cost: two system calls.
    public var isCurrent: Bool {
        isCurrentModel && findingsFile.identity == findingsIdentity
    }

    /// Whether the file of the read model is still the one that was opened.
    ///
    /// Cost: one system call.
    package var isCurrentModel: Bool { file.identity == identity }

    /// Returns the file beside the read model whose name has a suffix.
    func file(withSuffix suffix: String) -> DatabaseFile { file.beside(suffix) }

    /// Runs queries that all see one state: that of the latest catch-up.
    ///
    /// Throws a ``ReadModel/Failure``, and rethrows errors of `body`.
    public func read<Result>(_ body: (ReadModel) throws -> Result) throws -> Result {
        try ReadModel.naming {
            try database.read { db in try body(ReadModel(project: project, db: db)) }
        }
    }

    /// Interrupts a read in another thread, which then throws.
    public func interrupt() { database.interrupt() }
}

extension ReadModel {
    /// A projection in memory has one connection, and no reader beside it.
    public struct NoFile: Error {}
}
