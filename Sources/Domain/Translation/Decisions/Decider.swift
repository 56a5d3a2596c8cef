import JSON
public import Texts

/// Returns the events that result from a command, or throws a ``Refusal``.
///
/// This is a pure function: the time, random bits and facts about languages are parameters. A
/// command for several items is executed completely or not at all. If the idempotency key was
/// already used for the same command, nothing is decided, and ``Decision/repeated`` contains the
/// earlier events. Rethrows errors from the state.
public func decide<State: StateReader, Random: RandomNumberGenerator>(
    _ command: Command, state: State, context: DecisionContext, clock: inout EventClock<Random>
) throws -> Decision {
    // Imports look up the same few languages and strings for thousands of texts.
    if case .importFiles = command {
        return try decideAtOnce(
            command, state: RememberedState(state), context: context, clock: &clock)
    }
    return try decideAtOnce(command, state: state, context: context, clock: &clock)
}

private func decideAtOnce<State: StateReader, Random: RandomNumberGenerator>(
    _ command: Command, state: State, context: DecisionContext, clock: inout EventClock<Random>
) throws -> Decision {
    var decider = Decider(state: state, context: context, clock: clock)
    if let idempotency = context.idempotency {
        let events = try decider.repeated(command, idempotency)
        guard events.isEmpty else {
            decider.answerAgain(command, with: events)
            return decider.decision
        }
    }
    try decider.decide(command)
    try decider.keepMeta()
    context.idempotency?.stamp(&decider.decision.events, of: command)
    clock = decider.clock
    return decider.decision
}

/// A decision in progress: the state, and the events decided so far.
struct Decider<State: StateReader, Random: RandomNumberGenerator> {
    let state: State
    let context: DecisionContext
    var clock: EventClock<Random>
    var decision = Decision()
    /// The results of this decision so far, recorded to avoid contradictions.
    var settled = DecidedSoFar()

    init(state: State, context: DecisionContext, clock: EventClock<Random>) {
        self.state = state
        self.context = context
        self.clock = clock
    }

    var source: LanguageTag { state.project.source }

    mutating func decide(_ command: Command) throws {
        let mark = decision.events.endIndex
        try command.decide(in: &self)
        try refuseChangesOfFrozenTexts(in: decision.events[mark...])
        try refuseTextsByOthers(in: decision.events[mark...])
        try refuseLockout(by: command, in: decision.events[mark...])
        try refuseDeepCopies(in: decision.events[mark...])
        try refuseForbiddenCharacters(in: decision.events[mark...])
    }

    /// Adds an event to the decision, and returns its id.
    @discardableResult
    mutating func add(
        _ payload: Payload, locale: LanguageTag, string: StringID? = nil,
        seen: (base: EventID?, over: [EventID]) = (nil, []), source: EventID? = nil,
        copies: EventID? = nil, undoes: [EventID] = [], meta: JSONObject? = nil
    ) -> EventID {
        let event = Event(
            id: clock.next(), at: context.at, actor: context.actor, locale: locale, string: string,
            payload: payload, base: seen.base, over: seen.over, source: source, copies: copies,
            undoes: undoes, meta: meta)
        decision.events.append(event)
        return event.id
    }

    // MARK: Settings

    func setting(_ setting: Setting) throws -> JSONValue? {
        try state.setting(setting.name).value ?? setting.defaultValue
    }

    /// Returns the context for checks, with the project's settings applied.
    func checkContext() throws -> DecisionContext {
        var context = context
        context.notations = PlaceholderNotations(stored: try setting(.placeholders))
        return context
    }

    /// Throws a refusal if the actor may not change the settings.
    func requireMaintainer() throws {
        let roles = Roles(try settings(Roles.settings))
        guard !roles.isMaintainer(context.actor?.email) else { return }
        throw Refusal(
            .notMaintainer,
            "\(context.actor?.email ?? "An unknown person") may not change the settings.",
            hint: "The settings “maintainers” and “reviewers” list the people who may.")
    }

    func settings(_ settings: [Setting]) throws -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for setting in settings { values[setting.name] = try self.setting(setting) }
        return values
    }

    // MARK: Requirements

    /// Throws a refusal if the project does not have the language.
    func requireLocale(_ tag: LanguageTag) throws {
        guard tag != source, !settled.isSettled(locale: tag),
            try state.locale(tag)?.exists != true
        else { return }
        throw Refusal(
            .unknownLanguage, "The project has no language \(tag).",
            hint: .addLanguage(tag),
            missing: .locale(tag))
    }

    /// Returns the definitions of a string.
    ///
    /// Throws a refusal if the string does not exist.
    func requireString(_ string: StringID) throws -> DefinitionHistory {
        let definitions = try state.definitions(string)
        guard definitions.current == nil else { return definitions }
        throw unknownKey(string)
    }

    /// Refuses a value that is nested more deeply than event readers allow.
    func requireShallow(_ value: Value) throws {
        guard value.depth > Value.maximumDepth else { return }
        throw Refusal(
            .invalidValue, "The value is nested more than \(Value.maximumDepth) levels deep.",
            hint: "Split it into several strings.")
    }

    func unknownKey(_ string: StringID, _ hint: Refusal.Hint = .searchStrings) -> Refusal {
        Refusal(
            .unknownKey, "There is no string “\(string.spelled(in: state.project))”.",
            hint: hint,
            missing: .string(string))
    }
}

extension StringID {
    /// Returns the string as users type it on the command line.
    ///
    /// A string in the default section is shown as its key alone. If the key could be mistaken for
    /// a section and a key, a colon precedes it. A key with a space after its first colon, such as
    /// “Note: saved”, is a sentence and needs no colon in front.
    public func spelled(in project: Project) -> String {
        guard section.hasSameBytes(as: project.defaultSection) else { return "\(section):\(key)" }
        let bytes = key.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return key }
        let next = bytes.index(after: colon)
        let isSentence = colon > bytes.startIndex && (next == bytes.endIndex || bytes[next] == 0x20)
        return isSentence ? key : ":\(key)"
    }
}
