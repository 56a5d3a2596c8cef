/// Whether an app may propose.
public struct ProposalSettings: Sendable, Hashable {
    /// Whether proposals are switched on.
    public var isEnabled: Bool
    /// The environment that the app was built for; one for production never proposes.
    public var environment: AppEnvironment

    /// Creates settings; proposals are off unless they are switched on.
    public init(isEnabled: Bool = false, environment: AppEnvironment) {
        self.isEnabled = isEnabled
        self.environment = environment
    }

    /// The reason why the app may not propose, or nil if it may.
    public var obstacle: ProposalError? {
        if environment == .production { return .production }
        return isEnabled ? nil : .disabled
    }
}

/// The outcome of a proposal that was not refused.
public enum ProposalOutcome: Sendable, Hashable {
    /// The server has it.
    case sent(Proposal)
    /// It is kept on the device and will be sent later.
    case kept(ProposalError)
    /// Another value for the same text replaced it, or it was deleted, before it was sent.
    case replaced
}

/// The state of an installation's proposals.
public struct ProposalState: Sendable, Hashable {
    /// The problem with the storage, if any.
    ///
    /// If there is one, proposals are only in memory and lost when the app ends.
    public var storageProblem: ProposalStorageProblem?
    /// The number of proposals that wait to be sent.
    public var waiting = 0
    /// The error of the last exchange with the server; nil if it succeeded or there was none.
    public var problem: ProposalError?
    /// Kept proposals that the server refused when they were sent later, oldest first; at most 100.
    public var refusals: [ProposalRefusal] = []

    /// Creates the state before anything was proposed.
    public init() {}
}

/// A problem with the storage of proposals.
public enum ProposalStorageProblem: Sendable, Hashable {
    /// A newer version of this library wrote the file, which is left as it is.
    case newerVersion(Int64)
    /// The file cannot be read, and is left as it is.
    case unreadable(String)
    /// The file was damaged. A copy was set aside and a new file begun.
    case damaged
    /// The file cannot be written.
    case unwritable(String)
}

/// A kept proposal that the server refused.
public struct ProposalRefusal: Sendable, Hashable {
    /// The text that was proposed.
    public let text: ProposedText
    /// The reason.
    public let reason: ProposalError
}

/// The own proposals at a moment.
struct OwnTexts: Sendable {
    /// Grows with each change.
    var revision = 0
    /// The values, one for each text and language.
    var texts: [ProposedText] = []
}
