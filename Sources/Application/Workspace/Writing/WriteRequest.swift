public import Translation

/// A requested change: the actor, the condition and the command.
///
/// The actor of the events is not the author of the commit, because a server commits many people's
/// changes in its own name.
public struct WriteRequest: Sendable {
    /// The verb in the subject of the commit, such as `propose`.
    public var verb: String
    /// The person who makes the change, if known.
    public var actor: Actor?
    /// The guid that makes the change, if any.
    public var guid: HashedGuid?
    /// The idempotency key, under which the request is performed only once.
    public var idempotency: Idempotency?
    /// Whether a text that fails a check is rejected; otherwise the findings are notices.
    public var isStrict: Bool
    /// The state of a unit that the request depends on.
    ///
    /// The request is rejected if the unit is in a different state.
    public var expected: ExpectedUnit?
    /// The state of a setting that the request depends on.
    ///
    /// The request is rejected if the setting has been changed since.
    public var expectedSetting: ExpectedSetting?
    /// Whether the request must be in the same group as the request before it, even if the group
    /// exceeds its limits.
    var isJoined = false
    /// Creates the command from the state on which it is decided.
    ///
    /// It is called again if the branch moves meanwhile.
    public var command: @Sendable (any StateReader) throws -> Command

    /// A state of a unit that a request depends on.
    public struct ExpectedUnit: Sendable {
        /// The unit that must have the expected state.
        public var unit: UnitID
        /// The proposal to decide on, if there is one.
        public var proposal: EventID?
        /// The condition that must hold.
        public var condition: Precondition

        /// Creates a condition on a unit.
        public init(unit: UnitID, proposal: EventID? = nil, condition: Precondition) {
            self.unit = unit
            self.proposal = proposal
            self.condition = condition
        }

        /// Creates the condition that a unit still has the given tag.
        public init(unit: UnitID, proposal: EventID? = nil, tag: UnitTag) {
            self.init(
                unit: unit, proposal: proposal, condition: Precondition(matches: .tags([tag])))
        }
    }

    /// A state of a setting that a request depends on.
    public struct ExpectedSetting: Sendable {
        /// The name of the setting.
        public var name: String
        /// The heads of the setting's register.
        public var heads: [EventID]

        /// Creates the condition that a setting still has the given heads.
        public init(name: String, heads: [EventID]) {
            self.name = name
            self.heads = heads
        }
    }

    /// A condition on the state of a unit, like HTTP's `If-Match` and `If-None-Match` (RFC 9110,
    /// section 13.1).
    public struct Precondition: Sendable, Equatable {
        /// The states that a condition lists.
        public enum States: Sendable, Equatable {
            /// Every state in which the unit has a text.
            case present
            /// The states with one of these tags.
            case tags([UnitTag])
        }

        /// The states that the unit may have, or nil for any state.
        public var matches: States?
        /// The states that the unit must not have, or nil if none is excluded.
        public var excludes: States?

        /// Creates a condition from allowed and excluded states; the unit must satisfy both.
        public init(matches: States? = nil, excludes: States? = nil) {
            self.matches = matches
            self.excludes = excludes
        }
    }

    /// Creates a request to write.
    public init(
        _ verb: String, actor: Actor?, guid: HashedGuid? = nil, idempotency: Idempotency? = nil,
        isStrict: Bool = false, expected: ExpectedUnit? = nil,
        command: @escaping @Sendable (any StateReader) throws -> Command
    ) {
        self.verb = verb
        self.actor = actor
        self.guid = guid
        self.idempotency = idempotency
        self.isStrict = isStrict
        self.expected = expected
        self.command = command
    }
}
