import JSON
public import Texts

/// Decides what follows from a command: events, or a ``Refusal``.
///
/// Pure: what it needs to know of the clock, of chance and of languages is given. Commands that name several
/// things are carried out whole or not at all. Under an idempotency key that was used for the same before, nothing
/// is decided: the answer is ``Decision/repeated``. Throws a ``Refusal``, or what the state throws.
public func decide<State: StateReader, Random: RandomNumberGenerator>(
    _ command: Command, state: State, context: DecisionContext, clock: inout EventClock<Random>
) throws -> Decision {
    // Thousands of texts ask for the same few languages and strings.
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

/// The state of one decision: what is known, and what has been decided so far.
struct Decider<State: StateReader, Random: RandomNumberGenerator> {
    let state: State
    let context: DecisionContext
    var clock: EventClock<Random>
    var decision = Decision()
    /// What this decision has settled, so that it does not contradict itself.
    var sofar = DecidedSoFar()

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
        try refuseLockout(by: command, in: decision.events[mark...])
        try refuseDeepCopies(in: decision.events[mark...])
        try refuseForbiddenCharacters(in: decision.events[mark...])
    }

    /// Adds an event to the decision and returns its id.
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

    /// The context of checks, with the choices of the project's settings.
    func checkContext() throws -> DecisionContext {
        var context = context
        context.notations = PlaceholderNotations(stored: try setting(.placeholders))
        return context
    }

    /// Refuses changes of settings by those who may not make them.
    func requireMaintainer() throws {
        let roles = Roles(try settings(Roles.settings))
        guard !roles.isMaintainer(context.actor?.email) else { return }
        throw Refusal(
            .notMaintainer,
            "\(context.actor?.email ?? "Nobody in particular") may not change the settings.",
            hint: "The settings “maintainers” and “reviewers” say who may.")
    }

    func settings(_ settings: [Setting]) throws -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for setting in settings { values[setting.name] = try self.setting(setting) }
        return values
    }

    // MARK: What must be there

    /// Refuses a language that the project does not have.
    func requireLocale(_ tag: LanguageTag) throws {
        guard tag != source, !sofar.isSettled(locale: tag),
            try state.locale(tag)?.exists != true
        else { return }
        throw Refusal(
            .unknownLanguage, "The project has no language \(tag).",
            hint: .addLanguage(tag),
            missing: .locale(tag))
    }

    /// Returns the definitions of a string, refusing one that does not exist.
    func requireString(_ string: StringID) throws -> DefinitionHistory {
        let definitions = try state.definitions(string)
        guard definitions.current == nil else { return definitions }
        throw unknownKey(string)
    }

    /// Refuses a value that no reader of events would take.
    func requireShallow(_ value: Value) throws {
        guard value.depth > Value.maximumDepth else { return }
        throw Refusal(
            .invalidValue, "The value is nested more than \(Value.maximumDepth) deep.",
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
    /// The string as it is written on the command line: the key alone in the default section, with a colon before
    /// it where it could be taken for a section and a key.
    ///
    /// A space after the colon, as in “Note: saved”, makes it a sentence: no key of another section begins so.
    public func spelled(in project: Project) -> String {
        guard section.hasSameBytes(as: project.defaultSection) else { return "\(section):\(key)" }
        let bytes = key.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return key }
        let next = bytes.index(after: colon)
        let isSentence = colon > bytes.startIndex && (next == bytes.endIndex || bytes[next] == 0x20)
        return isSentence ? key : ":\(key)"
    }
}
