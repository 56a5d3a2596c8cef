import GRDB
public import Translation

/// Reads the file of a ``Projection`` on a connection of its own, beside the one who writes and beside other readers.
///
/// A value may be used from several threads and serves one of them at a time; any number of values may have a file open.
/// They take no lock that a writer waits for (<https://www.sqlite.org/wal.html#concurrency>).
public final class ReadModelReader: Sendable {
    /// The project's facts.
    public let project: Project
    private let file: DatabaseFile
    private let identity: DatabaseFile.Identity?
    private let database: DatabaseQueue

    /// Opens the file of a projection, which must be one on disk that was caught up once.
    ///
    /// `cacheSize` is how many KiB of pages the connection may keep. Throws a ``ReadModel/Failure``.
    public init(_ projection: Projection, cacheSize: Int = 16 << 10) throws {
        guard let path = projection.path else { throw ReadModel.NoFile() }
        project = projection.project
        file = DatabaseFile(path: path, share: projection.share)
        var configuration = Projection.configuration(cacheSize: cacheSize)
        configuration.readonly = true
        (identity, database) = try ReadModel.naming { [file] in
            try file.whileItStays {
                (file.identity, try DatabaseQueue(path: path, configuration: configuration))
            }
        }
    }

    /// Whether the file is still the one that was opened: a large rebuild puts another in its place.
    ///
    /// A value whose file was replaced reads the old state for ever. Cost: one system call.
    public var isCurrent: Bool { file.identity == identity }

    /// Runs queries that all see one state: the newest one that was caught up with.
    ///
    /// Throws a ``ReadModel/Failure``, and what `body` throws.
    public func read<Result>(_ body: (ReadModel) throws -> Result) throws -> Result {
        try ReadModel.naming {
            try database.read { db in try body(ReadModel(project: project, db: db)) }
        }
    }

    /// Ends a reading that goes on in another thread: it throws then.
    public func interrupt() { database.interrupt() }
}

extension ReadModel {
    /// A projection in memory has one connection, and no reader beside it.
    public struct NoFile: Error {}
}
