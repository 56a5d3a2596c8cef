import EventStore
import Git
import GitEventStore
import ReadModel
import Texts
package import Translation
import Workspace

/// A plan to set a branch back to the newest intact commit in its reflog.
package struct SetBack: Sendable {
    package let branch: String
    /// The branch's current commit, which cannot be read completely.
    package let from: String
    /// The intact commit to set the branch back to.
    package let to: String
    /// The time of the intact commit, in seconds since 1970.
    package let seconds: Int64
    /// The reflog message of each later move, newest first; the events of these moves are lost.
    package let lost: [String]
    /// The lost events that the read model still contains.
    ///
    /// They are added again, unless a work tree has the branch checked out.
    package let known: [EventID]
    /// The work trees that have the branch checked out; they stay unchanged.
    package let workTrees: [String]

    fileprivate let lines: [(event: Event, line: [UInt8])]
}

extension RepositoryRepair {
    /// Returns the plan to set the branch back, or nil if its tip is intact or the reflog shows no
    /// earlier state.
    ///
    /// Call this after ``run(from:)``. A commit is intact if all its files can be read; older
    /// history is not checked. Skips commits without a project file. Cost: reads every file in the
    /// tip and in each commit that is tried.
    package func plannedSetBack() throws -> SetBack? {
        let repository = store.repository
        let targets = try repository.referenceTargets()
        guard let tip = targets.first(where: { $0.name == store.branch.rawValue })?.target,
            try !store.isWhole(tip)
        else { return nil }
        var lost: [String] = []
        for entry in try repository.reflog(of: store.branch) {
            for (commit, isBefore) in [(entry.new, false), (entry.old, true)] {
                if isBefore { lost.append(entry.message) }
                guard let commit, commit != tip, try store.isWhole(commit),
                    try repository.entry(atPath: GitEventStore.projectFile, in: commit) != nil
                else { continue }
                let lines = try knownLines(besides: commit)
                return SetBack(
                    branch: store.branch.shorthand, from: tip.description,
                    to: commit.description,
                    seconds: try repository.commit(commit).committer.secondsSinceEpoch,
                    lost: lost, known: lines.map(\.event.id).sorted(),
                    workTrees: try repository.worktrees(withBranch: store.branch).map(\.path),
                    lines: lines)
            }
        }
        return nil
    }

    /// Sets the branch back, adds the known events again, and returns their number.
    ///
    /// Work trees stay unchanged, because their files may be the only copies of an event. If a work
    /// tree has the branch checked out, adds no events. Throws a ``Refusal`` if the branch moved
    /// meanwhile.
    package func carryOut(_ setBack: SetBack) throws -> Int {
        let author = try Workspace.author(of: store.repository, host: workspace.host)
        guard let old = ObjectID(hex: setBack.from), let new = ObjectID(hex: setBack.to) else {
            return 0
        }
        try workspace.writing.alone {
            do throws(GitError) {
                try store.repository.update(
                    store.branch, from: old, to: new,
                    message: "dragoman: set back to the last commit that is whole",
                    identity: (author.name, author.email))
            } catch {
                guard error.code == .modified else { throw error }
                throw Refusal(
                    .busy, "The branch was updated by another process.",
                    hint: .typed("Run `dragoman fsck` again."))
            }
        }
        guard !setBack.lines.isEmpty, setBack.workTrees.isEmpty else { return 0 }
        return try workspace.exclusively {
            let head = try workspace.catchUp()
            let folders = Dictionary(grouping: setBack.lines) {
                FolderName.folder(ofTag: $0.event.locale.rawValue)
            }
            let files = folders.sorted { $0.key < $1.key }.flatMap { folder, lines in
                NewFile.files(folder: folder, lines: lines.map { ("", $0.line) })
            }
            _ = try store.append(
                Addition(
                    files: files.map(\.asSegment),
                    message: CommitMessage.restoring(setBack.lines.count), author: author),
                expecting: head)
            return setBack.lines.count
        }
    }

    /// Returns the read model's events whose ids do not occur in a commit.
    ///
    /// Returns an empty array if the read model is not newer than the commit.
    private func knownLines(
        besides commit: ObjectID
    ) throws -> [(event: Event, line: [UInt8])] {
        // A damaged read model contributes no events.
        guard let position = (try? workspace.projection.position) ?? nil,
            let read = ObjectID(hex: position.commit)
        else { return [] }
        let repository = store.repository
        if try repository.objectExists(read),
            (try? repository.isAncestor(read, of: commit)) ?? false
        {
            return []
        }
        let there = Set(
            store.readableFiles(in: commit).flatMap { Workspace.events(in: $0.content).map(\.id) })
        return ((try? workspace.projection.read { try $0.storedLines() }) ?? []).compactMap {
            line in
            guard case .event(let event)? = try? Event.read(line: line),
                !there.contains(event.id)
            else { return nil }
            return (event, line)
        }
    }
}
