public import EventStore
import GitEventStore
public import ReadModel
public import Texts
import Translation

/// One state of a project, with all read-only operations: lookups, lists, exports, checks,
/// differences.
///
/// A snapshot is valid inside the closure that receives it (``Workspace/read(_:)``,
/// ``Workspace/read(at:locales:_:)``, ``SnapshotReader/read(_:)``). All results come from the same
/// state, even if the project changes in the meantime.
public struct Snapshot: ProjectScope {
    /// The log that the state comes from.
    public let log: ProjectLog
    /// The read model, fixed at this state.
    public let model: ReadModel
    /// Whether the state was projected only for the current closure, so that it cannot be read
    /// again later.
    let isPast: Bool

    package init(_ log: ProjectLog, _ model: ReadModel, isPast: Bool = false) {
        self.log = log
        self.model = model
        self.isPast = isPast
    }

    /// The position of the state in the log, or `nil` for the state at a given time.
    public var position: Position? {
        get throws { try model.position }
    }

    /// Returns the languages of the project, the source language first.
    public func locales() throws -> [LanguageTag] {
        [project.source] + (try model.localeTags()).filter { $0 != project.source }
    }

    /// Returns the position of the state, and throws if the state has no position.
    package func requirePosition() throws -> Position {
        if let position = try position { return position }
        throw StateOfTime()
    }

    /// The error thrown for the state at a given time, which has no position.
    private struct StateOfTime: Error {}

    /// Throws if the log contains events from a newer version, which a write or an export could
    /// misinterpret.
    func refuseNewerEvents() throws {
        guard let version = try model.newerVersion() else { return }
        throw Refusal(
            .newerFormat,
            "The log has events of version \(Event.spelled(version: version)), but this program "
                + "supports version \(Event.version).",
            hint: "Install a newer version of dragoman. Reading still works.")
    }
}
