public import Texts

/// The reason that a command was not carried out, with a hint.
///
/// The message mentions no verb or option of a front end.
public struct Refusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of refusal, for programs.
    public let code: Code
    /// The problem in one sentence.
    public let message: String
    /// The remedy.
    public let hint: Hint
    /// Names that the user may have meant, nearest first, if they are known without a search.
    public let nearest: [String]
    /// The name that was not found, if finding similar names requires a search.
    public let missing: Missing?

    /// Creates a refusal.
    public init(
        _ code: Code, _ message: String, hint: Hint, nearest: [String] = [],
        missing: Missing? = nil
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.nearest = nearest
        self.missing = missing
    }

    /// A name that was not found.
    ///
    /// Searching for similar names reads all of them. The refusal therefore has only the name, and
    /// the code that displays the refusal does the search.
    public enum Missing: Sendable, Equatable {
        /// A string of the project.
        case string(StringID)
        /// A language of the project.
        case locale(LanguageTag)
    }

    /// The message.
    public var description: String { message }

    /// The kinds of refusal; their raw values are stable.
    public enum Code: String, Sendable, CaseIterable {
        /// The project does not have the language.
        case unknownLanguage = "unknown-language"
        /// The argument is not a language tag.
        case invalidLanguage = "invalid-language"
        /// No string has the key.
        case unknownKey = "unknown-key"
        /// Several strings match.
        case ambiguousKey = "ambiguous-key"
        /// No proposal has the id.
        case unknownProposal = "unknown-proposal"
        /// No event, commit or proposal has the id.
        case unknownID = "unknown-id"
        /// Several ids begin or end with the given characters.
        case ambiguousID = "ambiguous-id"
        /// The guid has already proposed the same text.
        case duplicate
        /// The idempotency key was used for another command.
        case idempotency
        /// The text already has the maximum number of open proposals.
        case tooManyProposals = "too-many-proposals"
        /// The text already has this value.
        case unchanged
        /// The text or its source changed since the proposal was made.
        case outdated
        /// The state that the request depends on has changed.
        case changed
        /// The proposal is no longer open.
        case alreadyDecided = "already-decided"
        /// The proposal belongs to another guid.
        case notOwner = "not-owner"
        /// The actor may not decide in this language.
        case notReviewer = "not-reviewer"
        /// The actor may not change the settings.
        case notMaintainer = "not-maintainer"
        /// The change would lock the actor out of the settings.
        case lockedOut = "locked-out"
        /// The project requires signed commits, but the commit is unsigned or cannot be signed.
        case unsigned
        /// The project does not let people accept their own proposals.
        case selfReview = "self-review"
        /// The language is frozen.
        case frozen
        /// The text would break the app: placeholders, markup or plural forms do not fit the source.
        case failedChecks = "failed-checks"
        /// The thing to create already exists.
        case exists
        /// The value does not have the required form.
        case invalidValue = "invalid-value"
        /// No check has the name.
        case unknownCheck = "unknown-check"
        /// No setting has the name.
        case unknownSetting = "unknown-setting"
        /// A guid is required.
        case noGuid = "no-guid"
        /// The language has no text of its own for the string.
        case noText = "no-text"
        /// The named event is not a side of a conflict.
        case noConflict = "no-conflict"
        /// Later edits build on the events to revert.
        case laterEdits = "later-edits"
        /// The chain of copies that leads to the text is too long.
        case tooManyCopies = "too-many-copies"
        /// Two arguments exclude each other.
        case contradiction
        /// The operation does not apply to the source language.
        case sourceLanguage = "source-language"
        /// A file cannot be parsed, or its content is invalid.
        case invalidFile = "invalid-file"
        /// A file or directory is missing or unusable.
        case file
        /// No Dragoman repository was found, or Git cannot open it.
        case repository
        /// The repository needs a newer version of the program.
        case newerFormat = "newer-format"
        /// Git has no identity for the actor.
        case noIdentity = "no-identity"
        /// The branch is checked out, and its work tree has changes or cannot be updated for
        /// another reason.
        case dirtyWorkTree = "dirty-work-tree"
        /// The revision does not name a commit.
        case unknownRevision = "unknown-revision"
        /// The text is not a valid time.
        case invalidTime = "invalid-time"
        /// The program needs an answer, but there is no terminal to ask on.
        case noTerminal = "no-terminal"
        /// Another process has held the write lock for too long.
        case busy
        /// The read model is unusable. The log is intact.
        case readModel = "read-model"
        /// The path would leave its directory.
        case unsafePath = "unsafe-path"
        /// No remote has the name.
        case unknownRemote = "unknown-remote"
        /// The remote's address has no repository.
        case remoteMissing = "remote-missing"
        /// A remote's server requires authentication.
        case authentication
        /// A remote's server denies access.
        case forbidden
        /// The host key of an SSH server is unknown.
        case unknownHostKey = "unknown-host-key"
        /// The host key of an SSH server differs from the known one.
        case changedHostKey = "changed-host-key"
        /// An HTTPS server's certificate is not trusted.
        case certificate
        /// A remote's server cannot be reached.
        case unreachable
        /// The server at a remote's address does not speak the Git protocol.
        case notGit = "not-git"
        /// A transfer failed or broke off.
        case transfer
        /// The user cancelled a transfer.
        case interrupted
        /// Nothing can be written: the disk is full, a quota is exceeded, or the file system is
        /// read-only.
        case diskFull = "disk-full"
        /// The remote rejected the push.
        case rejected
        /// The remote branch has commits that are missing locally.
        case notFastForward = "not-fast-forward"
        /// The commits to push lack an event of the remote branch.
        case lostEvents = "lost-events"
        /// The branches belong to different projects.
        case unrelated
        /// A translation engine is missing or failed.
        case engine
    }
}
