import Git
import GitEventStore
public import Machine
import ReadModel
import Texts
import Translation

extension Workspace {
    /// Opens a repository that may be damaged, to inspect and repair it.
    ///
    /// If damage prevents reading the branch's `dragoman.json`, the project's properties come from
    /// the read model. If the read model is also unreadable, the project's identity is unknown; see
    /// ``isProjectKnown``. Throws a ``Refusal`` in the same cases as ``open(_:branch:host:)``.
    public static func openDamaged(
        _ directory: String, branch: String = defaultBranch, host: Host
    ) throws -> Workspace {
        let failure: GitError
        do {
            return try open(directory, branch: branch, host: host)
        } catch let error as GitError {
            failure = error
        }
        let store = try store(directory, branch: branch, host: host)
        let path = readModelPath(of: store)
        if let project = Projection.project(at: path) {
            return Workspace(
                host: host, project: project, store: store,
                projection: try openProjection(of: store, project))
        }
        guard let undetermined = LanguageTag(unknownSource) else { throw failure }
        let project = Project(id: "", source: undetermined)
        return Workspace(
            host: host, project: project, store: store,
            projection: try Projection.inMemory(project: project))
    }

    /// The tag of an undetermined language.
    private static let unknownSource = "und"

    /// Whether the identity of the project is known.
    package var isProjectKnown: Bool { !project.id.isEmpty }
}
