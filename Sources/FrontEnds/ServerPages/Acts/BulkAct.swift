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

    var word: TextKey {
        switch self {
        case .accept: "list.accept"
        case .reject: "bulk.reject"
        case .vouch: "text.vouch"
        case .flag: "text.flagIt"
        case .revert: "text.revert"
        }
    }

    /// The confirmation question about a number of strings.
    var question: TextKey {
        switch self {
        case .accept: "bulk.acceptQuestion"
        case .reject: "bulk.rejectQuestion"
        case .vouch: "bulk.vouchQuestion"
        case .flag: "bulk.flagQuestion"
        case .revert: "bulk.revertQuestion"
        }
    }

    /// The beginning of the message about the result.
    var past: TextKey {
        switch self {
        case .accept: "bulk.accepted"
        case .reject: "bulk.rejected"
        case .vouch: "bulk.vouched"
        case .flag: "bulk.flagged"
        case .revert: "bulk.reverted"
        }
    }

    /// The effect on each string.
    var effect: TextKey {
        switch self {
        case .accept: "bulk.acceptEffect"
        case .reject: "bulk.rejectEffect"
        case .vouch: "bulk.vouchEffect"
        case .flag: "bulk.flagEffect"
        case .revert: "bulk.revertEffect"
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
            throw wording.problem(
                .usage, "problems.noAction", hint: "problems.openListAgain")
        }
        try context.require(Scope(act.verb.right))
        let selection = try BulkSelection(form)
        guard !selection.isEmpty else {
            var call = self
            call.formPage = back(form)
            return try await call.languagePage(
                wording.problem(.usage, "problems.noSelection", hint: "problems.selectFirst"))
        }
        let confirmed = form.fields["confirmed"]
        let isConfirmed = confirmed != nil
        let rejection = act == .reject && isConfirmed ? try RejectionReason(form) : nil
        let reason = try form.text("reason")
        let plan = try await project.read { snapshot in
            try snapshot.requireLocale(locale)
            let people = try people(in: snapshot)
            return try BulkPlan(
                act, selection.strings(locale, people, wording, in: snapshot), locale,
                offers: selection.filter.proposals.filter(locale, people, in: snapshot),
                rejection: rejection, reason: reason, wording, in: snapshot)
        }
        if act == .accept, form.fields[Self.sampleField] != nil {
            return try await acceptBySample(plan, selection, form, locale)
        }
        let asks =
            act.alwaysAsks || selection.alwaysAsks || plan.parts.count > BulkAct.unasked
            || plan.parts.isEmpty
        if isConfirmed ? confirmed != plan.digest : asks {
            return try await ask(act, plan, selection, form, locale, again: isConfirmed)
        }
        return try await carryOut(act, plan, form, locale)
    }

    /// Writes what a plan contains, and goes back to the list with a message.
    func carryOut(
        _ act: BulkAct, _ plan: BulkPlan, _ form: PageForm, _ locale: LanguageTag
    ) async throws -> Response {
        let receipt = try await write(Action(.batch(plan.parts.map(\.command))), form)
        var answer = answer("", receipt)
        let refused = receipt.outcome.leftOut.map { left in
            (plan.parts[left.index].unit.string, left.refusal.message)
        }
        let all = plan.leftOut.map { ($0.string, $0.because) } + refused
        let done = plan.parts.count - refused.count
        answer.message =
            wording(act.past, count: done)
            + (all.isEmpty ? "." : wording("bulk.skipped", count: all.count))
        let source = info
        answer.leftOut = all.map { ($0.0.spelled(in: source), $0.1) }
        return goBack(answer, form, locale)
    }

    /// Returns the page that asks for a confirmation.
    func ask(
        _ act: BulkAct, _ plan: BulkPlan, _ selection: BulkSelection, _ form: PageForm,
        _ locale: LanguageTag, again isAgain: Bool
    ) async throws -> Response {
        let languageName = wording.language(locale)
        let (content, frame) = try await project.read { snapshot in
            var frame = try projectFrame(
                "bulk", title: title(wording(act.word), languageName),
                crumbs: [
                    .init(label: languageName, href: path(locale)), .init(label: wording(act.word)),
                ], locale: locale, in: snapshot)
            if isAgain { frame.banners.append(.changedMeanwhile(wording)) }
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
                because: wording("bulk.rowSkipped", ["reason": left.because]))
        }
        let rest = plan.parts.count + plan.leftOut.count - rows.count
        let confirmation = BulkContent.Confirmation(
            action: path(locale) + "/bulk", hidden: hidden(back: back(form).description),
            act: act.rawValue,
            plan: plan.digest, selection: selection.fields,
            reasons: act == .reject ? .init(kinds: RejectionKind.all(wording)) : nil,
            reasonLabel: act == .flag
                ? wording("bulk.flagReason") : act == .reject ? wording("common.reason") : nil,
            isBad: act == .reject || act == .revert, word: wording(act.word),
            // Fewer proposals are all drawn. Of chosen ones, people could leave out wrong texts.
            sample: act == .accept && selection.alwaysAsks
                && plan.passingCount > ReviewSample.size
                ? .init(
                    name: Self.sampleField, value: Self.newSample,
                    word: wording("bulk.sampleOffer", count: ReviewSample.size)) : nil)
        return BulkContent(
            title: isEmpty
                ? wording("bulk.nothing") : wording(act.question, count: plan.parts.count),
            sentence: isEmpty
                ? wording("bulk.nothingHint") : sentence(act, plan),
            rows: rows, more: rest > 0 ? wording("counts.more", count: rest) : nil,
            back: back(form).description,
            confirmation: isEmpty ? nil : confirmation)
    }

    /// Returns the row of a string: the change of its text, or the texts that the action is about.
    func row(
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
                    because: restored == nil ? wording("bulk.noTextAfterwards") : nil)
            } catch let refusal as Refusal {
                return .init(
                    key: key, texts: [],
                    because: wording("bulk.rowSkipped", ["reason": refusal.message]))
            }
        }
    }

    private func sentence(_ act: BulkAct, _ plan: BulkPlan) -> String {
        let count = plan.leftOut.count
        return
            ([wording(act.effect)]
            + (count == 0 ? [] : [wording("bulk.willBeSkipped", count: count)]))
            .joined(separator: " ")
    }
}
