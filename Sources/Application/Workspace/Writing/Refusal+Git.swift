import EventStore
package import Git
import GitEventStore
import Glibc
import Interchange
import Machine
import ReadModel
public import Translation

extension Refusal {
    /// Explains why a repository cannot be opened.
    package init(opening error: GitError) {
        switch error.code {
        case .unsupportedExtension where error.extensionName == "objectFormat":
            self.init(
                .repository, "This is a SHA-256 repository, which libgit2 cannot read.",
                hint: "`git init --object-format=sha1` creates one that it can read.")
        case .unsupportedExtension:
            self.init(
                .repository,
                "This repository uses “\(error.extensionName ?? "an extension")”, which libgit2 cannot read.",
                hint: .advice(error.hint ?? "Use a full clone with SHA-1."))
        case .tooManyOpenFiles: self = .tooManyOpenFiles
        case .owner:
            self.init(
                .repository, "The repository belongs to another user: \(error.message).",
                hint: "If you trust it, run `git config --global --add safe.directory DIR`.")
        default:
            self.init(
                .repository, "Git cannot open the repository: \(error.message).",
                hint: "`git fsck` may show more details.")
        }
    }

    /// Returns true if an error message ends with a system error about a lack of space: a full
    /// disk, a quota, or a read-only disk.
    private static func isForWantOfRoom(_ message: String) -> Bool {
        [ENOSPC, EDQUOT, EROFS].contains { message.hasSuffix(String(cString: strerror($0))) }
    }

    /// Converts an error from the layers below to a refusal, or returns `nil` for a bug in the
    /// program.
    public init?(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let dirty as DirtyWorkTree:
            self.init(
                .dirtyWorkTree,
                "The branch is checked out in \(dirty.path), and that work tree has changes.",
                hint: "Commit or undo them with git there, or check out another branch.")
        case let use as BranchInUse: self.init(use)
        case let missing as NoBranch:
            let branch = missing.branch
            self.init(
                .repository,
                "Branch “\(branch)” does not exist; HEAD is detached.",
                hint: .typed(
                    "`dragoman fetch` fetches the branch from the remote, so that you can write to it."
                ))
        case let locked as BranchLocked:
            self.init(
                .busy, "Another process holds the lock on the branch “\(locked.branch)”.",
                hint: "Try again in a moment.")
        case is AppendConflict:
            self.init(
                .busy, "The branch was updated by another process.",
                hint: "Try again in a moment.")
        case let existing as FileExists:
            self.init(
                .repository, "The log already has a file \(existing.path).",
                hint: .typed("`dragoman fsck` checks for damage."))
        case let error as GitError where error.code == .tooManyOpenFiles:
            self = .tooManyOpenFiles
        case let failure as WriteLock.Failure where DescriptorLimit.isReason(of: failure.reason):
            self = .tooManyOpenFiles
        case let failure as WriteLock.Failure where failure.number == RegularFile.notRegular:
            self.init(
                .file, "\(failure.path) is not a regular file.",
                hint: "`ls -l` shows what it is: remove it, and try again.")
        case let failure as WriteLock.Failure:
            self.init(
                Self.isForWantOfRoom(failure.reason) ? .diskFull : .file,
                "The file \(failure.path) cannot be written: \(failure.reason).",
                hint: Self.hint(forSystemError: failure.reason)
                    ?? "Writing requires write access to the repository's .git directory.")
        case let failure as ReadModel.Failure:
            self.init(failure)
        case let timeout as WriteLock.Timeout:
            self.init(timeout)
        case let missing as GitEventStore.BranchExists:
            self.init(
                .exists, "A project already exists: the branch “\(missing.name.shorthand)”.",
                hint: .typed("`dragoman status` shows it; --branch selects another."))
        case let error as InterchangeError:
            self.init(.invalidFile, error.message, hint: error.hint)
        case let error as GitError where error.isDamage:
            self.init(
                .repository, "The repository is damaged: \(error.message).",
                hint: .typed(
                    "`dragoman fsck` describes the damage, and `dragoman fsck --repair` repairs it where possible."
                ))
        case let error as GitError:
            self.init(
                Self.isForWantOfRoom(error.message) ? .diskFull : .repository,
                "Git reports an error: \(error.message).",
                hint: error.hint.map(Hint.advice) ?? Self.hint(forSystemError: error.message)
                    ?? .typed("`dragoman fsck` checks for damage."))
        default: return nil
        }
    }

    /// The refusal thrown when the process runs out of file descriptors; the project is not
    /// affected.
    fileprivate static let tooManyOpenFiles = Refusal(
        .busy, "The process has too many open files.",
        hint: "Raise the limit on open files (`ulimit -n`), or try again in a moment.")
}

extension Refusal {
    /// Describes the process that holds the lock, and suggests a remedy.
    fileprivate init(_ timeout: WriteLock.Timeout) {
        let holder = timeout.holder
        let waited =
            timeout.milliseconds > 0 ? "; gave up after \(timeout.milliseconds) milliseconds." : "."
        let message = "The repository is locked by \(holder.description)"
        guard let process = holder.process, holder.isStopped else {
            self.init(
                .busy, message + ", which is writing to it" + waited,
                hint:
                    "Try again when it has finished; `git config dragoman.lockTimeout MILLISECONDS` sets a longer timeout."
            )
            return
        }
        self.init(
            .busy, message + ", which is stopped" + waited,
            hint: "`kill -CONT \(process)` resumes it; ending it also releases the lock.")
    }
}

extension Refusal {
    /// Describes a problem with the read model, which does not affect events.
    fileprivate init(_ failure: ReadModel.Failure) {
        switch failure.kind {
        case .damage:
            self.init(
                .readModel, "The read model is damaged: \(failure.reason).",
                hint: .typed("`dragoman rebuild` rebuilds it from the log, which has all events.")
            )
        case .unwritable:
            self.init(
                .readModel, "The read model cannot be used: \(failure.reason).",
                hint:
                    "Free some disk space, or check the permissions of .git/dragoman. The log is unchanged."
            )
        case .tooManyOpenFiles: self = .tooManyOpenFiles
        case .busy:
            self.init(
                .busy, "Another process has held the read model for ten minutes.",
                hint: "Try again when it has finished.")
        }
    }
}
