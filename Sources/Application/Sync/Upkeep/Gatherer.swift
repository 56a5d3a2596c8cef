import EventStore
import Git
import GitEventStore
import Machine
import ReadModel
import Translation
package import Workspace

/// What gathering did, or would do.
package struct GatherReport: Sendable {
    /// The commit, or `nil` if there was nothing to gather or nothing was to be done.
    package let commit: String?
    /// The remote that it was pushed to, if there is one.
    package let remote: String?
    /// How many files went.
    package let removedFiles: Int
    /// How many segments came.
    package let addedFiles: Int
    /// How many events and other lines were moved.
    package let lines: Int
    /// How many bytes they have.
    package let bytes: Int
    /// How many files the log had before.
    package let totalFiles: Int
}

/// A commit on its way to the branch that everybody fetches.
package struct Landing {
    let upstream: Upstream
    let old: ObjectID
    let new: ObjectID
}

/// Makes few larger files of many small old ones: `dragoman gather`.
package struct Gatherer {
    let workspace: Workspace

    package init(_ workspace: Workspace) { self.workspace = workspace }

    private var store: GitEventStore { workspace.store }

    /// The default minimum age of gathered files: 30 days, in milliseconds.
    package static let defaultAge: Int64 = 30 * 86_400_000

    /// Makes segments of small files whose ids are older than `age` milliseconds, in a commit of its own.
    ///
    /// Only on the branch that everybody starts from, and where that has an upstream only on its fetched tip: two gatherings
    /// that did not know each other conflict in plain Git. With an upstream the commit is pushed first; if that does not
    /// move it from the fetched tip, nothing has happened here; who is killed after it had moved finds by the next `sync` what was
    /// gathered. No event is added, changed or lost. `push` is to call ``push(_:_:)``. Throws a ``Refusal``.
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
            // What was found out without the lock counts if nobody wrote meanwhile.
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
                // A segment is made of what was old; a name that is no id tells nothing of its time.
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
