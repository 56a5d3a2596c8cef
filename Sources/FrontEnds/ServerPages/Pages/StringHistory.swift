import ReadModel
import Server
import Texts
import Translation
import Words
import Workspace

/// The history of a string in a language and of its source, newest first.
struct StringHistory {
    private let view: UnitValues
    private let extent: Extent
    private let rights: UnitRights
    private var wording: Wording { view.call.wording }

    /// The part of the history to show, as written in addresses.
    enum Extent: String, Sendable {
        case newest, all
        /// The events that explain the current text.
        case why
    }

    /// The number of steps that are shown initially.
    private static let shown = 20

    init(_ view: UnitValues, _ extent: Extent, _ rights: UnitRights) {
        self.view = view
        self.extent = extent
        self.rights = rights
    }

    private struct Item {
        let id: EventID
        let step: StringContent.Step
    }

    func content() throws -> StringContent.History {
        let history = try view.snapshot.history(view.locale, view.unit.string)
        var items = history.steps.map { step -> Item in
            switch step {
            case .text(let text): Item(id: text.event.id, step: steps(text))
            case .source(let change): Item(id: change.event.id, step: changes(change))
            }
        }
        items += view.unit.events.compactMap { event in
            self.proposal(event).map { Item(id: event.id, step: $0) }
        }
        items.sort { $1.id < $0.id }
        let count = items.count
        switch extent {
        case .all: break
        case .newest: items = Array(items.prefix(Self.shown))
        case .why:
            let origins = origins
            items = items.filter { origins.contains($0.id) }
        }
        let here = view.call.path(UnitID(view.locale, view.unit.string))
        return .init(
            isWhy: extent == .why, steps: items.map(\.step),
            all: items.count == count ? nil : here + "&history=all#history")
    }

    /// The events that explain the current text: the text's own event and the events that it
    /// copies, the proposal, reviews and flags, and the source text.
    private var origins: Set<EventID> {
        guard let text = view.unit.text else { return [] }
        var ids: Set<EventID> = []
        var next: EventID? = text.id
        while let id = next, ids.insert(id).inserted, let event = view.unit[id] {
            if let proposal = event.payload.proposal { ids.insert(proposal) }
            if let source = event.source { ids.insert(source) }
            next = event.copies
        }
        for event in view.unit.events {
            if let about = event.payload.judgedText, ids.contains(about) { ids.insert(event.id) }
        }
        return ids
    }

    private func item(
        _ event: Event, _ words: EventTexts, _ headline: String? = nil, text: ShownText? = nil,
        canRevert: Bool = false
    ) -> StringContent.Step {
        let icon = EventWords(event).icon
        return .init(
            kind: icon.tone.rawValue, icon: icon.rawValue,
            who: Marks.name(event.actor, guid: event.payload.guid, by: view.people),
            words: headline ?? words.headline,
            when: TimeMark(event.at, now: view.call.now, wording),
            text: text, reason: words.reason,
            revert: canRevert && rights.mayReview && !rights.isFrozen
                ? .init(
                    action: view.call.path(view.locale) + "/revert", event: event.id.description)
                : nil)
    }

    private func steps(_ step: TextStep) -> StringContent.Step {
        let words = EventTexts(
            step.event, wording, isRenewal: step.before != nil,
            author: view.people.name(of: step.author, or: step.tester))
        let text: ShownText? =
            switch (step.before, step.value) {
            case (let before?, let value?):
                view.view.difference(from: before, to: value, source: view.definition?.value)
            case (nil, let value?): view.text(value)
            case (let before?, nil):
                view.view.difference(
                    from: before, to: Value(""), source: view.definition?.value)
            case (nil, nil): nil
            }
        var isUndone = false
        if case .undone = step.standing { isUndone = true }
        var shown = item(
            step.event, words,
            isUndone
                ? wording("events.revertedLater", ["event": words.headline]) : words.headline,
            text: text,
            canRevert: view.locale != view.source && !isUndone)
        shown.counts = step.standing == .counts
        return shown
    }

    private func changes(_ change: SourceChange) -> StringContent.Step {
        let text: ShownText? =
            switch (change.before, change.value) {
            case (let before?, let value?):
                view.sourceView.difference(from: before, to: value, source: nil)
            case (nil, let value?): view.sourceView.full(value, source: nil)
            default: nil
            }
        var shown = item(
            change.event, EventTexts(change.event, wording, isRenewal: change.before != nil),
            text: text)
        if change.before != nil {
            // Translations of the earlier source text are now stale.
            shown.icon = "stale"
            shown.kind = Pill.Kind.warn.rawValue
        }
        return shown
    }

    /// Returns the step for a proposal, a decision or a mark, or nil for other events.
    ///
    /// Texts have separate steps, and comments and endorsements are shown elsewhere.
    private func proposal(_ event: Event) -> StringContent.Step? {
        let traits = event.payload.traits
        guard traits.subject.isString, !traits.effects.contains(.texts), !traits.effects.isEmpty
        else { return nil }
        if case .proposalEndorsed = event.payload { return nil }
        let words = EventTexts(event, wording, author: event.payload.proposal.map(maker))
        guard case .proposalMade(let proposed) = event.payload else { return item(event, words) }
        let before = view.unit.text?.value
        return item(
            event, words,
            text: before.map {
                view.view.difference(from: $0, to: proposed.value, source: view.definition?.value)
            } ?? view.text(proposed.value))
    }

    private func maker(of proposal: EventID) -> String {
        view.unit.proposal(proposal).map(view.maker) ?? wording("common.somebody")
    }
}
