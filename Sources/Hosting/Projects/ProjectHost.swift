import EventStore
import Git
import GitEventStore
public import Translation
public import Workspace

/// A project that stays open: one writer, several readers, and a look at what other processes do.
public final class ProjectHost: Sendable {
    /// The settings of the project on this server.
    public let settings: ProjectSettings
    /// The project's facts.
    public let project: Project
    /// The machine that the program runs on.
    public let host: Host
    private let writer: ProjectWriter
    private let snapshots: Snapshots
    private let ancestry: Ancestry

    /// How many requests may wait for the writer; beyond it they are refused.
    private static let longestQueue = 2_048

    /// Opens a project and brings its read model to the tip.
    ///
    /// `readers` is how many reads may go on at once. Throws a ``Translation/Refusal`` if there is no such project.
    public static func open(
        _ settings: ProjectSettings, readers: Int, host: Host,
        warn: @escaping @Sendable (String) -> Void
    ) async throws -> ProjectHost {
        let (writer, project, ancestry) = try opened(settings, host: host, warn: warn)
        try await writer.catchUp()
        return ProjectHost(settings, project, host, writer, ancestry, readers: readers)
    }

    private static func opened(
        _ settings: ProjectSettings, host: Host, warn: @escaping @Sendable (String) -> Void
    ) throws -> (ProjectWriter, Project, Ancestry) {
        let workspace = try Workspace.open(settings.path, host: host)
        workspace.warn = warn
        let project = workspace.project
        let ancestry = Ancestry(try workspace.store.reopened())
        return (ProjectWriter(workspace), project, ancestry)
    }

    private init(
        _ settings: ProjectSettings, _ project: Project, _ host: Host, _ writer: ProjectWriter,
        _ ancestry: Ancestry, readers: Int
    ) {
        self.settings = settings
        self.project = project
        self.host = host
        self.writer = writer
        self.ancestry = ancestry
        snapshots = Snapshots(writer, readers: readers)
    }

    /// Carries out a request; returns when it is durable and in the read model.
    ///
    /// Throws a ``Translation/Refusal``, and ``Overload`` if too many wait.
    public func submit(_ request: WriteRequest) async throws -> ProjectWriter.Receipt {
        guard writer.waitingCount < Self.longestQueue else { throw Overload() }
        return try await writer.submit(request)
    }

    /// Runs `body` with the newest state, or with one that is not older than a position.
    ///
    /// A position is a commit id. Throws ``Behind`` if the log here does not have it, ``Overload``, ``TooSlow``, and what
    /// `body` throws. What `body` returns is complete: nothing of the snapshot may leave it.
    public func read<Output: Sendable>(
        notOlderThan position: String? = nil,
        _ body: @escaping @Sendable (Snapshot) throws -> Output
    ) async throws -> Output {
        guard let position else { return try await snapshots.read(body) }
        let ancestry = ancestry
        @Sendable func bodyIfCurrent(_ snapshot: Snapshot) throws -> Output? {
            guard let now = try snapshot.position?.commit,
                try ancestry.isAncestor(position, of: now)
            else { return nil }
            return try body(snapshot)
        }
        if let output = try await snapshots.read(bodyIfCurrent) { return output }
        try await writer.catchUp()
        if let output = try await snapshots.read(bodyIfCurrent) { return output }
        throw Behind(position: position)
    }

    /// The log does not have a position yet.
    public struct Behind: Error, Sendable {
        /// The position.
        public let position: String
    }

    /// Takes in what other processes committed, if the branch moved since the last call.
    ///
    /// Cost of a call that finds nothing: two `stat`.
    public func lookForOthers() async throws {
        guard try ancestry.hasMoved() else { return }
        try await writer.catchUp()
    }

    /// How many requests wait for the writer.
    public var waitingCount: Int { writer.waitingCount }
}
