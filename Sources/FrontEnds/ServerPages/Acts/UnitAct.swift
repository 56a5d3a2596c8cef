import Hosting
import JSON
import ReadModel
import Server
import Texts
import Translation
import Walks
import Workspace

/// An action on one string in one language, submitted with a form.
struct UnitAct: Sendable {
    /// The last segment of the address, such as `accept`.
    let name: String
    let scope: Scope
    let summary: String
    private let prepare: Preparation

    private typealias Preparation =
        @Sendable (
            PageCall, LanguageTag, PageForm
        ) async throws -> Prepared

    /// The action that a form requests.
    private struct Prepared {
        let action: Action
        let guid: HashedGuid?
        let condition: WriteRequest.Precondition?
        /// The sentence to show when the action is done, and the values of its holes.
        let done: TextKey
        let values: [String: String]

        init(
            _ command: Command, as verb: Action.Verb? = nil, guid: HashedGuid? = nil,
            if condition: WriteRequest.Precondition? = nil, done: TextKey,
            values: [String: String] = [:]
        ) {
            action = Action(command, as: verb)
            self.guid = guid
            self.condition = condition
            self.done = done
            self.values = values
        }
    }

    private init(
        _ verb: Action.Verb, name: String? = nil, scope: Scope? = nil, _ summary: String,
        _ prepare: @escaping Preparation
    ) {
        self.name = name ?? verb.rawValue
        self.scope = scope ?? Scope(verb.right)
        self.summary = summary
        self.prepare = prepare
    }

    func perform(
        _ call: PageCall, _ locale: LanguageTag, _ form: PageForm
    ) async throws -> ActAnswer {
        let prepared = try await prepare(call, locale, form)
        let receipt = try await call.write(
            prepared.action, form, guid: prepared.guid, if: prepared.condition)
        return call.answer(call.wording(prepared.done, prepared.values), receipt)
    }

    static let all = [
        propose, set, accept, reject, delete, comment, endorse, reopen, keep, mark, silence, revert,
    ]

    private static let propose = UnitAct(.propose, "Propose another text.") { call, locale, form in
        let string = try form.string()
        let value = try await call.typedValue(form, UnitID(locale, string))
        let note = try form.text("note")
        let origin = try await call.project.origin(of: value, for: UnitID(locale, string))
        let proposer = try call.project.proposer(guid: nil)
        return Prepared(
            .propose(locale, string, ProposeOptions(value: value, note: note, origin: origin)),
            guid: proposer.hashed, done: "done.proposed")
    }

    private static let set = UnitAct(.set, "Set a text without a proposal.") { call, locale, form in
        let string = try form.string()
        let value = try await call.typedValue(form, UnitID(locale, string))
        // As when accepting a proposal, errors found by checks prevent saving. “Save anyway” sends
        // `force`.
        if !form.flag("force") { try await call.requirePassing(value, UnitID(locale, string)) }
        return Prepared(.setText(locale, string, value), if: form.condition, done: "done.saved")
    }

    private static let accept = UnitAct(.accept, "Accept a proposal.") { call, locale, form in
        let id = try form.proposal()
        let unit = try await call.unit(of: id, in: locale)
        let edited = form.flag("edited") ? try await call.typedValue(form, unit) : nil
        return Prepared(
            .accept(
                [id],
                AcceptOptions(
                    value: edited, isForced: form.flag("force"), allowsOutdated: edited != nil)),
            if: form.condition, done: edited == nil ? "done.accepted" : "done.acceptedEdited")
    }

    private static let reject = UnitAct(
        .reject, "Reject a proposal, with a reason."
    ) { call, locale, form in
        let id = try form.proposal()
        _ = try await call.unit(of: id, in: locale)
        let reason = try RejectionReason(form)
        return Prepared(
            .reject([id], code: reason.code, reason: reason.text), if: form.condition,
            done: "done.rejected")
    }

    private static let delete = UnitAct(
        .delete, "Withdraw your own proposal."
    ) { call, locale, form in
        let id = try form.proposal()
        _ = try await call.unit(of: id, in: locale)
        return Prepared(
            .deleteProposals([id], byPerson: false),
            guid: try call.project.proposer(guid: nil).hashed, done: "done.deleted")
    }

    private static let comment = UnitAct(
        .comment, "Comment on a string or a proposal."
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
        return Prepared(
            .comment(target, text), guid: try call.project.remarkingGuid(), done: "done.commented")
    }

    private static let endorse = UnitAct(.endorse, "Endorse a proposal.") { call, locale, form in
        let id = try form.proposal()
        _ = try await call.unit(of: id, in: locale)
        return Prepared(
            .endorse([id], reason: nil), guid: try call.project.remarkingGuid(),
            done: "done.endorsed")
    }

    private static let reopen = UnitAct(
        .reopen, "Reopen a rejected proposal."
    ) { call, locale, form in
        let id = try form.proposal()
        let unit = try await call.unit(of: id, in: locale)
        let decision = try await call.project.read { snapshot in
            try snapshot.model.unit(unit.locale, unit.string).proposal(id)?.decision?.id
        }
        guard let decision else {
            throw call.wording.problem(
                ProblemCode(.alreadyDecided), "problems.isOpen", hint: "problems.decideOnIt")
        }
        return Prepared(
            .revert(RevertOptions(events: [decision])), as: .reopen, done: "done.reopened")
    }

    private static let keep = UnitAct(
        .keep, "Keep one of the conflicting texts."
    ) { call, locale, form in
        let events = form.events
        try await call.requireEvents(events, of: locale)
        return Prepared(.keep(events), done: "done.kept")
    }

    private static let mark = UnitAct(
        .flag, name: "mark", "Vouch for a text, or flag it."
    ) { call, locale, form in
        let unit = UnitID(locale, try form.string())
        let reason = try form.text("reason")
        switch form.fields["mark"] {
        case "vouch": return Prepared(.vouch([unit], reason: reason), done: "done.vouched")
        case "flag": return Prepared(.flag([unit], reason: reason), done: "done.flagged")
        default:
            throw call.wording.problem(.usage, "problems.noMark", hint: "problems.openAgain")
        }
    }

    private static let silence = UnitAct(
        .silence, "Silence a check for a text."
    ) { call, locale, form in
        let unit = UnitID(locale, try form.string())
        let check = try form.required("check")
        return Prepared(
            .silence([unit], check: check, reason: try form.text("reason")),
            done: "done.silenced", values: ["check": check])
    }

    /// People may revert any of their own events, so the `propose` scope suffices.
    private static let revert = UnitAct(
        .revert, scope: .propose, "Revert events."
    ) { call, locale, form in
        let events = form.events
        guard !events.isEmpty else {
            throw call.wording.problem(.usage, "problems.noEvent", hint: "problems.openAgain")
        }
        try await call.requireEvents(events, of: locale)
        return Prepared(.revert(RevertOptions(events: events)), done: "done.reverted")
    }
}

extension PageCall {
    /// Returns the text that was typed for a string in a form.
    func typedValue(_ form: PageForm, _ unit: UnitID) async throws -> Value {
        let definition = try await project.read { snapshot in
            try snapshot.requireLocale(unit.locale)
            try snapshot.requireString(unit.string)
            return try snapshot.model.definitions(unit.string).currentDefinition
        }
        guard let definition, let forms = TextForms(of: definition.value, in: unit.locale) else {
            throw wording.problem(
                ProblemCode(.invalidValue), "problems.notEditable", hint: "problems.importInstead")
        }
        guard let value = try form.value(forms) else {
            throw wording.problem(.usage, "problems.noText", hint: "problems.openAgain")
        }
        if value.saysNothing, !form.flag("empty") {
            throw wording.problem(
                ProblemCode(.invalidValue), "problems.emptyText", hint: "problems.typeText")
        }
        return value
    }

    /// The maximum number of errors that a refusal describes.
    private static let namedErrors = 3

    /// Throws `failed-checks` if checks find errors in a text, with a sentence about each error.
    ///
    /// The problem's member `notSaved` is the number of forms with errors, in words.
    ///
    /// A strict write would also reject warnings, which should not stop a translator.
    func requirePassing(_ value: Value, _ unit: UnitID) async throws {
        let errors = try await project.read { snapshot in
            try snapshot.findings(of: value, in: snapshot.model.unit(unit.locale, unit.string))
                .filter { $0.severity == .error }
        }
        guard !errors.isEmpty else { return }
        let wrong = Set(errors.map { $0.path.joined(separator: ".") })
        let forms = value.texts.count
        let count =
            forms > 1 && !wrong.contains("")
            ? wording("problems.formsNotSaved", count: wrong.count, ["forms": String(forms)])
            : errors.count > 1
                ? wording("problems.errorsNotSaved", count: errors.count)
                : wording("problems.notSaved")
        let sentences = errors.prefix(Self.namedErrors).map { wording.isolated($0.sentence) }
        let rest = errors.count - sentences.count
        let detail = (sentences + (rest > 0 ? [wording("problems.moreErrors", count: rest)] : []))
            .joined(separator: " ")
        let hint = wording("problems.fixOrSave", count: errors.count)
        throw Problem(
            ProblemCode(.failedChecks), detail, hint: hint,
            onPages: .init(detail, hint: hint, language: wording.tag.rawValue),
            members: [.init("notSaved", .string(count))])
    }

    /// Returns the unit of a proposal.
    ///
    /// Throws `unknown-proposal`, even if the proposal exists in another language, because the
    /// address specifies the language.
    func unit(of proposal: EventID, in locale: LanguageTag) async throws -> UnitID {
        let place = try await project.read { try $0.model.proposalLocation(proposal) }
        guard let place, place.locale == locale else {
            throw wording.problem(
                ProblemCode(.unknownProposal), "problems.unknownProposal",
                ["proposal": proposal.description, "locale": locale.rawValue],
                hint: "problems.openList")
        }
        return UnitID(place.locale, place.string)
    }

    /// Throws `usage` unless all events belong to the given language, because a token may be
    /// limited to some languages.
    func requireEvents(_ events: [EventID], of locale: LanguageTag) async throws {
        let areItsOwn = try await project.read { snapshot in
            try events.allSatisfy { try snapshot.model.event($0)?.locale == locale }
        }
        guard areItsOwn else {
            throw wording.problem(.usage, "problems.otherLanguage", hint: "problems.openAgain")
        }
    }
}

extension Finding {
    /// The finding's message, with the name of the form that it is about.
    fileprivate var sentence: String {
        guard let form = path.last, !message.contains("“\(form)”") else { return message }
        return "“\(form)”: \(message)"
    }
}
