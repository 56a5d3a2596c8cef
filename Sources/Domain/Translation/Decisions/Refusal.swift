public import Texts

/// Why a command was not carried out: one sentence, which names no verb or option of a front end, and what to do about it.
public struct Refusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of refusal, for programs.
    public let code: Code
    /// What is wrong, in one sentence.
    public let message: String
    /// What to do.
    public let hint: Hint
    /// What may have been meant instead, nearest first, if that is known without a search.
    public let nearest: [String]
    /// What was looked for without success, if the nearest names are found by a search among all that there are.
    public let missing: Missing?

    /// States a refusal.
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

    /// A name that was looked for without success.
    ///
    /// A search for similar names reads all of them. So the refusal has the name only, and the search is left to whoever
    /// shows it.
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
        /// What was given is no language tag.
        case invalidLanguage = "invalid-language"
        /// No string has the key.
        case unknownKey = "unknown-key"
        /// Several strings could be meant.
        case ambiguousKey = "ambiguous-key"
        /// No proposal has the id.
        case unknownProposal = "unknown-proposal"
        /// No event, commit or proposal has the id.
        case unknownID = "unknown-id"
        /// Several ids end or begin like that.
        case ambiguousID = "ambiguous-id"
        /// The guid has proposed the same already.
        case duplicate
        /// The idempotency key was used for something else.
        case idempotency
        /// The text has as many open proposals as the project allows.
        case tooManyProposals = "too-many-proposals"
        /// The text says this already.
        case unchanged
        /// The text or its source changed since the proposal was made.
        case outdated
        /// The state that the request depends on has changed.
        case changed
        /// The proposal is not open any more.
        case alreadyDecided = "already-decided"
        /// The proposal belongs to another guid.
        case notOwner = "not-owner"
        /// The actor may not decide in this language.
        case notReviewer = "not-reviewer"
        /// The actor may not change the settings.
        case notMaintainer = "not-maintainer"
        /// The actor could not change the settings any more after this.
        case lockedOut = "locked-out"
        /// The project wants signed commits, and this one would not be, or cannot be.
        case unsigned
        /// The project does not let people accept their own proposals.
        case selfReview = "self-review"
        /// The language takes no changes at the moment.
        case frozen
        /// The text would break the app: placeholders, markup or plural forms do not fit the source.
        case failedChecks = "failed-checks"
        /// What is to be made is there already.
        case exists
        /// The value does not have the form that is asked for.
        case invalidValue = "invalid-value"
        /// There is no check of that name.
        case unknownCheck = "unknown-check"
        /// There is no setting of that name.
        case unknownSetting = "unknown-setting"
        /// A guid is needed and there is none.
        case noGuid = "no-guid"
        /// The language has no text of its own for the string.
        case noText = "no-text"
        /// What was named is no side of a conflict.
        case noConflict = "no-conflict"
        /// Later edits stand on what was to be taken back.
        case laterEdits = "later-edits"
        /// The text is a copy of a copy, and so on, too many times already.
        case tooManyCopies = "too-many-copies"
        /// Two of the things named exclude each other.
        case contradiction
        /// The source language cannot be treated so.
        case sourceLanguage = "source-language"
        /// A file cannot be read, or does not say what it should.
        case invalidFile = "invalid-file"
        /// A file or directory is missing or cannot be used.
        case file
        /// There is no Dragoman repository here, or Git cannot open it.
        case repository
        /// The repository needs a newer version of the program.
        case newerFormat = "newer-format"
        /// Git does not know who acts.
        case noIdentity = "no-identity"
        /// The branch is checked out, and its work tree has changes or cannot follow for another reason.
        case dirtyWorkTree = "dirty-work-tree"
        /// No commit is meant by the revision.
        case unknownRevision = "unknown-revision"
        /// The text is no time.
        case invalidTime = "invalid-time"
        /// The terminal cannot be asked, and the answer was not given.
        case noTerminal = "no-terminal"
        /// Another process writes for too long.
        case busy
        /// The projection of the log cannot be used; the log itself is as it was.
        case readModel = "read-model"
        /// The path would leave its directory.
        case unsafePath = "unsafe-path"
        /// No remote has the name.
        case unknownRemote = "unknown-remote"
        /// There is no repository at a remote's address.
        case remoteMissing = "remote-missing"
        /// A remote's server does not know who asks.
        case authentication
        /// A remote's server does not let this person do it.
        case forbidden
        /// The key of an SSH server is not known.
        case unknownHostKey = "unknown-host-key"
        /// An SSH server has another key than the known one.
        case changedHostKey = "changed-host-key"
        /// An HTTPS server's certificate is not trusted.
        case certificate
        /// A remote's server cannot be reached.
        case unreachable
        /// What answers at a remote's address does not speak Git.
        case notGit = "not-git"
        /// A transfer failed or broke off.
        case transfer
        /// The user gave a transfer up.
        case interrupted
        /// Nothing can be written: there is no room on the disk or within a quota, or it is for reading only.
        case diskFull = "disk-full"
        /// The other side did not take what was pushed.
        case rejected
        /// The remote branch has commits that are not here.
        case notFastForward = "not-fast-forward"
        /// What was to be pushed lacks an event that the other side has.
        case lostEvents = "lost-events"
        /// The two branches belong to two projects.
        case unrelated
        /// A translation engine is missing, or failed.
        case engine
    }
}
