import Synchronization
package import Translation

/// A reason why a project cannot be used.
package enum ProjectUnavailable: Error, Sendable {
    /// The server has no project with that name.
    case unknown
    /// The project is being opened.
    case opening
    /// The project is closed until a request opens it.
    case resting
    /// The project could not be opened; the server retries.
    case failed(Refusal)
}

/// A handle that keeps a project open.
///
/// The project stays open as long as the lease exists.
package final class ProjectLease: Sendable {
    package let project: ProjectHost

    /// Creates a lease; call this only while the project cannot be closed.
    init(_ project: ProjectHost, use: UInt64, at now: Duration) {
        self.project = project
        project.usage.count.add(1, ordering: .relaxed)
        project.usage.note(use, at: now)
    }

    deinit { project.usage.count.subtract(1, ordering: .releasing) }
}
