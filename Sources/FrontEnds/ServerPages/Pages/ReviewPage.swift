import EventStore
import Hosting
import HTTPTypes
import Hummingbird
import Languages
import ReadModel
import Server
import Texts
import Translation
import Walks
import Workspace

extension PageCall {
    /// Returns the page of the walk through a language's open proposals, one card at a time.
    func reviewPage(draft: Draft? = nil, at asked: EventID? = nil) async throws -> Response {
        let locale = try locale()
        let place = asked ?? query["at"].flatMap { EventID($0) }
        var filter = LanguageFilter()
        filter.section = query["section"].flatMap { $0.isEmpty ? nil : $0 }
        filter.proposals = try ProposalChoice(query, wording)
        let (content, frame) = try await project.read { [filter] snapshot in
            try snapshot.requireLocale(locale)
            let offers = try filter.proposals.filter(locale, people(in: snapshot), in: snapshot)
            let rows = try snapshot.model.proposals(
                ProposalFilter(
                    locale: locale, section: filter.section, states: [.open],
                    origin: filter.proposals.origin)
            ).filter { offers?.matches($0.id, $0.proposed) ?? true }
            let queue = ReviewItem.order(rows)
            let languageName = wording.language(locale)
            var frame = try walkFrame(
                "review", title: title(wording("waiting.title"), languageName), locale, in: snapshot
            )
            if let draft { frame.banners.append(draft.banner) }
            let walk = ReviewWalk(
                call: self, snapshot: snapshot, locale: locale, filter: filter,
                queue: queue, rows: Dictionary(rows.map { ($0.id, $0) }) { $1 }, draft: draft)
            var content = try walk.content(at: place)
            content.head.saved = frame.takeSaved()
            return (content, frame)
        }
        return try site.page(content, frame, status: draft?.problem?.status ?? .ok)
    }
}

/// A card of the review, and the queue after it.
private struct ReviewWalk {
    let call: PageCall
    let snapshot: Snapshot
    let locale: LanguageTag
    let filter: LanguageFilter
    let queue: [EventID]
    let rows: [EventID: ProposalRow]
    let draft: Draft?

    private var path: String { call.path(locale) }
    private var wording: Wording { call.wording }
    private var languageName: String { wording.language(locale) }

    func address(_ id: EventID) -> String {
        path + "/review" + filter.address([("at", id.description)])
    }

    func content(at place: EventID?) throws -> ReviewContent {
        let id = place ?? queue.first
        let index = id.flatMap { queue.firstIndex(of: $0) }
        // If another person has decided on the proposal meanwhile, continue with the next proposal
        // in the queue.
        let next = index.map { $0 + 1 } ?? id.flatMap { id in queue.firstIndex { $0 > id } } ?? 0
        let following = index == nil && id == nil ? [] : queue.dropFirst(next).prefix(5)
        let more = queue.count - next - following.count
        let item = try id.flatMap { try ReviewItem($0, in: snapshot) }
        let before = index ?? next
        return ReviewContent(
            head: WalkHead(
                leave: path, walk: wording("waiting.title"),
                language: wording.commas([languageName, call.name]), chips: [],
                place: index.map {
                    .init(at: wording.number($0 + 1), of: wording.number(queue.count))
                },
                done: String(index ?? 0), total: String(max(queue.count, 1)),
                percent: wording(
                    "walk.placeInWords",
                    ["at": wording.number(index ?? 0), "of": wording.number(queue.count)])),
            queue: queue.map(\.description).joined(separator: " "),
            card: try item.map { item in
                try card(
                    item, skip: following.first.map(address),
                    back: before > 0 ? address(queue[before - 1]) : nil)
            },
            nothing: wording("review.nothing", ["language": languageName]),
            nextLanguage: item == nil ? try nextLanguage() : nil,
            next: try following.compactMap { rows[$0] }.map(queued),
            more: more > 0 ? wording("counts.more", count: more) : nil)
    }

    private func queued(_ row: ProposalRow) throws -> QueuedString {
        let definition = try snapshot.model.definitions(row.string).currentDefinition
        let runs = TextRuns(notations: try snapshot.placeholderNotations(of: definition))
        return QueuedString(
            key: row.string.spelled(in: snapshot.project), href: address(row.id),
            text: TextView(locale, runs).brief(row.proposed.value, source: nil),
            pills: row.isOutdated ? [Pill("outdated", wording("review.outdated"), .warn)] : [])
    }

    /// Returns a link to the walk for another language: the language with the most strings to
    /// review.
    private func nextLanguage() throws -> PageLink? {
        try snapshot.reviewCounts(for: call).filter { $0.locale != locale }
            .max { $0.count < $1.count }.map { other, count in
                PageLink(
                    label: wording(
                        "review.nextLanguage",
                        ["language": wording.language(other), "count": wording.number(count)]),
                    href: call.path(other) + "/review")
            }
    }

    private func card(
        _ item: ReviewItem, skip: String?, back: String?
    ) throws -> ReviewContent.Card {
        let view = try UnitValues(call, snapshot, item.unit)
        let rights = try UnitRights(view)
        let cards = ProposalCards(view, rights, draft: draft, againstBase: false)
        let proposal = item.proposal
        let string = item.unit.string
        let isOpen = proposal.state == .open
        let why =
            rights.mayReview
            ? rights.whyNotAccept(proposal)
            : rights.whyNotReview + " " + wording("review.endorseHint")
        let mayDecide = isOpen && rights.mayReview && why == nil
        let inherited = item.current == nil ? item.inherited : nil
        return ReviewContent.Card(
            proposal: proposal.id.description, section: string.section, key: string.key,
            keyName: string.spelled(in: snapshot.project), tag: locale.rawValue,
            short: Marks.short(proposal.id), openString: call.path(UnitID(locale, string)),
            source: item.definition.map { definition in
                item.formerSource.map {
                    view.sourceView.difference(from: $0, to: definition.value, source: nil)
                } ?? view.sourceView.full(definition.value, source: nil)
            },
            comment: item.definition?.comment,
            picture: call.picture(of: item.definition, in: snapshot),
            limit: item.definition?.maximumLength.map { wording.limit($0) },
            currentLabel: inherited.map { wording("review.from", ["language": $0.locale.rawValue]) }
                ?? wording("review.current"),
            current: item.current.map { view.text($0.value) }
                ?? inherited.map {
                    TextView($0.locale, view.runs).full($0.value, source: item.definition?.value)
                },
            credit: try item.current.flatMap { current in
                try view.credit().map {
                    $0 + (current.isReviewed ? "" : " · " + wording("review.notReviewed"))
                }
            },
            plain: cards.isMostlyChanged(proposal) ? view.text(proposal.proposed.value) : nil,
            proposed: cards.difference(proposal), person: view.person(proposal),
            when: TimeMark(proposal.event.at, now: call.now, wording), pills: view.pills(proposal),
            note: proposal.proposed.shownNote,
            proposedPicture: call.picture(
                of: proposal, by: view.maker(proposal), in: snapshot),
            outdated: proposal.isOutdated
                ? .init(
                    words: cards.outdated(proposal), text: item.formerText.map { view.text($0) })
                : nil,
            findings: item.findings.map { FindingItem($0, wording) },
            remarks: item.comments.compactMap { view.remark($0) },
            rivals: item.rivals.map {
                .init(text: view.text($0.proposed.value), who: view.maker($0))
            },
            decided: isOpen ? nil : ProposalCards.decision(on: proposal, view),
            fields: try view.fields(of: proposal, draft),
            decision: mayDecide ? decision(item, view, back: skip ?? path + "/review") : nil,
            locked: rights.mayReview && !mayDecide
                ? .init(
                    acceptKey: proposal.isOutdated ? "f" : "y",
                    acceptWord: proposal.isOutdated
                        ? wording("cards.acceptAnyway") : wording("cards.accept")) : nil,
            proposing: isOpen || !rights.mayPropose ? nil : proposing(item, view),
            why: isOpen ? why : nil,
            comments: rights.mayPropose
                ? .init(
                    hidden: call.hidden(back: address(proposal.id)),
                    field: CommentField(view, proposal, draft, action: path + "/comment"))
                : nil,
            skip: skip, back: back)
    }

    private func decision(
        _ item: ReviewItem, _ view: UnitValues, back: String
    ) -> ReviewContent.Decision {
        let proposal = item.proposal
        let isForced =
            proposal.isOutdated || item.findings.contains { $0.severity == .error }
        return ReviewContent.Decision(
            acceptAction: path + "/accept", rejectAction: path + "/reject",
            proposeAction: path + "/propose", string: SectionFields(item.unit.string),
            hidden: call.hidden(back: back), isForced: isForced, acceptKey: isForced ? "f" : "y",
            acceptWord: isForced ? wording("cards.acceptAnyway") : wording("cards.accept"),
            texts: view.fields(
                proposal.proposed.value,
                typed: draft?.texts(editing: proposal.id), prefix: "edit",
                label: wording("translate.text"),
                draft: "/edit-\(proposal.id)"),
            isEditing: draft?.texts(editing: proposal.id) != nil, chips: view.chips,
            rejection: view.rejection(of: proposal, draft),
            isRejecting: draft?.isRejecting(proposal.id) == true)
    }

    private func proposing(
        _ item: ReviewItem, _ view: UnitValues
    ) -> ReviewContent.Proposing {
        let typed = draft?.proposal == item.proposal.id ? draft?.texts : nil
        return ReviewContent.Proposing(
            action: path + "/propose", hidden: call.hidden(back: address(item.proposal.id)),
            string: SectionFields(item.unit.string),
            texts: view.fields(
                nil, typed: typed, prefix: "mine", label: wording("review.yourText"),
                draft: "/mine-\(item.proposal.id)"),
            chips: view.chips, isShown: typed?.isEmpty == false)
    }
}
