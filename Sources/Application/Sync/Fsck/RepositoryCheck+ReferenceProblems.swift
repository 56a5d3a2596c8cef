import Git
import GitEventStore
import Machine
import Workspace

extension RepositoryCheck {
    /// Checks HEAD, the references, the upstream, and whether the history is complete.
    ///
    /// Git stores all of these in small files, not in objects.
    func referenceProblems() throws -> [FsckReport.Problem] {
        let repository = store.repository
        var problems: [FsckReport.Problem] = []
        do throws(GitError) {
            _ = try repository.headBranch()
        } catch {
            problems.append(
                FsckReport.Problem(path: "HEAD", "HEAD cannot be read: \(error.message)."))
        }
        let targets = try repository.referenceTargets()
        // libgit2 silently skips files that do not contain a valid reference.
        let known = Set(targets.map { $0.name })
        for path in try Files.filesBelow(repository.commonDirectory + "/refs")
        where !known.contains("refs/" + path) && !path.hasSuffix(".lock") {
            problems.append(
                FsckReport.Problem(path: "refs/" + path, "The reference cannot be read."))
        }
        for (name, target) in targets where target == nil {
            // A remote's HEAD may point at a branch that was not fetched.
            let isRemoteHead = name.hasPrefix("refs/remotes/") && name.hasSuffix("/HEAD")
            problems.append(
                FsckReport.Problem(
                    path: name, "The reference cannot be read, or its target does not exist.",
                    isError: !isRemoteHead))
        }
        if let upstream = try? repository.upstream(of: store.branch),
            (try? repository.target(of: upstream)) ?? nil == nil
        {
            problems.append(
                FsckReport.Problem(
                    path: store.branch.rawValue,
                    "Its upstream \(upstream) does not exist here; `git fetch` will fetch it unless it has been deleted.",
                    isError: false))
        }
        if try repository.isShallow() {
            let borders = try survey.shallowBorders().sorted().map { $0.description.prefix(12) }
            let more = borders.count > 3 ? " and \(borders.count - 3) more" : ""
            problems.append(
                FsckReport.Problem(
                    path: "shallow",
                    "The history before \(borders.prefix(3).joined(separator: ", "))\(more) is not in this clone and was not checked for lost events; `git fetch --unshallow` fetches it.",
                    isError: false))
        }
        return problems
    }

    /// Reports a setting with which plain `git gc` could delete objects that a writer has just
    /// stored.
    func packingProblems() throws -> [FsckReport.Problem] {
        guard let git = Program.find("git", on: workspace.host),
            try PruneGrace(of: store.repository, git: git, on: workspace.host).isOverridden,
            let value = try store.repository.string(forKey: "gc.pruneExpire")
        else { return [] }
        return [
            FsckReport.Problem(
                path: "gc.pruneExpire",
                "“\(value)” is shorter than two weeks: plain `git gc` can remove objects that a writer has just stored. `git config gc.pruneExpire 2.weeks.ago` is safe.",
                isError: false)
        ]
    }
}
