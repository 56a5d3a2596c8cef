import EventStore
import Git
import GitEventStore
import Machine
import ReadModel
import Translation
import Workspace

/// The objects that a branch needs and that cannot be read, with the copies of them in the read model.
struct DamageSurvey {
    private let workspace: Workspace

    init(_ workspace: Workspace) { self.workspace = workspace }

    /// The objects that the branch needs and that are missing or damaged.
    func damagedObjects() throws -> [DamagedObject] {
        let reportProgress = workspace.reportProgress
        return try workspace.store.damagedObjects(borders: shallowBorders()) { count in
            reportProgress?("Reading objects", count, count)
        }
    }

    /// The commits whose parents were left out when the repository was cloned.
    func shallowBorders() throws -> Set<ObjectID> {
        let repository = workspace.store.repository
        guard try repository.isShallow() else { return [] }
        let text = String(
            decoding: try Files.read(repository.commonDirectory + "/shallow"), as: UTF8.self)
        return Set(text.split(whereSeparator: \.isNewline).compactMap { ObjectID(hex: $0) })
    }

    /// The lines of a file in the read model; none if the read model is damaged, too.
    func projectedLines(of object: DamagedObject) -> [(id: EventID, line: [UInt8])] {
        let content = ContentID(object.id.description)
        return (try? workspace.projection.read { try $0.lines(of: content) }) ?? []
    }
}
