import EventStore
import Git
import GitEventStore
import Interchange
public import Translation

extension Refusal {
    /// Says why a repository cannot be opened.
    init(opening error: GitError) {
        switch error.code {
        case .unsupportedExtension where error.extensionName == "objectFormat":
            self.init(
                .repository, "This is a SHA-256 repository, which libgit2 cannot read.",
                hint: "`git init --object-format=sha1` makes one that it can.")
        case .unsupportedExtension:
            self.init(
                .repository,
                "This repository uses “\(error.extensionName ?? "an extension")”, which libgit2 cannot read.",
                hint: error.hint ?? "Use a plain full clone with SHA-1.")
        case .owner:
            self.init(
                .repository, "The repository belongs to somebody else: \(error.message).",
                hint: "`git config --global --add safe.directory DIR` trusts it.")
        default:
            self.init(
                .repository, "Git cannot open the repository: \(error.message).",
                hint: "`git fsck` may say more.")
        }
    }

    /// The refusal that an error of the layers below amounts to, or `nil` for a defect.
    public init?(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let dirty as DirtyWorkTree:
            self.init(
                .dirtyWorkTree,
                "The branch is checked out in \(dirty.path), and that work tree has changes.",
                hint: "Commit or undo them with git there, or check another branch out.")
        case let missing as NoBranch:
            let branch = missing.branch
            self.init(
                .repository,
                "The branch “\(branch)” is not here, only a commit that is checked out.",
                hint:
                    "`git fetch origin \(branch):\(branch)` brings it, and with it where to write.")
        case let locked as BranchLocked:
            self.init(
                .busy, "Another process holds the lock of the branch “\(locked.branch)”.",
                hint: "Try again in a moment.")
        case is AppendConflict:
            self.init(
                .busy, "Somebody else moved the branch at the same time.",
                hint: "Try again in a moment.")
        case let existing as FileExists:
            self.init(
                .repository, "The log has a file \(existing.path) already.",
                hint: "`dragoman fsck` looks for damage.")
        case let failure as WriteLock.Failure:
            self.init(
                .file, "The lock \(failure.path) cannot be taken: \(failure.reason).",
                hint: "Writing needs write access to the repository's .git directory.")
        case let missing as GitEventStore.BranchExists:
            self.init(
                .exists, "There is a project already: the branch “\(missing.name.shorthand)”.",
                hint: "`dragoman status` shows it; --branch names another.")
        case let error as InterchangeError:
            self.init(.invalidFile, error.message, hint: error.hint)
        case let error as GitError:
            self.init(
                .repository, "Git refuses: \(error.message).",
                hint: error.hint ?? "`dragoman fsck` looks for damage.")
        default: return nil
        }
    }
}
