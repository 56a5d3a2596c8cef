import GitEventStore
package import ReadModel

/// Reads a project on a connection of its own, beside the one writer and beside other readers.
///
/// A value serves one thread at a time; a server has several. What it reads is what was caught up with last: it
/// neither looks at the branch nor waits for anybody who writes.
public final class SnapshotReader: Sendable {
    /// The project's log.
    package let log: ProjectLog
    /// The reader of the read model.
    package let reader: ReadModelReader

    /// Opens the read model of a workspace, which must be one on disk and caught up.
    ///
    /// Throws a ``Refusal`` or a ``ReadModel/Failure``.
    public init(_ workspace: Workspace) throws {
        log = try workspace.log.reopened()
        reader = try ReadModelReader(workspace.projection)
    }

    /// Whether the read model is still the file that was opened; otherwise a new reader is needed.
    public var isCurrent: Bool { reader.isCurrent }

    /// Whether the read model itself is; whoever makes the findings beside it does not read them there.
    package var isCurrentModel: Bool { reader.isCurrentModel }

    /// Runs `body` with the newest state that was caught up with.
    public func read<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
        try reader.read { model in try body(Snapshot(log, model)) }
    }

    /// Ends a reading that goes on in another thread: it throws a ``ReadModel/Failure`` then.
    public func interrupt() { reader.interrupt() }
}
