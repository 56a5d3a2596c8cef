import EventStore
import Git
import GitEventStore
import ReadModel
import Texts
package import Translation
import Workspace

/// What setting a branch back to the newest commit of its log that is whole would do.
package struct SetBack: Sendable {
    /// The branch's name.
    package let branch: String
    /// The commit where it stands, whose state cannot be read.
    package let from: String
    /// The commit that it would stand at.
    package let to: String
    /// When that commit was made, in seconds since 1970.
    package let seconds: Int64
    /// What the log of the branch notes of each later move, newest first: the events of these are lost.
    package let lost: [String]
    /// The events among these that the read model has; they are added again.
    package let known: [EventID]
    /// The work trees that have the branch checked out; they are left as they are.
    package let workTrees: [String]

    fileprivate let lines: [(event: Event, line: [UInt8])]
}

extension RepositoryRepair {
    /// Returns how far the branch has to be set back, or `nil` if its tip is whole or it has no log that says where it was.
    ///
    /// To be asked after ``run(from:)``. A commit is whole if its files can all be read; older history is not looked at. Cost: every
    /// file of the tip, and of the commits that are tried.
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

    /// Sets the branch back and adds the events again that are known; returns how many.
    ///
    /// Work trees stay as they are: their files may be all that is left of an event. If there is one, nothing is added. Throws a
    /// ``Refusal`` if the branch moved meanwhile.
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
                    hint: .typed("`dragoman fsck` looks at it again."))
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

    /// The events that the read model has and a commit lacks, by id; none if the read model is no newer than the commit.
    private func knownLines(
        besides commit: ObjectID
    ) throws -> [(event: Event, line: [UInt8])] {
        // A damaged read model knows nothing.
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
