import EventStore
import Hosting
import HTTPTypes
import Hummingbird
import Languages
import ReadModel
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    /// The walk through the open proposals of a language, one card at a time.
    func reviewPage(draft: Draft? = nil, at asked: EventID? = nil) async throws -> Response {
        let locale = try locale()
        let place = asked ?? query["at"].flatMap { EventID($0) }
        let section = query["section"].flatMap { $0.isEmpty ? nil : $0 }
        let origin = query["origin"].flatMap { $0.isEmpty ? nil : $0 }
        let (content, frame) = try await project.read { snapshot in
            try snapshot.requireLocale(locale)
            let rows = try snapshot.model.proposals(
                ProposalFilter(locale: locale, section: section, states: [.open], origin: origin))
            let queue = Workspace.reviewOrder(rows)
            let english = LanguageName.english(locale.rawValue)
            var frame = try walkFrame(
                "review", title: title("Review", english), locale, in: snapshot)
            if let draft { frame.banners.append(Self.banner(draft.problem)) }
            let walk = ReviewWalk(
                call: self, snapshot: snapshot, locale: locale, queue: queue,
                rows: Dictionary(rows.map { ($0.id, $0) }) { $1 }, draft: draft)
            return (try walk.values(at: place), frame)
        }
        return try site.page("review", frame, content, status: draft?.problem.status ?? .ok)
    }
}

/// A card of the review, and what comes next.
private struct ReviewWalk {
    let call: PageCall
    let snapshot: Snapshot
    let locale: LanguageTag
    let queue: [EventID]
    let rows: [EventID: ProposalRow]
    let draft: Draft?

    private var path: String { call.path(locale) }
    private var english: String { LanguageName.english(locale.rawValue) }

    func address(_ id: EventID) -> String {
        var filter: [(String, String)] = []
        for name in ["section", "origin"] {
            if let value = call.query[name], !value.isEmpty { filter.append((name, value)) }
        }
        let items = filter + [("at", id.description)]
        return path + "/review?"
            + items.map { "\($0)=\(PercentEncoding.text($1))" }.joined(separator: "&")
    }

    func values(at place: EventID?) throws -> PageValues {
        let id = place ?? queue.first
        let index = id.flatMap { queue.firstIndex(of: $0) }
        // A place that was decided meanwhile is where the next one of the queue is.
        let next = index.map { $0 + 1 } ?? id.flatMap { id in queue.firstIndex { $0 > id } } ?? 0
        var values: PageValues = [
            "walk": "Review", "where": "\(english), \(call.name)", "leave": path,
            "chips": [PageValues](), "tally": "",
            "queue": queue.map(\.description).joined(separator: " "),
            "done": String(index ?? 0), "total": String(max(queue.count, 1)),
            "percent": "\(index ?? 0) of \(queue.count)",
            "card": false, "decidedOnes": [PageValues](),
        ]
        values.set(
            "place",
            index.map {
                ["at": grouped($0 + 1), "of": grouped(queue.count)] as PageValues
            })
        let following = index == nil && id == nil ? [] : queue.dropFirst(next).prefix(5)
        values["hasNext"] = !following.isEmpty
        values["nextOnes"] = try following.compactMap { rows[$0] }.map { row -> PageValues in
            let definition = try snapshot.model.definitions(row.string).currentDefinition
            let runs = TextRuns(notations: try snapshot.placeholderNotations(of: definition))
            return [
                "key": row.string.spelled(in: snapshot.project), "href": address(row.id),
                "text": TextView(locale, runs).brief(row.proposed.value, source: nil),
                "pills": row.isOutdated
                    ? [Marks.pill("outdated", "Outdated", .warn)] : [PageValues](),
            ]
        }
        let more = queue.count - next - following.count
        values.set("more", more > 0 ? "and \(grouped(more)) more" : nil)
        values["nothing"] = "Nothing waits for review in \(english)"
        values["nothingHint"] = false
        values["nextLanguage"] = false
        guard let id, let item = try snapshot.reviewItem(id) else {
            let others = try snapshot.reviewCounts(for: call).filter { $0.locale != locale }
            values.set(
                "nextLanguage",
                others.max { $0.count < $1.count }.map {
                    [
                        "href": call.path($0.locale) + "/review",
                        "label":
                            "Review \(LanguageName.english($0.locale.rawValue)), \(grouped($0.count))",
                    ] as PageValues
                })
            return values
        }
        values["card"] = try card(
            item, skip: following.first.map(address),
            back: (index ?? next) > 0 ? address(queue[(index ?? next) - 1]) : nil)
        return values
    }

    private func card(_ item: ReviewItem, skip: String?, back: String?) throws -> PageValues {
        let view = try UnitValues(call, snapshot, item.unit)
        let rights = try UnitRights(view)
        let cards = ProposalCards(view, rights, draft: draft, againstBase: false)
        let proposal = item.proposal
        let isOpen = proposal.state == .open
        let hasErrors = item.findings.contains { $0.severity == .error }
        let needsForce = hasErrors || proposal.isOutdated
        let why = rights.mayReview ? rights.whyNotAccept(proposal) : cannotReview
        let isDraft = draft?.proposal == proposal.id
        let afterwards = skip ?? path + "/review"
        var values: PageValues = [
            "proposal": proposal.id.description, "short": Marks.short(proposal.id),
            "keyName": item.unit.string.spelled(in: snapshot.project), "tag": locale.rawValue,
            "source": false, "noSource": false, "comment": false, "limit": false,
            "current": false, "currentLabel": "Current", "credit": false, "plain": false,
            "proposed": cards.difference(proposal),
            "person": Marks.person(
                proposal.proposer, guid: proposal.proposed.guid, by: view.people),
            "when": Marks.when(proposal.event.at, now: call.now), "pills": view.pills(proposal),
            "findings": item.findings.map(Marks.finding), "hasFindings": !item.findings.isEmpty,
            "comments": item.comments.compactMap { view.remark($0) },
            "hasComments": !item.comments.isEmpty,
            "rivals": item.rivals.map {
                [
                    "text": view.text($0.proposed.value),
                    "who": Marks.name($0.proposer, guid: $0.proposed.guid, by: view.people),
                ] as PageValues
            }, "hasRivals": !item.rivals.isEmpty,
            "proposalTag": try view.tag(proposal.id), "seen": view.seen,
            "hidden": call.hidden(back: afterwards),
            "hiddenHere": call.hidden(back: address(proposal.id)),
            "mayDecide": isOpen && rights.mayReview && why == nil, "blocked": needsForce,
            "acceptKey": needsForce ? "f" : "y",
            "acceptWord": needsForce ? "Accept anyway" : "Accept",
            "acceptAction": path + "/accept", "rejectAction": path + "/reject",
            "commentAction": path + "/comment", "mayComment": rights.mayPropose,
            "reasons": UnitValues.reasons, "id": proposal.id.description,
            "maker": Marks.name(proposal.proposer, guid: proposal.proposed.guid, by: view.people),
            "fields": view.fields(
                proposal.proposed.value, typed: isDraft ? draft?.texts : nil, prefix: "edit",
                label: "Text", draft: false),
            "placeholders": view.placeholders, "hasPlaceholders": !view.placeholders.isEmpty,
            "openString": call.path(UnitID(locale, item.unit.string)),
            "section": item.unit.string.section, "key": item.unit.string.key,
        ]
        if let definition = item.definition {
            values["source"] =
                item.formerSource.map {
                    view.sourceView.difference(from: $0, to: definition.value, source: nil)
                } ?? view.sourceView.values(definition.value, source: nil)
            values.set("comment", definition.comment)
            values.set(
                "limit", definition.maximumLength.map { "\($0.count) \($0.unitName)" })
        } else {
            values["noSource"] = true
        }
        if let current = item.current {
            values["current"] = view.text(current.value)
            let state = current.isReviewed ? "" : " · not reviewed"
            values.set("credit", view.credit.map { $0 + state })
        } else if let inherited = item.inherited {
            values["currentLabel"] = "From \(inherited.locale)"
            values["current"] = TextView(inherited.locale, view.runs).values(
                inherited.value, source: item.definition?.value)
        }
        if cards.isMostlyChanged(proposal) {
            values["plain"] = view.text(proposal.proposed.value)
        }
        values.set("note", proposal.proposed.note)
        values.set(
            "outdated",
            proposal.isOutdated
                ? outdated(cards.outdated(proposal), item.formerText, view) : nil)
        values.set("decided", isOpen ? nil : decided(proposal, view))
        values.set("why", isOpen ? why : nil)
        values.set("skip", skip)
        values.set("back", back)
        return values
    }

    private func outdated(_ words: String, _ former: Value?, _ view: UnitValues) -> PageValues {
        var values: PageValues = ["words": words]
        values.set("text", former.map { view.text($0) })
        return values
    }

    private var cannotReview: String {
        "Only reviewers of \(english) accept. Endorse it on its page."
    }

    private func decided(_ proposal: Proposal, _ view: UnitValues) -> String {
        let who = proposal.decision.map {
            Marks.name($0.actor, guid: $0.payload.guid, by: view.people)
        }
        let when = proposal.decision.map { PageTime.words($0.at, now: call.now) } ?? ""
        let verb: String
        switch proposal.state {
        case .accepted: verb = "accepted"
        case .rejected: verb = "rejected"
        case .deleted: verb = "deleted"
        case .superseded: verb = "replaced"
        case .open: return ""
        }
        return "\(who ?? "Somebody") \(verb) this \(when). "
            + (proposal.state == .rejected ? "Reopen it on its page if that was wrong." : "")
    }
}
