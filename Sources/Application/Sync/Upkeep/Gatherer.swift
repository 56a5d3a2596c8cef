import EventStore
import Git
import GitEventStore
import Machine
import ReadModel
import Translation

/// What gathering did, or would do.
public struct GatherReport: Sendable {
    /// The commit, or `nil` if there was nothing to gather or nothing was to be done.
    public let commit: String?
    /// The remote that it was pushed to, if there is one.
    public let remote: String?
    /// How many files went.
    public let removedFiles: Int
    /// How many segments came.
    public let addedFiles: Int
    /// How many events and other lines were moved.
    public let lines: Int
    /// How many bytes they have.
    public let bytes: Int
    /// How many files the log had before.
    public let totalFiles: Int
}

/// A commit on its way to the branch that everybody fetches.
public struct Landing {
    let upstream: Upstream
    let old: ObjectID
    let new: ObjectID
}

extension Workspace {
    /// How old files are that are gathered where nothing else is said: 30 days, in milliseconds.
    public static let gatheringAge: Int64 = 30 * 86_400_000

    /// Makes segments of small files whose ids are older than `age` milliseconds, in a commit of its own.
    ///
    /// Only on the branch that everybody starts from, and where that has an upstream only on its fetched tip: two gatherings
    /// that did not know each other conflict in plain Git. With an upstream the commit is pushed first; if that does not
    /// move it from the fetched tip, nothing has happened here; who is killed after it had moved finds by the next `sync` what was
    /// gathered. No event is added, changed or lost. `push` is to call ``push(_:_:)``. Throws a ``Refusal``.
    public func gather(
        olderThan age: Int64 = gatheringAge, isDryRun: Bool = false,
        push: (Landing) throws -> Void
    ) throws -> GatherReport {
        let author = try Self.author(of: store.repository, host: host)
        var planned = try plannedGathering(olderThan: age)
        if isDryRun || planned.gathering.isEmpty {
            return GatherReport(planned.gathering, commit: nil, remote: nil)
        }
        let report = try exclusively {
            // What was found out without the lock counts if nobody wrote meanwhile.
            if try Self.requireHead(of: store) != planned.gathering.base {
                planned = try plannedGathering(olderThan: age)
            }
            let gathering = planned.gathering
            guard !gathering.isEmpty else {
                return GatherReport(gathering, commit: nil, remote: nil)
            }
            try read { try refuseUnsigned(in: $0.model) }
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
        if report.commit != nil { collectGarbageIfNeeded() }
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
        let (position, contradicted) = try read { snapshot in
            (try snapshot.requirePosition(), try snapshot.model.contradictedFiles())
        }
        let upstream = try upstream(at: position)
        let limit = host.now() - age
        let gathering = try store.gathering(
            at: position, keeping: contradicted,
            progress: { [reportProgress] in reportProgress?("Reading files", $0, $1) },
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
