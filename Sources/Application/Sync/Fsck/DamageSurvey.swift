import EventStore
import Git
import GitEventStore
import Machine
import ReadModel
import Translation
import Workspace

/// A survey of the unreadable objects that a branch needs, and of the read model's copies of their
/// contents.
struct DamageSurvey {
    private let workspace: Workspace

    init(_ workspace: Workspace) { self.workspace = workspace }

    /// Returns the missing and damaged objects that the branch or its remote-tracking branches
    /// need.
    func damagedObjects() throws -> [DamagedObject] {
        let reportProgress = workspace.reportProgress
        return try workspace.store.damagedObjects(borders: shallowBorders()) { count in
            reportProgress?("Reading objects", count, count)
        }
    }

    /// Returns the commits at which a shallow clone cut off the history.
    func shallowBorders() throws -> Set<ObjectID> {
        let repository = workspace.store.repository
        guard try repository.isShallow() else { return [] }
        let text = String(
            decoding: try Files.read(repository.commonDirectory + "/shallow"), as: UTF8.self)
        return Set(text.split(whereSeparator: \.isNewline).compactMap { ObjectID(hex: $0) })
    }

    /// Returns the read model's copy of a file's lines, or an empty array if the read model is
    /// damaged as well.
    func projectedLines(of object: DamagedObject) -> [(id: EventID, line: [UInt8])] {
        let content = ContentID(object.id.description)
        return (try? workspace.projection.read { try $0.lines(of: content) }) ?? []
    }
}
