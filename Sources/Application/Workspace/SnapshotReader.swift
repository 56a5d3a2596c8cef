import GitEventStore
package import ReadModel

/// Reads a project on its own connection, concurrently with the writer and other readers.
///
/// Only one thread may use an instance at a time; a server has several instances. A reader reads
/// the state of the last catch-up. It does not read the branch or wait for writers.
public final class SnapshotReader: Sendable {
    package let log: ProjectLog
    /// The reader of the read model.
    package let reader: ReadModelReader

    /// Opens the read model of a workspace, which must be on disk and up to date.
    ///
    /// Throws a ``Refusal`` or a ``ReadModel/Failure``.
    public init(_ workspace: Workspace) throws {
        log = try workspace.log.reopened()
        reader = try ReadModelReader(
            workspace.projection, cacheSize: (workspace.cacheSize ?? Projection.usualCache) / 4)
    }

    /// Whether the open files of the read model and the findings are still the ones on disk.
    ///
    /// If not, create a new reader.
    public var isCurrent: Bool { reader.isCurrent }

    /// Whether the open read model is still the file on disk, regardless of the findings file.
    ///
    /// Threads that do not read the findings through this reader check only this.
    package var isCurrentModel: Bool { reader.isCurrentModel }

    /// Runs `body` with the state of the last catch-up.
    public func read<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
        try reader.read { model in try body(Snapshot(log, model)) }
    }

    /// Interrupts a read on another thread; that read then throws a ``ReadModel/Failure``.
    public func interrupt() { reader.interrupt() }
}
