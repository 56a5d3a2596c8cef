/// The settings that determine whether an app may make proposals.
public struct ProposalSettings: Sendable, Hashable {
    /// True if proposals are switched on.
    public var isEnabled: Bool
    /// The environment that the app was built for.
    ///
    /// Production apps never make proposals.
    public var environment: AppEnvironment

    /// Creates settings.
    ///
    /// Proposals are off by default.
    public init(isEnabled: Bool = false, environment: AppEnvironment) {
        self.isEnabled = isEnabled
        self.environment = environment
    }

    /// The reason that the app may not make proposals, or nil if it may.
    public var obstacle: ProposalError? {
        if environment == .production { return .production }
        return isEnabled ? nil : .disabled
    }
}

/// The outcome of a proposal that was not refused.
public enum ProposalOutcome: Sendable, Hashable {
    /// The server has received the proposal.
    case sent(Proposal)
    /// The proposal is stored on the device and will be sent later.
    case kept(ProposalError)
    /// Before the proposal was sent, it was deleted, or replaced with another value for the same
    /// text.
    case replaced
}

/// The state of an installation's proposals.
public struct ProposalState: Sendable, Hashable {
    /// The problem with the storage, if any.
    ///
    /// If there is a problem, proposals are only kept in memory and are lost when the app ends.
    public var storageProblem: ProposalStorageProblem?
    /// The number of proposals waiting to be sent.
    public var waiting = 0
    /// The error from the last exchange with the server, or nil if there was no error or no
    /// exchange yet.
    public var problem: ProposalError?
    /// Stored proposals that the server refused when they were sent later, oldest first; at most
    /// 100.
    public var refusals: [ProposalRefusal] = []

    /// Creates the initial state.
    public init() {}
}

/// A problem with the storage of proposals.
public enum ProposalStorageProblem: Sendable, Hashable {
    /// A newer version of this library wrote the file, which is left unchanged.
    case newerVersion(Int64)
    /// The file cannot be read, and is left unchanged.
    case unreadable(String)
    /// The file was damaged. It was set aside, and a new file was started.
    case damaged
    /// The file cannot be written.
    case unwritable(String)
}

/// A stored proposal that the server refused.
public struct ProposalRefusal: Sendable, Hashable {
    /// The proposed text.
    public let text: ProposedText
    /// The reason.
    public let reason: ProposalError
}

/// The installation's own proposals at a point in time.
struct OwnTexts: Sendable {
    /// Increases with each change.
    var revision = 0
    /// The proposed values.
    ///
    /// There is at most one value for each text and language.
    var texts: [ProposedText] = []
}
