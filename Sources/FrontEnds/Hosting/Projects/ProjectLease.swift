import Synchronization
public import Translation

/// A reason why a project cannot be used.
public enum ProjectUnavailable: Error, Sendable {
    /// The server has no project of that name.
    case unknown
    /// It is being opened.
    case opening
    /// It is closed until a request opens it.
    case resting
    /// It could not be opened, and is tried again.
    case failed(Refusal)
}

/// The use of an open project, which stays open meanwhile.
public final class ProjectLease: Sendable {
    /// The project.
    public let project: ProjectHost

    /// Call it while the project cannot be closed.
    init(_ project: ProjectHost, use: UInt64) {
        self.project = project
        project.usage.count.add(1, ordering: .relaxed)
        project.usage.last.store(use, ordering: .relaxed)
    }

    deinit { project.usage.count.subtract(1, ordering: .releasing) }
}
