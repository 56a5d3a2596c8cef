import JSON
public import Texts

/// Proposes a text.
struct Propose: CommandKind {
    let locale: LanguageTag
    let string: StringID
    let options: ProposeOptions

    static var verb: String { "propose" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add("locale", locale.rawValue)
        fingerprint.add(string)
        fingerprint.add("value", options.value.json)
        fingerprint.add("note", options.note)
        fingerprint.add("picture", options.picture)
        fingerprint.add("origin", options.origin.description)
        fingerprint.add("new", options.isNew)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.propose(locale, string, options)
        try decider.noteFindings(in: options.value, locale, string)
    }
}

/// A proposed text, with its origin and options.
public struct ProposeOptions: Sendable {
    /// The proposed text.
    public var value: Value
    /// The proposer's note.
    public var note: String?
    /// The name of a stored picture.
    public var picture: String?
    /// The origin of the text.
    public var origin: Origin
    /// True if the key does not have to exist.
    public var isNew: Bool
    /// The definition that the text was made for, or nil if it is the current definition.
    var definition: EventID?

    /// Creates options, by default for a text that a person wrote for an existing key.
    public init(
        value: Value, note: String? = nil, picture: String? = nil, origin: Origin = .human,
        isNew: Bool = false
    ) {
        self.value = value
        self.note = note
        self.picture = picture
        self.origin = origin
        self.isNew = isNew
    }
}

extension Decider {
    mutating func propose(
        _ locale: LanguageTag, _ string: StringID, _ options: ProposeOptions,
        as owner: HashedGuid? = nil
    ) throws {
        try requireLocale(locale)
        guard let guid = owner ?? context.guid else {
            throw Refusal(
                .noGuid, "A proposal needs a guid, but none is given.",
                hint: Refusal.Hint(
                    typed: "Give one with --guid, or with DRAGOMAN_GUID.",
                    http:
                        "Send a guid in Dragoman-Guid: a random UUID that you create once and keep.",
                    page: "Sign in first.", pageMessage: "A proposal needs an author."))
        }
        try requireShallow(options.value)
        let definition = try definition(of: string)
        if options.isNew {
            try requireKey(string)
        } else if definition == nil {
            throw unknownKey(
                string,
                Refusal.Hint(
                    typed:
                        "`--new` proposes a new string; `dragoman list --search TEXT` finds strings.",
                    http:
                        "Send `\"new\": true` to propose a new string; `GET /strings?search=TEXT` finds strings.",
                    page: "Search for it."))
        }
        let unit = try state.unit(locale, string, by: .only([guid]))
        let own = unit.openProposal(of: guid)
        // The same text may be proposed again to add or replace the picture.
        if let own, own.proposed.value.isEquivalent(to: options.value),
            options.picture == nil || options.picture == own.proposed.picture
        {
            throw Refusal(
                .duplicate, "This guid has already proposed the same text: proposal \(own.id).",
                hint: Refusal.Hint(
                    typed:
                        "Propose another text to replace it, or delete it with `dragoman delete \(own.id)`.",
                    http: "Propose another text to replace it, or delete it.",
                    page: "Another text would replace it.",
                    pageMessage: "You have already proposed this text."))
        }
        try refuseUnchanged(options.value, unit: unit)
        if own == nil { try requireRoom(locale, string) }
        add(
            .proposalMade(
                ProposedText(
                    value: options.value, guid: guid, replaces: own?.id, note: options.note,
                    picture: options.picture, origin: options.origin, isNew: options.isNew)),
            locale: locale, string: string, seen: (unit.register.current, []),
            source: locale == source ? nil : options.definition ?? definition?.id)
    }

    /// Refuses a proposal for a text that already has the maximum number of open proposals.
    private func requireRoom(_ locale: LanguageTag, _ string: StringID) throws {
        guard let limit = try setting(.openProposals)?.integerValue,
            try state.hasOpenProposals(locale, string, atLeast: Int(limit))
        else { return }
        throw Refusal(
            .tooManyProposals,
            "“\(string.spelled(in: state.project))” in \(locale) already has \(limit) open proposals, which is the maximum.",
            hint: "Wait until a reviewer has decided some of them.")
    }

    private func refuseUnchanged(_ value: Value, unit: Unit) throws {
        if let text = unit.text {
            guard text.value.isEquivalent(to: value) else { return }
            throw Refusal(
                .unchanged, "The text in \(unit.locale) is already the same.",
                hint: "Propose a different text.")
        }
        guard let inherited = try state.inheritedText(unit.locale, unit.string),
            inherited.value.isEquivalent(to: value)
        else { return }
        throw Refusal(
            .unchanged,
            "\(unit.locale) already inherits this text from \(inherited.locale).",
            hint: "Propose only texts that differ in the regional language.")
    }
}
