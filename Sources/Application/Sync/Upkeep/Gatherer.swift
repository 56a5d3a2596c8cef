import EventStore
import Git
import GitEventStore
import Machine
import ReadModel
import Translation
package import Workspace

/// The result of gathering, or of a dry run.
package struct GatherReport: Sendable {
    /// The commit, or nil if there was nothing to gather or this was a dry run.
    package let commit: String?
    /// The remote that received the commit, if there is one.
    package let remote: String?
    /// The number of removed files.
    package let removedFiles: Int
    /// The number of new segments.
    package let addedFiles: Int
    /// The number of moved events and other lines.
    package let lines: Int
    /// The size of the moved lines, in bytes.
    package let bytes: Int
    /// The number of files in the log before gathering.
    package let totalFiles: Int
}

/// A commit to be pushed to the shared branch.
package struct Landing {
    let upstream: Upstream
    let old: ObjectID
    let new: ObjectID
}

/// Gathers many small files of the log into a few larger ones: `dragoman gather`.
package struct Gatherer {
    let workspace: Workspace

    package init(_ workspace: Workspace) { self.workspace = workspace }

    private var store: GitEventStore { workspace.store }

    /// The default minimum age of gathered files: 30 days, in milliseconds.
    package static let defaultAge: Int64 = 30 * 86_400_000

    /// Gathers small files whose ids are older than `age` milliseconds into segments, in a separate
    /// commit.
    ///
    /// Allowed only on the shared branch and, if the branch has an upstream, only at its fetched
    /// tip, because two independent gatherings conflict in plain Git. If there is an upstream, the
    /// commit is pushed first. If the push cannot move the upstream from its fetched tip, the local
    /// branch stays unchanged. If the process is killed after the push, the next `sync` fetches the
    /// gathered files.
    ///
    /// No event is added, changed or lost. The closure `push` is expected to call
    /// ``push(_:_:)``. Throws a ``Refusal``.
    package func gather(
        olderThan age: Int64 = defaultAge, isDryRun: Bool = false,
        push: (Landing) throws -> Void
    ) throws -> GatherReport {
        let author = try Workspace.author(of: store.repository, host: workspace.host)
        var planned = try plannedGathering(olderThan: age)
        if isDryRun || planned.gathering.isEmpty {
            return GatherReport(planned.gathering, commit: nil, remote: nil)
        }
        let report = try workspace.exclusively {
            // The plan was made without the lock. It is still valid if no other process has written
            // since.
            if try Workspace.requireHead(of: store) != planned.gathering.base {
                planned = try plannedGathering(olderThan: age)
            }
            let gathering = planned.gathering
            guard !gathering.isEmpty else {
                return GatherReport(gathering, commit: nil, remote: nil)
            }
            try workspace.read { try workspace.refuseUnsigned(in: $0.model) }
            let position = try store.gather(
                gathering, message: Self.message(of: gathering), author: author
            ) { commit in
                guard let upstream = planned.upstream, let new = ObjectID(hex: commit),
                    let old = ObjectID(hex: gathering.base.commit)
                else { return }
                try push(Landing(upstream: upstream, old: old, new: new))
            }
            return GatherReport(
                gathering, commit: position.commit, remote: planned.upstream?.remote)
        }
        if report.commit != nil { workspace.collectGarbageIfNeeded() }
        return report
    }

    private static func message(of gathering: Gathering) -> String {
        """
        gather \(gathering.removedFiles) files into \(gathering.addedFiles)

        Lines are moved as they are; no event is added, changed or taken away.

        """
    }

    private func plannedGathering(
        olderThan age: Int64
    ) throws -> (gathering: Gathering, upstream: Upstream?) {
        let (position, contradicted) = try workspace.read { snapshot in
            (try snapshot.requirePosition(), try snapshot.model.contradictedFiles())
        }
        let upstream = try upstream(at: position)
        let limit = workspace.host.now() - age
        let gathering = try store.gathering(
            at: position, keeping: contradicted,
            progress: { [reportProgress = workspace.reportProgress] in
                reportProgress?("Reading files", $0, $1)
            },
            isOld: { name in
                // Only old files are gathered. A name that is not an id has no time; of these, only
                // segments are gathered.
                EventID(name).map { Int64($0.milliseconds) <= limit }
                    ?? GitEventStore.isSegmentName(name)
            })
        return (gathering, upstream)
    }
}

extension GatherReport {
    init(_ gathering: Gathering, commit: String?, remote: String?) {
        self.init(
            commit: commit, remote: remote, removedFiles: gathering.removedFiles,
            addedFiles: gathering.addedFiles, lines: gathering.lines, bytes: gathering.bytes,
            totalFiles: gathering.totalFiles)
    }
}
