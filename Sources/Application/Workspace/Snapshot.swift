public import EventStore
import GitEventStore
public import ReadModel
public import Texts
import Translation

/// One state of a project, and everything that only reads it: look-ups, lists, exports, checks, differences.
///
/// It lasts as long as the closure that it is handed to (``Workspace/read(_:)``, ``Workspace/read(at:locales:_:)``,
/// ``SnapshotReader/read(_:)``), and all that it answers is of that one state, whatever others write meanwhile.
public struct Snapshot: ProjectScope {
    /// The log that the state is of.
    public let log: ProjectLog
    /// The state.
    public let model: ReadModel
    /// Whether the state was projected for this closure alone: nobody can look into it again.
    let isPast: Bool

    package init(_ log: ProjectLog, _ model: ReadModel, isPast: Bool = false) {
        self.log = log
        self.model = model
        self.isPast = isPast
    }

    /// The position of the log that the state is of; `nil` for the state of a time, which none is.
    public var position: Position? {
        get throws { try model.position }
    }

    /// The languages of the project, the source first.
    public func locales() throws -> [LanguageTag] {
        [project.source] + (try model.localeTags()).filter { $0 != project.source }
    }

    /// The position of a state that has one.
    package func requirePosition() throws -> Position {
        if let position = try position { return position }
        throw StateOfTime()
    }

    /// A position was asked of the state of a time.
    private struct StateOfTime: Error {}

    /// Refuses to write or export beside events that this version may misunderstand.
    func refuseNewerEvents() throws {
        guard let version = try model.newerVersion() else { return }
        throw Refusal(
            .newerFormat,
            "The log has events of version \(Event.spelled(version: version)), and this program knows version \(Event.version).",
            hint: "Install a newer dragoman; reading still works.")
    }
}
