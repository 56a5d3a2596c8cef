public import Texts

extension Refusal.Hint {
    /// What to do about the names of strings, events and revisions.
    public enum NameHint: Sendable, Hashable {
        /// Write a key that may mean two strings, one of which is given, in a way that means one.
        case oneOfTwoStrings(typed: String, StringID)
        /// Write a key in a way that tells whether it is this string of a new section; it may be the new name of a string.
        case newSection(typed: String, StringID, isNewName: Bool)
        /// Look at the ids of proposals and events.
        case listIDs
        /// Look at the ids of events, proposals and commits; or run the command of Git that fetches a commit.
        case listIDsAndCommits(fetching: String?)
        /// Look at the lost events.
        case listLostEvents
        /// Compare the branch with a named revision.
        case compareWithRevision(branch: String)
        /// Read the state of the time, or the commit that the branch was at.
        case timeOrPlaceOfBranch(time: String, branch: String)
    }

    /// What to do about the repository, its branch and its read model.
    public enum RepositoryHint: Sendable, Hashable {
        /// Name a directory that exists.
        case nameDirectory
        /// Make a repository, or name another directory.
        case initialize
        /// Begin a project in the branch.
        case beginProject
        /// Begin a project in the branch, or name another branch.
        case beginProjectOrNameBranch
        /// Look at the project that exists, or name another branch.
        case showProject
        /// Fetch the branch, to have one to write to.
        case fetchBranch
        /// Fetch the branch from a remote that may have it; `branch` is nil for the usual one.
        case fetchBranchFrom(remote: String, branch: String?)
        /// Look for damage.
        case check
        /// Look for damage once more.
        case checkAgain
        /// Look for damage, and repair it.
        case repair
        /// Rebuild the read model.
        case rebuildReadModel
        /// Rebuild the damaged read model, which loses nothing.
        case rebuildDamagedReadModel
        /// Have the hook judge pushes.
        case judgeInHook
    }

    /// What to do about other repositories.
    public enum RemoteHint: Sendable, Hashable {
        /// Look at the remotes, or add one of that name.
        case list(adding: String)
        /// Add a remote.
        case add
        /// Give each of the remote's addresses a remote of its own.
        case addForEachAddress
        /// Change the address of that remote.
        case changeAddress(of: String)
        /// Correct the address of the remote.
        case correctAddress
        /// Choose the address of another repository.
        case chooseAddress
        /// Name another branch.
        case nameBranch
        /// Name another branch, or begin a project in this one.
        case nameBranchOrBeginProject
        /// Begin a project in the empty repository.
        case beginProject
        /// Synchronize, which makes the branch here.
        case syncToMakeBranch
        /// Synchronize, which unites both branches.
        case syncToUnite
        /// Synchronize, which unites both branches and pushes.
        case syncToPush
        /// Add a remote of that address, and synchronize with it.
        case syncWith(address: String)
        /// Clone elsewhere, or synchronize the clone that exists.
        case syncInstead
        /// Restore the lost events here or at the remote.
        case restoreLost
        /// Synchronize, and keep the line of each event that was first.
        case repairAltered
        /// Take over the remote's lines by Git, then restore one of each.
        case restoreAfterTakingOver(remote: String)
    }
}
