import Languages
import ReadModel
import Server
import Texts
import Translation
import Words
import Workspace

/// The items of the activity list, grouped by day.
struct ActivityDays {
    private let list: ActivityList
    private let call: PageCall
    private let snapshot: Snapshot
    private let people: People
    private let notations: PlaceholderNotations
    private var wording: Wording { call.wording }

    init(_ list: ActivityList, _ call: PageCall, _ snapshot: Snapshot) throws {
        self.list = list
        self.call = call
        self.snapshot = snapshot
        people = try call.people(in: snapshot)
        notations = try snapshot.placeholderNotations
    }

    var days: [ActivityContent.Day] {
        get throws {
            var days: [(label: String, items: [ActivityContent.Item])] = []
            for run in list.runs {
                for (index, event) in run.events.enumerated() {
                    let label = wording.day(event.at, now: call.now)
                    if days.last?.label.hasSameBytes(as: label) != true { days.append((label, [])) }
                    let rest = index == run.events.count - 1 ? run.count - run.events.count : 0
                    days[days.count - 1].items.append(
                        try item(event, more: rest == 0 ? nil : more(rest, like: event)))
                }
            }
            return days.map { .init(label: $0.label, items: $0.items) }
        }
    }

    private func item(_ event: Event, more: PageLink?) throws -> ActivityContent.Item {
        let before = try event.base.flatMap { try snapshot.model.event($0) }
        let words = EventTexts(
            event, wording, isRenewal: before != nil, author: try author(event))
        let icon = EventWords(event).icon
        let string = event.string(in: snapshot.project)
        let showsFacts =
            event.payload.text == nil && (call.context.showsAddresses || !event.listsPeople)
        return .init(
            kind: icon.tone.rawValue, icon: icon.rawValue,
            who: Marks.name(event.actor, guid: event.payload.guid, by: people),
            by: activity(of: event), words: words.headline,
            language: language(of: event), place: place(of: event, string),
            when: TimeMark(event.at, now: call.now, wording),
            text: try text(event, before, string),
            facts: showsFacts ? words.facts : [], reason: words.remark, more: more)
    }

    /// Returns the list of the events like this one, of which `count` are not listed here.
    private func more(_ count: Int, like event: Event) -> PageLink {
        var filter = ActivityFilter(
            person: event.actor?.name,
            tester: event.actor == nil ? event.payload.guid?.shortName : nil,
            kind: ActivityFilter.Kind.allCases.first { $0.types.contains(event.payload.typeName) })
        filter.locale = event.locale
        return PageLink(
            label: wording("counts.more", count: count),
            href: call.path + "/activity" + filter.address())
    }

    private func activity(of event: Event) -> String? {
        if let actor = event.actor {
            return call.path + "/activity" + ActivityFilter(person: actor.name).address()
        }
        return event.payload.guid.map {
            call.path + "/activity" + ActivityFilter(tester: $0.shortName).address()
        }
    }

    /// Returns the author of the proposal that the event decides.
    private func author(_ event: Event) throws -> String? {
        if case .proposalAccepted(let acceptance) = event.payload, let author = acceptance.author {
            return people.name(of: author)
        }
        return try event.payload.proposal.flatMap { try snapshot.model.event($0) }.map {
            Marks.name($0.actor, guid: $0.payload.guid, by: people)
        }
    }

    private func language(of event: Event) -> String? {
        switch event.payload.traits.subject {
        case .setting, .sourceText, .unknown: nil
        case .locale, .resource, .file, .translation, .anyText:
            wording.language(event.locale)
        }
    }

    private func place(of event: Event, _ string: StringID?) -> PageLink? {
        if let string {
            return PageLink(
                label: string.spelled(in: snapshot.project),
                href: call.path(UnitID(event.locale, string)))
        }
        switch event.payload {
        case .settingChanged(let name, _):
            return PageLink(
                label: name,
                href: call.path + "/activity" + ActivityFilter(kind: .settings).address())
        case .localeAdded, .localeRemoved:
            return PageLink(label: event.locale.rawValue, href: call.path(event.locale))
        default: return nil
        }
    }

    /// Returns the event's text, compared with the text that it replaced.
    private func text(_ event: Event, _ before: Event?, _ string: StringID?) throws -> ShownText? {
        let value = event.payload.text ?? event.payload.proposedText
        let former = before?.payload.text
        guard value != nil || former != nil && event.payload.traits.effects.contains(.texts),
            let string
        else { return nil }
        let definition = try snapshot.model.definitions(string).currentDefinition
        let view = TextView(
            event.locale,
            TextRuns(
                showsAll: Preferences(call.context).showsAll,
                notations: definition?.notations(in: notations) ?? notations))
        switch (former, value) {
        case (let former?, let value?):
            return view.difference(from: former, to: value, source: definition?.value)
        case (nil, let value?): return view.full(value, source: definition?.value)
        case (let former?, nil): return view.whole(former, .removed, source: definition?.value)
        case (nil, nil): return nil
        }
    }
}

extension Payload {
    /// The text of a proposal.
    var proposedText: Value? {
        if case .proposalMade(let proposed) = self { proposed.value } else { nil }
    }
}
