import Hosting
import Hummingbird
import Languages
import Machine
import ReadModel
import Server
import Texts
import Translation
import Words
import Workspace

/// A revert of everything that the activity list's filter shows, before it is carried out.
private struct RevertPlan: Sendable {
    let options: RevertOptions
    let content: RevertContent
    /// The reason why the revert would be refused.
    let refusal: Problem?
    /// The places that are kept, with the reasons.
    let leftOut: [(what: String, because: String)]
    /// A digest of the effects.
    ///
    /// If somebody changes a text while the page is shown, the digest differs.
    let digest: String
    /// The language of all changes, if they are all in one language.
    let locale: LanguageTag?
}

extension PageCall {
    /// The maximum number of events that one revert may concern.
    private static let mostReverted = 10_000
    /// The maximum number of places that the page lists.
    private static let listedPlaces = 100

    /// Returns the page that shows the effects of reverting everything that matches a filter.
    func revertPage() async throws -> Response {
        let plan = try await revertPlan(query)
        return try await show(plan, again: false)
    }

    /// Reverts everything that matches a filter, if the effects are those that were shown.
    func revertMany(_ form: PageForm) async throws -> Response {
        let plan = try await revertPlan(form.fields)
        guard plan.refusal == nil, form.fields["confirmed"] == plan.digest else {
            return try await show(plan, again: form.fields["confirmed"] != nil)
        }
        var options = plan.options
        options.reason = try form.text("reason")
        let receipt = try await write(Action(.revert(options)), form)
        let count = options.events.count - plan.leftOut.count
        var answer = answer(
            wording("revert.done", count: count)
                + (plan.leftOut.isEmpty
                    ? "." : wording("revert.keptCount", count: plan.leftOut.count)),
            receipt)
        answer.leftOut = plan.leftOut
        answer.next = PageAddress(path + "/activity")
        return goBack(answer, form, plan.locale)
    }

    private func show(_ plan: RevertPlan, again isAgain: Bool) async throws -> Response {
        var frame = try await project.read { snapshot in
            try projectFrame(
                "revert", title: title(wording("text.revert"), wording("activity.title")),
                crumbs: [
                    .init(label: wording("activity.title"), href: path + "/activity"),
                    .init(label: wording("text.revert")),
                ], tab: .activity, in: snapshot)
        }
        if isAgain { frame.banners.append(.changedMeanwhile(wording)) }
        if let refusal = plan.refusal { frame.banners.append(Banner(refusal, wording)) }
        return try site.page(plan.content, frame, status: plan.refusal?.status ?? .ok)
    }

    private func revertPlan(_ parameters: Query) async throws -> RevertPlan {
        var filter = try ActivityFilter(parameters, self)
        if let locale = filter.locale {
            try project.requireLanguage(locale)
        } else {
            try project.requireAllLanguages()
        }
        guard !filter.isEmpty else {
            throw wording.problem(.usage, "problems.noFilter", hint: "problems.filterFirst")
        }
        // An age such as `7d` must mean the same when the revert is confirmed.
        if let since = filter.since {
            filter.since = Timestamp.text(
                milliseconds: try Timestamp.span(of: since, now: now).lowerBound)
        }
        let through = parameters["through"].flatMap { EventID($0) }
        let revertsLater = parameters["later"] == "revert"
        return try await project.readSlowly { [filter] snapshot in
            try plan(filter, through, revertsLater, in: snapshot)
        }
    }

    private func plan(
        _ filter: ActivityFilter, _ through: EventID?, _ revertsLater: Bool, in snapshot: Snapshot
    ) throws -> RevertPlan {
        let query = try filter.query(
            through: through, showsAddresses: context.showsAddresses, in: snapshot)
        let ids = try query.map { try snapshot.events(toRevert: .query($0)) } ?? []
        guard ids.count <= Self.mostReverted else {
            throw wording.problem(
                .usage, "problems.tooManyChanges", count: Self.mostReverted,
                hint: "problems.narrowToLanguage")
        }
        let options = RevertOptions(events: ids, laterEdits: revertsLater ? .revert : .keep)
        var refusal: Problem?
        var outcome: Outcome?
        do {
            outcome = try snapshot.rehearse(
                WriteRequest(Action(.revert(options)), actor: project.actor))
        } catch let error as Refusal {
            let problem = Problem(error)
            guard problem.status.code < 500 else { throw error }
            refusal = problem
        }
        let events = outcome?.events ?? []
        let leftOut = try (outcome?.leftOut ?? []).map { left in
            let place = try snapshot.model.event(ids[left.index])?.subject(in: info)
            return (
                what: place.map { $0.spelled(in: info) } ?? ids[left.index].description,
                because: left.refusal.code == .laterEdits
                    ? wording("revert.editedLater") : wording.isolated(left.refusal.message)
            )
        }
        let digest = Digest.short(
            Array(
                events.map { event in
                    [
                        event.payload.typeName, event.subject(in: info)?.spelled(in: info) ?? "",
                        event.base?.description ?? "",
                        event.undoes.map(\.description).joined(separator: "+"),
                    ].joined(separator: " ")
                }.joined(separator: "\n").utf8))
        let locales = Set(events.map(\.locale))
        return RevertPlan(
            options: options,
            content: try content(
                filter, through, revertsLater, ids.count, events, leftOut, digest, in: snapshot),
            refusal: refusal, leftOut: leftOut, digest: digest,
            locale: locales.count == 1 ? locales.first : nil)
    }

    private func content(
        _ filter: ActivityFilter, _ through: EventID?, _ revertsLater: Bool, _ count: Int,
        _ events: [Event], _ leftOut: [(what: String, because: String)], _ digest: String,
        in snapshot: Snapshot
    ) throws -> RevertContent {
        let listing = try RevertedPlaces(events, self, snapshot, most: Self.listedPlaces)
        let last = [(name: "through", value: through?.description)]
        let later = [(name: "later", value: revertsLater ? nil : "revert")]
        let isEmpty = events.isEmpty
        let reverted = count - leftOut.count
        return RevertContent(
            title: isEmpty
                ? wording("revert.nothing") : wording("revert.question", count: reverted),
            sentence: isEmpty
                ? (leftOut.isEmpty ? wording("revert.noneInEffect") : wording("revert.allEdited"))
                : wording("revert.effect"),
            rows: listing.rows,
            more: listing.rest > 0 ? wording("revert.morePlaces", count: listing.rest) : nil,
            leftOut: leftOut.prefix(Self.listedPlaces).map {
                .init(place: $0.what, because: $0.because)
            },
            later: leftOut.isEmpty && !revertsLater
                ? nil
                : PageLink(
                    label: revertsLater
                        ? wording("revert.keepLater") : wording("revert.revertLater"),
                    href: path + "/activity/revert" + filter.address(last + later)),
            back: path + "/activity" + filter.address(),
            confirmation: isEmpty
                ? nil
                : .init(
                    action: path + "/activity/revert",
                    hidden: hidden(back: path + "/activity"),
                    fields: (filter.items + last
                        + [("later", revertsLater ? "revert" : nil), ("confirmed", digest)])
                        .compactMap { item in
                            item.value.map { NamedField(name: item.name, value: $0) }
                        },
                    word: wording("text.revert")))
    }
}

/// The places that a revert changes, with their restored texts.
private struct RevertedPlaces {
    private(set) var rows: [RevertContent.Row] = []
    /// The number of places that are not listed.
    private(set) var rest = 0

    init(_ events: [Event], _ call: PageCall, _ snapshot: Snapshot, most: Int) throws {
        var order: [Subject] = []
        var bySubject: [Subject: [Event]] = [:]
        for event in events {
            guard let subject = event.subject(in: snapshot.project) else { continue }
            if bySubject[subject] == nil { order.append(subject) }
            bySubject[subject, default: []].append(event)
        }
        rest = max(0, order.count - most)
        let notations = try snapshot.placeholderNotations
        rows = try order.prefix(most).map { subject in
            try Self.row(subject, bySubject[subject] ?? [], call.wording, snapshot, notations)
        }
    }

    private static func row(
        _ subject: Subject, _ events: [Event], _ wording: Wording, _ snapshot: Snapshot,
        _ notations: PlaceholderNotations
    ) throws -> RevertContent.Row {
        let project = snapshot.project
        guard case .unit(let locale, let string) = subject else {
            return .init(
                language: nil, place: subject.spelled(in: project), text: nil,
                words: events.map { event in
                    let words = EventTexts(event, wording)
                    return ([words.story] + words.facts).joined(separator: ": ")
                })
        }
        let definition = try snapshot.model.definitions(string).currentDefinition
        let view = TextView(
            locale, TextRuns(notations: definition?.notations(in: notations) ?? notations))
        let now = try snapshot.model.unit(locale, string).text?.value
        var text: ShownText?
        var words: [String] = []
        for event in events {
            switch event.payload {
            case .proposalDeleted: words.append(wording("revert.proposalDeleted"))
            case .proposalReopened: words.append(wording("revert.proposalOpen"))
            case .commentAdded: words.append(wording("revert.decisionWithdrawn"))
            case .translationRemoved, .stringRemoved:
                text = now.map { view.whole($0, .removed, source: definition?.value) }
            default:
                guard let value = event.payload.text else {
                    words.append(EventTexts(event, wording).story)
                    continue
                }
                text =
                    now.map { view.difference(from: $0, to: value, source: definition?.value) }
                    ?? view.full(value, source: definition?.value)
            }
        }
        if text == nil, words.isEmpty { words = events.map { EventTexts($0, wording).story } }
        return .init(
            language: wording.language(locale), place: string.spelled(in: project),
            text: text, words: words)
    }
}
