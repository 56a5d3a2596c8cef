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
        try carryOut(command)
        try refuseChangesOfFrozenTexts(in: decision.events[mark...])
        try refuseLockout(by: command, in: decision.events[mark...])
        try refuseDeepCopies(in: decision.events[mark...])
        try refuseForbiddenCharacters(in: decision.events[mark...])
    }

    private mutating func carryOut(_ command: Command) throws {
        switch command {
        case .addLocales(let locales):
            try refuseRepeated(locales.map(\.tag))
            for (tag, attributes) in locales { try addLocale(tag, attributes) }
        case .removeLocale(let tag): try removeLocale(tag)
        case .addString(let string, let definition): try addString(string, definition)
        case .editString(let string, let edit): try editString(string, edit)
        case .renameString(let old, let new): try renameString(old, to: new)
        case .carryOver(let old, let new, let isForced):
            try carryOver(old, to: new, isForced: isForced)
        case .removeString(let string): try removeString(string)
        case .setText(let locale, let string, let value):
            try setText(locale, string, value)
            try noteFindings(in: value, locale, string)
        case .unsetText(let locale, let string): try unsetText(locale, string)
        case .propose(let locale, let string, let wish):
            try propose(locale, string, wish)
            try noteFindings(in: wish.value, locale, string)
        case .accept(let ids, let wish): try accept(ids, wish)
        case .reject(let ids, let code, let reason): try reject(ids, code: code, reason: reason)
        case .deleteProposals(let ids, let byPerson): try delete(ids, byPerson: byPerson)
        case .changeSetting(let name, let value, _): try changeSetting(name, value)
        case .placeFiles(let section, let pattern): try placeFiles(of: section, pattern)
        case .importFiles(let files): try importFiles(files)
        case .comment(let target, let text): try comment(target, text)
        case .endorse(let ids, let reason): try endorse(ids, reason: reason)
        case .vouch(let units, let reason): try vouch(for: units, reason: reason)
        case .flag(let units, let reason): try flag(units, reason: reason)
        case .silence(let units, let check, let reason):
            try silence(units, check: check, reason: reason)
        case .keep(let ids): try keep(ids)
        case .revert(let wish): try revert(wish)
        case .batch(let commands): try decideEach(commands)
        }
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

    private mutating func changeSetting(_ name: String, _ value: JSONValue?) throws {
        guard let setting = Setting.all.first(where: { $0.name == name }) else {
            let names = Setting.all.map(\.name)
            throw Refusal(
                .unknownSetting, "There is no setting “\(name)”.",
                hint: .typed("`dragoman config` lists the settings."),
                nearest: NearestMatches.of(name, among: names))
        }
        if let value, let fault = setting.fault(value) {
            throw Refusal(
                .invalidValue, "The setting “\(name)” does not take this value: \(fault)",
                hint: .advice(setting.summary))
        }
        try requireMaintainer()
        let now = try state.setting(name)
        guard now.value != value || !now.register.losers.isEmpty else { return }
        add(.settingChanged(name: name, value: value), locale: source, seen: now.register.seen)
    }

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
