import EventStore
import Hosting
import Hummingbird
import Languages
import ReadModel
import Server
import Texts
import Translation
import Walks
import Workspace

/// An action on many strings at once.
enum BulkAct: String, Sendable {
    case accept, reject, vouch, flag, revert

    /// The maximum number of strings that are changed without a confirmation.
    static let unasked = 50

    var verb: Action.Verb {
        switch self {
        case .accept: .accept
        case .reject: .reject
        case .vouch: .vouch
        case .flag: .flag
        case .revert: .revert
        }
    }

    /// Whether the action needs a confirmation for any number of strings.
    var alwaysAsks: Bool { self != .accept && self != .vouch }

    var word: String {
        switch self {
        case .accept: "Accept proposals"
        case .reject: "Reject proposals"
        case .vouch: "Vouch"
        case .flag: "Flag"
        case .revert: "Revert"
        }
    }

    /// The beginning of the confirmation question, such as “Vouch for”.
    var question: String {
        switch self {
        case .accept: "Accept the proposals for"
        case .reject: "Reject the proposals for"
        case .vouch: "Vouch for"
        case .flag: "Flag"
        case .revert: "Revert"
        }
    }

    /// The beginning of the message about the result, such as “Vouched for”.
    var past: String {
        switch self {
        case .accept: "Accepted the proposals for"
        case .reject: "Rejected the proposals for"
        case .vouch: "Vouched for"
        case .flag: "Flagged"
        case .revert: "Reverted"
        }
    }
}

extension PageCall {
    /// The maximum number of strings that the confirmation page lists.
    private static let listed = 100

    /// Carries out an action on the selected strings, after a confirmation if necessary.
    func bulk(_ form: PageForm) async throws -> Response {
        let locale = try locale()
        try project.requireLanguage(locale)
        guard let act = form.fields["act"].flatMap(BulkAct.init) else {
            throw Problem(.usage, "The form lacks an action.", hint: "Open the list again.")
        }
        try context.require(Scope(act.verb.right))
        let selection = try BulkSelection(form)
        guard !selection.isEmpty else {
            var call = self
            call.formPage = back(form)
            return try await call.languagePage(
                Problem(
                    .usage, "No string is selected.",
                    hint: "Select some strings first."))
        }
        let confirmed = form.fields["confirmed"]
        let isConfirmed = confirmed != nil
        let rejection = act == .reject && isConfirmed ? try RejectionReason(form) : nil
        let reason = try form.text("reason")
        let plan = try await project.read { snapshot in
            try snapshot.requireLocale(locale)
            let people = try people(in: snapshot)
            return try BulkPlan(
                act, selection.strings(locale, people, in: snapshot), locale,
                offers: selection.filter.proposals.filter(locale, people, in: snapshot),
                rejection: rejection, reason: reason, in: snapshot)
        }
        let asks =
            act.alwaysAsks || selection.alwaysAsks || plan.parts.count > BulkAct.unasked
            || plan.parts.isEmpty
        if isConfirmed ? confirmed != plan.digest : asks {
            return try await ask(act, plan, selection, form, locale, again: isConfirmed)
        }
        let receipt = try await write(Action(.batch(plan.parts.map(\.command))), form)
        var answer = answer("", receipt)
        let refused = receipt.outcome.leftOut.map { left in
            (plan.parts[left.index].unit.string, left.refusal.message)
        }
        let all = plan.leftOut.map { ($0.string, $0.because) } + refused
        let done = plan.parts.count - refused.count
        answer.message =
            "\(act.past) \(counted(done, "string"))"
            + (all.isEmpty ? "." : "; skipped \(grouped(all.count)).")
        let source = info
        answer.leftOut = all.map { ($0.0.spelled(in: source), $0.1) }
        return goBack(answer, form, locale)
    }

    private func ask(
        _ act: BulkAct, _ plan: BulkPlan, _ selection: BulkSelection, _ form: PageForm,
        _ locale: LanguageTag, again isAgain: Bool
    ) async throws -> Response {
        let english = LanguageName.english(locale.rawValue)
        let (content, frame) = try await project.read { snapshot in
            var frame = try projectFrame(
                "bulk", title: title(act.word, english),
                crumbs: [
                    .init(label: english, href: path(locale)), .init(label: act.word),
                ], locale: locale, in: snapshot)
            if isAgain { frame.banners.append(.changedMeanwhile) }
            return (try question(act, plan, selection, form, locale, in: snapshot), frame)
        }
        return try site.page(content, frame)
    }

    private func question(
        _ act: BulkAct, _ plan: BulkPlan, _ selection: BulkSelection, _ form: PageForm,
        _ locale: LanguageTag, in snapshot: Snapshot
    ) throws -> BulkContent {
        let isEmpty = plan.parts.isEmpty
        var rows = try plan.parts.prefix(Self.listed).map { part in
            try row(act, part, in: snapshot)
        }
        rows += plan.leftOut.prefix(Self.listed).map { left in
            .init(
                key: left.string.spelled(in: snapshot.project), texts: [],
                because: "skipped: \(left.because)")
        }
        let rest = plan.parts.count + plan.leftOut.count - rows.count
        let confirmation = BulkContent.Confirmation(
            action: path(locale) + "/bulk", hidden: hidden(back: back(form).description),
            act: act.rawValue,
            plan: plan.digest, selection: selection.fields,
            reasons: act == .reject ? .init(kinds: RejectionKind.all) : nil,
            reasonLabel: act == .flag ? "Why they need work" : act == .reject ? "Reason" : nil,
            isBad: act == .reject || act == .revert, word: act.word)
        return BulkContent(
            title: isEmpty
                ? "Nothing to do" : "\(act.question) \(counted(plan.parts.count, "string"))?",
            sentence: isEmpty
                ? "This does not apply to any of the selected strings." : sentence(act, plan),
            rows: rows, more: rest > 0 ? "and \(grouped(rest)) more" : nil,
            back: back(form).description,
            confirmation: isEmpty ? nil : confirmation)
    }

    /// Returns the row of a string: the change of its text, or the texts that the action is about.
    private func row(
        _ act: BulkAct, _ part: BulkPlan.Part, in snapshot: Snapshot
    ) throws -> BulkContent.Row {
        let definition = try snapshot.model.definitions(part.unit.string).currentDefinition
        let notations = try snapshot.placeholderNotations(of: definition)
        let view = TextView(part.unit.locale, TextRuns(notations: notations))
        let source = definition?.value
        let key = part.unit.string.spelled(in: snapshot.project)
        func change(to value: Value?) -> ShownText {
            guard let current = part.current else {
                return view.full(value ?? Value(""), source: source)
            }
            return view.difference(from: current, to: value ?? Value(""), source: source)
        }
        switch act {
        case .accept:
            return .init(key: key, texts: part.values.map { change(to: $0) }, because: nil)
        case .reject, .vouch, .flag:
            return .init(
                key: key, texts: part.values.map { view.brief($0, source: source) }, because: nil)
        case .revert:
            do {
                let outcome = try snapshot.rehearse(
                    WriteRequest(Action(part.command), actor: project.actor))
                let restored = outcome.events.compactMap(\.payload.text).last
                return .init(
                    key: key, texts: [change(to: restored)],
                    because: restored == nil ? "has no text afterwards" : nil)
            } catch let refusal as Refusal {
                return .init(key: key, texts: [], because: "skipped: \(refusal.message)")
            }
        }
    }

    private func sentence(_ act: BulkAct, _ plan: BulkPlan) -> String {
        let count = plan.leftOut.count
        let left = count == 0 ? "" : " \(counted(count, "string")) will be skipped."
        switch act {
        case .accept: return "Each proposal will become its string's text." + left
        case .reject: return "Authors of rejected proposals will see the reason." + left
        case .vouch: return "Each text will count as reviewed by you." + left
        case .flag: return "Each text will be marked as needing work." + left
        case .revert:
            return "Each string will return to the text that it had before the last change." + left
        }
    }
}
