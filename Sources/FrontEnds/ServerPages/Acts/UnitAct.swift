import Hosting
import ReadModel
import Server
import Texts
import Translation
import Walks
import Workspace

/// An act on one string in one language, as carried out by a form.
struct UnitAct: Sendable {
    /// The last segment of the address, such as `accept`.
    let name: String
    let scope: Scope
    let summary: String
    let perform: @Sendable (PageCall, LanguageTag, PageForm) async throws -> ActAnswer

    static let all = [
        propose, set, accept, reject, delete, comment, endorse, reopen, keep, mark, silence, revert,
    ]

    private static let propose = UnitAct(
        name: "propose", scope: .propose, summary: "Propose another text."
    ) { call, locale, form in
        let string = try form.string()
        let value = try await call.typedValue(form, UnitID(locale, string))
        let note = try form.text("note")
        let origin = try await call.project.origin(of: value, for: UnitID(locale, string))
        let proposer = try call.project.proposer(guid: nil)
        let receipt = try await call.write("propose", form, guid: proposer.hashed) { _ in
            .propose(locale, string, ProposeOptions(value: value, note: note, origin: origin))
        }
        return call.answer("Proposed.", receipt)
    }

    private static let set = UnitAct(
        name: "set", scope: .translate, summary: "Set a text without a proposal."
    ) { call, locale, form in
        let string = try form.string()
        let value = try await call.typedValue(form, UnitID(locale, string))
        let expected = form.tag.map {
            WriteRequest.ExpectedUnit(unit: UnitID(locale, string), tag: $0)
        }
        // Errors stop a text here as they stop an acceptance. “Save anyway” sends `force`.
        if !form.flag("force") { try await call.requirePassing(value, UnitID(locale, string)) }
        let receipt = try await call.write("set", form, expected: expected) { _ in
            .setText(locale, string, value)
        }
        return call.answer("Saved.", receipt)
    }

    private static let accept = UnitAct(
        name: "accept", scope: .review, summary: "Accept a proposal."
    ) { call, locale, form in
        let id = try form.proposal()
        let unit = try await call.unit(of: id, in: locale)
        let edited = form.flag("edited") ? try await call.typedValue(form, unit) : nil
        let options = AcceptOptions(value: edited, isForced: form.flag("force"))
        let expected = form.tag.map {
            WriteRequest.ExpectedUnit(unit: unit, proposal: id, tag: $0)
        }
        let receipt = try await call.write("accept", form, expected: expected) { _ in
            .accept([id], options)
        }
        return call.answer(edited == nil ? "Accepted." : "Accepted as edited.", receipt)
    }

    private static let reject = UnitAct(
        name: "reject", scope: .review, summary: "Reject a proposal, with a reason."
    ) { call, locale, form in
        let id = try form.proposal()
        let unit = try await call.unit(of: id, in: locale)
        let reason = try RejectionReason(form)
        let expected = form.tag.map {
            WriteRequest.ExpectedUnit(unit: unit, proposal: id, tag: $0)
        }
        let receipt = try await call.write("reject", form, expected: expected) { _ in
            .reject([id], code: reason.code, reason: reason.text)
        }
        return call.answer("Rejected.", receipt)
    }

    private static let delete = UnitAct(
        name: "delete", scope: .propose, summary: "Take back an own proposal."
    ) { call, locale, form in
        let id = try form.proposal()
        _ = try await call.unit(of: id, in: locale)
        let proposer = try call.project.proposer(guid: nil)
        let receipt = try await call.write("delete", form, guid: proposer.hashed) { _ in
            .deleteProposals([id], byPerson: false)
        }
        return call.answer("Deleted.", receipt)
    }

    private static let comment = UnitAct(
        name: "comment", scope: .propose, summary: "Comment on a string or a proposal."
    ) { call, locale, form in
        let text = try form.required("comment")
        let target: CommentTarget
        if form.fields["proposal"] != nil {
            let id = try form.proposal()
            _ = try await call.unit(of: id, in: locale)
            target = .proposal(id)
        } else {
            target = .unit(UnitID(locale, try form.string()))
        }
        let guid = try call.project.remarkingGuid()
        let receipt = try await call.write("comment", form, guid: guid) { _ in
            .comment(target, text)
        }
        return call.answer("Commented.", receipt)
    }

    private static let endorse = UnitAct(
        name: "endorse", scope: .propose, summary: "Endorse a proposal."
    ) { call, locale, form in
        let id = try form.proposal()
        _ = try await call.unit(of: id, in: locale)
        let guid = try call.project.remarkingGuid()
        let receipt = try await call.write("endorse", form, guid: guid) { _ in
            .endorse([id], reason: nil)
        }
        return call.answer("Endorsed.", receipt)
    }

    private static let reopen = UnitAct(
        name: "reopen", scope: .review, summary: "Reopen a rejected proposal."
    ) { call, locale, form in
        let id = try form.proposal()
        let unit = try await call.unit(of: id, in: locale)
        let decision = try await call.project.read { snapshot in
            try snapshot.model.unit(unit.locale, unit.string).proposal(id)?.decision?.id
        }
        guard let decision else {
            throw Problem(
                ProblemCode(.alreadyDecided), "The proposal is open.", hint: "Decide on it.")
        }
        let receipt = try await call.write("reopen", form) { _ in
            .revert(RevertOptions(events: [decision]))
        }
        return call.answer("Reopened.", receipt)
    }

    private static let keep = UnitAct(
        name: "keep", scope: .translate, summary: "Keep one of the texts of a conflict."
    ) { call, locale, form in
        let events = form.events
        try await call.requireEvents(events, of: locale)
        let receipt = try await call.write("keep", form) { _ in .keep(events) }
        return call.answer("Kept.", receipt)
    }

    private static let mark = UnitAct(
        name: "mark", scope: .translate, summary: "Vouch for a text, or flag it."
    ) { call, locale, form in
        let unit = UnitID(locale, try form.string())
        let reason = try form.text("reason")
        switch form.fields["mark"] {
        case "vouch":
            try call.context.require(.review)
            let receipt = try await call.write("vouch", form) { _ in
                .vouch([unit], reason: reason)
            }
            return call.answer("Vouched for.", receipt)
        case "flag":
            let receipt = try await call.write("flag", form) { _ in .flag([unit], reason: reason) }
            return call.answer("Flagged.", receipt)
        default:
            throw Problem(.usage, "The form names no mark.", hint: "Open the page again.")
        }
    }

    private static let silence = UnitAct(
        name: "silence", scope: .translate, summary: "Silence a check for a text."
    ) { call, locale, form in
        let unit = UnitID(locale, try form.string())
        let check = try form.required("check")
        let reason = try form.text("reason")
        let receipt = try await call.write("silence", form) { _ in
            .silence([unit], check: check, reason: reason)
        }
        return call.answer("The check \(check) is silent for this text.", receipt)
    }

    private static let revert = UnitAct(
        name: "revert", scope: .propose, summary: "Take back what events did."
    ) { call, locale, form in
        let events = form.events
        guard !events.isEmpty else {
            throw Problem(.usage, "The form names no event.", hint: "Open the page again.")
        }
        try await call.requireEvents(events, of: locale)
        try await call.requireRight(toRevert: events)
        let receipt = try await call.write("revert", form) { _ in
            .revert(RevertOptions(events: events))
        }
        return call.answer("Taken back.", receipt)
    }
}

extension PageCall {
    /// Returns the text of a string in a form.
    func typedValue(_ form: PageForm, _ unit: UnitID) async throws -> Value {
        let definition = try await project.read { snapshot in
            try snapshot.requireLocale(unit.locale)
            try snapshot.requireString(unit.string)
            return try snapshot.model.definitions(unit.string).currentDefinition
        }
        guard let definition, let forms = TextForms(of: definition.value, in: unit.locale) else {
            throw Problem(
                ProblemCode(.invalidValue),
                "The text of this string has parts that pages do not edit.",
                hint: "Use `dragoman set` with a JSON value.")
        }
        guard let value = try form.value(forms) else {
            throw Problem(.usage, "The form has no text.", hint: "Open the page again.")
        }
        if value.saysNothing, !form.flag("empty") {
            throw Problem(
                ProblemCode(.invalidValue), "The text is empty.",
                hint: "Type a text, or press “Deliberately empty”.")
        }
        return value
    }

    /// Throws `failed-checks` if checks find errors in a text.
    ///
    /// A strict write would also refuse warnings, which should not stop a translator.
    func requirePassing(_ value: Value, _ unit: UnitID) async throws {
        let errors = try await project.read { snapshot in
            try snapshot.findings(of: value, in: snapshot.model.unit(unit.locale, unit.string))
                .filter { $0.severity == .error }
        }
        guard let first = errors.first else { return }
        throw Problem(
            ProblemCode(.failedChecks), first.message, hint: "Mend it, or save it anyway.")
    }

    /// Returns the unit of a proposal.
    ///
    /// Throws `unknown-proposal`, even if the proposal exists in another language, because the
    /// address names the language.
    func unit(of proposal: EventID, in locale: LanguageTag) async throws -> UnitID {
        let place = try await project.read { try $0.model.proposalLocation(proposal) }
        guard let place, place.locale == locale else {
            throw Problem(
                ProblemCode(.unknownProposal), "There is no proposal \(proposal) for \(locale).",
                hint: "Open the list of the language.")
        }
        return UnitID(place.locale, place.string)
    }

    /// Throws `usage` unless all events belong to a language, because a token may be limited to
    /// some languages.
    func requireEvents(_ events: [EventID], of locale: LanguageTag) async throws {
        let areItsOwn = try await project.read { snapshot in
            try events.allSatisfy { try snapshot.model.event($0)?.locale == locale }
        }
        guard areItsOwn else {
            throw Problem(
                .usage, "The form names events of another language.", hint: "Open the page again.")
        }
    }

    /// Throws `scope` unless the sender made the events or may decide on the texts of others.
    func requireRight(toRevert events: [EventID]) async throws {
        if (context.scope ?? .read) >= .review { return }
        guard let actor = project.actor else { return try context.require(.review) }
        let isOwn = try await project.read { snapshot in
            try events.allSatisfy { try snapshot.model.event($0)?.actor == actor }
        }
        if !isOwn { try context.require(.review) }
    }
}
