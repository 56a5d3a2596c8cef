public import Texts

/// The reason that a command was not executed, with a hint.
///
/// The message does not mention verbs or options of any front end.
public struct Refusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of refusal, for programs.
    public let code: Code
    /// The problem, as one sentence.
    public let message: String
    /// The remedy, worded for each kind of reader.
    public let hint: Hint
    /// Names that the user may have meant, nearest first, if no search is needed to find them.
    public let nearest: [String]
    /// The unknown name, if finding similar names requires a search.
    public let missing: Missing?

    /// Creates a refusal, by default without similar names.
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
    /// A search for similar names has to read all names. The refusal therefore contains only the
    /// unknown name, and the code that displays the refusal searches.
    public enum Missing: Sendable, Equatable {
        /// A string in the project.
        case string(StringID)
        /// A language in the project.
        case locale(LanguageTag)
    }

    /// The message without the hint.
    public var description: String { message }

    /// The kinds of refusal; their raw values are stable.
    public enum Code: String, Sendable, CaseIterable {
        /// The project does not have the language.
        case unknownLanguage = "unknown-language"
        /// The argument is not a language tag.
        case invalidLanguage = "invalid-language"
        /// No string has the key.
        case unknownKey = "unknown-key"
        /// Several strings match the key.
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
        /// The actor may not accept and reject proposals in this language.
        case notReviewer = "not-reviewer"
        /// The actor may not set texts in this language.
        case notTranslator = "not-translator"
        /// The actor may not change the settings.
        case notMaintainer = "not-maintainer"
        /// The change would lock the actor out of the settings.
        case lockedOut = "locked-out"
        /// The project requires signed commits, but the commit has no signature or cannot be
        /// signed.
        case unsigned
        /// The project does not let people accept their own proposals.
        case selfReview = "self-review"
        /// The language is frozen.
        case frozen
        /// The text would break the app: placeholders, markup or plural forms do not fit the source.
        case failedChecks = "failed-checks"
        /// The string or language to create already exists.
        case exists
        /// The value does not have the required form.
        case invalidValue = "invalid-value"
        /// No check has the name.
        case unknownCheck = "unknown-check"
        /// No setting has the name.
        case unknownSetting = "unknown-setting"
        /// No channel has the name, or it has no release at that time.
        case unknownChannel = "unknown-channel"
        /// A guid is required.
        case noGuid = "no-guid"
        /// The language has no text of its own for the string.
        case noText = "no-text"
        /// The event is not a side of a conflict.
        case noConflict = "no-conflict"
        /// Later edits build on the events to revert.
        case laterEdits = "later-edits"
        /// The chain of copies that leads to the text is too long.
        case tooManyCopies = "too-many-copies"
        /// Two arguments, or two parts of a command, contradict each other.
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
        /// The branch is checked out, and its work tree has changes or cannot be updated.
        case dirtyWorkTree = "dirty-work-tree"
        /// The revision does not identify a commit.
        case unknownRevision = "unknown-revision"
        /// The text is not a valid time.
        case invalidTime = "invalid-time"
        /// The program needs an answer, but there is no terminal to ask the user.
        case noTerminal = "no-terminal"
        /// Another process has held the write lock for too long.
        case busy
        /// The read model is unusable, but the log is intact.
        case readModel = "read-model"
        /// The path would be outside its directory.
        case unsafePath = "unsafe-path"
        /// No remote has the name.
        case unknownRemote = "unknown-remote"
        /// There is no repository at the remote's address.
        case remoteMissing = "remote-missing"
        /// A remote's server requires authentication.
        case authentication
        /// A remote's server denies access.
        case forbidden
        /// The host key of an SSH server is unknown.
        case unknownHostKey = "unknown-host-key"
        /// The host key of an SSH server differs from the known key.
        case changedHostKey = "changed-host-key"
        /// An HTTPS server's certificate is not trusted.
        case certificate
        /// A remote's server cannot be reached.
        case unreachable
        /// The server at a remote's address does not speak the Git protocol.
        case notGit = "not-git"
        /// A transfer failed or was cut off.
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
        /// The commits to push lack an event that the remote branch contains.
        case lostEvents = "lost-events"
        /// The branches belong to different projects.
        case unrelated
        /// A translation engine is missing or failed.
        case engine
    }
}
