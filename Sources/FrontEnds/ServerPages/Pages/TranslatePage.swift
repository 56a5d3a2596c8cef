import Checks
import EventStore
import Hosting
import HTTPTypes
import Hummingbird
import Languages
import Memory
import ReadModel
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    /// The walk through the strings of a language that lack a text or need another one.
    func translatePage(draft: Draft? = nil, at asked: StringID? = nil) async throws -> Response {
        let locale = try locale()
        var filter = try LanguageFilter(query)
        filter.show = filter.show ?? .missing
        let place = asked ?? query["at"].flatMap { UnitReference.string($0) }
        // Of a refused form the address is that of the next card.
        let previous =
            draft.map(\.previous) ?? query["from"].flatMap { UnitReference.string($0) }
        var (content, frame, lookup) = try await project.read { [filter] snapshot in
            try snapshot.requireLocale(locale)
            let english = LanguageName.english(locale.rawValue)
            let frame = try walkFrame(
                "translate", title: title("Translate", english), locale, in: snapshot)
            let walk = TranslateWalk(
                call: self, snapshot: snapshot, locale: locale, filter: filter, draft: draft,
                previous: previous)
            let (values, lookup) = try walk.values(at: place)
            return (values, frame, lookup)
        }
        if let lookup, var card = content["card"] as? PageValues {
            let remembered = await remembered(lookup, in: locale)
            card["remembered"] = remembered
            if !remembered.isEmpty { card["hasSuggestions"] = true }
            content["card"] = card
        }
        return try site.page("translate", frame, content, status: draft?.problem.status ?? .ok)
    }
}

extension PageCall {
    /// What the translation memory has for a text, as suggestions.
    fileprivate func remembered(
        _ lookup: MemoryLookup, in locale: LanguageTag
    ) async -> [PageValues] {
        await project.remembered(lookup.text, UnitID(locale, lookup.string)).filter {
            !lookup.proposed.contains(Value($0.target))
        }.map { match in
            var values: PageValues = [
                "words": "Memory \(min(match.percent, 100))%",
                "text": TextView(locale, TextRuns(notations: lookup.notations))
                    .brief(Value(match.target), source: nil),
                "use": match.target,
            ]
            values.set("from", match.percent < 100 ? match.source : nil)
            return values
        }
    }
}

/// A text that is looked up in the translation memory.
private struct MemoryLookup: Sendable {
    let text: String
    let string: StringID
    /// The texts of open proposals, which stand beside the field anyway.
    let proposed: [Value]
    /// The notations of placeholders that the string has.
    let notations: PlaceholderNotations
}

/// A card of the walk through texts to be written.
private struct TranslateWalk {
    let call: PageCall
    let snapshot: Snapshot
    let locale: LanguageTag
    let filter: LanguageFilter
    let draft: Draft?
    /// The string of the card before this one, which may have left the list since.
    let previous: StringID?

    private var path: String { call.path(locale) }
    private var english: String { LanguageName.english(locale.rawValue) }
    /// How many strings are looked at for the queue; a walk shows how many there are from the counts.
    private static let window = 12
    /// How many open proposals stand beside the field.
    private static let shownProposals = 3

    private func address(_ string: StringID?, from previous: StringID? = nil) -> String {
        path + "/translate"
            + filter.address([
                ("at", string.map(UnitReference.text)), ("from", previous.map(UnitReference.text)),
            ])
    }

    func values(at place: StringID?) throws -> (PageValues, MemoryLookup?) {
        let status = try snapshot.model.status(of: locale)
        let found = try snapshot.listCounts(locale: locale, filter: filter.units)
        let counts: [(UnitListState, Int)] = [
            (.missing, found.missing), (.stale, found.stale), (.flagged, found.flagged),
        ]
        let total = counts.first { $0.0 == filter.show }?.1 ?? 0
        var start: EntryFilter.Place?
        var current: Entry?
        if let place {
            current = try entry(place)
            start = current?.place
        }
        let list = try snapshot.unitList(
            locale: locale, filter: filter.units, after: start, limit: Self.window)
        var following = list.rows.map(\.entry)[...]
        if current == nil { current = following.popFirst() }
        let rest = following.count + (list.next == nil ? 0 : Self.window)
        var values: PageValues = [
            "walk": "Translate", "where": "\(english), \(call.name)" + narrowed, "leave": path,
            "tally": "", "card": false,
            "chips": counts.map { show, count -> PageValues in
                var other = filter
                other.show = show
                return [
                    "label": show.word, "count": grouped(count), "current": filter.show == show,
                    "href": path + "/translate" + other.address(),
                ]
            },
            "done": String(max(0, total - rest - 1)), "total": String(max(1, total)),
            "percent": counted(total, "string") + " left",
            "nothing": "Nothing is \(word) in \(english).", "nothingHint": false,
        ]
        values["place"] = false
        values["hasNext"] = !following.isEmpty
        values["nextOnes"] = try following.prefix(5).map { entry -> PageValues in
            let runs = TextRuns(
                notations: try snapshot.placeholderNotations(of: entry.definition))
            return [
                "key": entry.string.spelled(in: snapshot.project), "href": address(entry.string),
                "text": TextView(snapshot.project.source, runs).brief(
                    entry.definition.value, source: nil),
            ]
        }
        values.set(
            "more",
            total - 1 - min(5, following.count) > 0
                ? "and \(grouped(total - 1 - min(5, following.count))) more" : nil)
        values["elsewhere"] =
            counts.filter { $0.0 != filter.show && $0.1 > 0 }.map { show, count -> PageValues in
                var other = filter
                other.show = show
                return [
                    "href": path + "/translate" + other.address(),
                    "label": "\(show.word), \(grouped(count))",
                ]
            }
            + (status.proposed > 0
                ? [["href": path + "/review", "label": "Review \(grouped(status.proposed))"]] : [])
        guard let current,
            let item = try snapshot.translationItem(UnitID(locale, current.string))
        else { return (values, nil) }
        values["card"] = try card(current, item, next: following.first?.string)
        return (values, try lookup(item))
    }

    /// What the last form says in the source language, which of plurals is that of most numbers.
    private func lookup(_ item: TranslationItem) throws -> MemoryLookup? {
        let source = item.definition.value
        guard let forms = TextForms(of: source, in: locale),
            let text = forms.forms.last.flatMap({ forms.text(of: source, for: $0) })
        else { return nil }
        return try MemoryLookup(
            text: text, string: item.unit.string,
            proposed: item.proposals.prefix(Self.shownProposals).map(\.proposed.value),
            notations: snapshot.placeholderNotations(of: item.definition))
    }

    /// What the walk is narrowed to besides its state, for its head.
    private var narrowed: String {
        [filter.section, filter.query.map { "“\($0)”" }].compactMap(\.self)
            .map { ", " + $0 }.joined()
    }

    private var word: String {
        switch filter.show {
        case .stale: "stale"
        case .flagged: "flagged"
        default: "missing"
        }
    }

    private func entry(_ string: StringID) throws -> Entry? {
        try snapshot.model.entries(
            locale: locale, chain: snapshot.model.lenders(to: locale),
            filter: EntryFilter(string: string)
        ).first
    }

    private func card(
        _ entry: Entry, _ item: TranslationItem, next: StringID?
    ) throws -> PageValues {
        let view = try UnitValues(call, snapshot, item.unit)
        let rights = try UnitRights(view)
        let forms = TextForms(of: item.definition.value, in: locale)
        let look = StateLook(entry)
        let typed = forms.flatMap { forms in draft?.value(forms) }
        let findings = try typed.map { try snapshot.findings(of: $0, in: item.unit) } ?? []
        let needsForce = draft?.problem.code.rawValue == "failed-checks"
        var values = view.sourceCard(former: item.formerSource)
        values.merge(
            [
                "keyName": entry.string.spelled(in: snapshot.project), "tag": locale.rawValue,
                "state": Marks.pill(look.icon, look.word, look.kind),
                "openString": call.path(UnitID(locale, entry.string)),
                "section": entry.string.section,
                "key": entry.string.key, "unitTag": try view.tag(), "seen": view.seen,
                "hidden": call.hidden(back: address(next, from: entry.string)),
                "setAction": path + "/set", "proposeAction": path + "/propose",
                "markAction": path + "/mark", "maySet": rights.maySet && forms != nil,
                "mayPropose": rights.mayPropose && forms != nil, "mayForce": needsForce,
                "title": title(forms),
                "fields": view.fields(
                    item.current?.value, typed: draft?.texts, prefix: "text", label: english,
                    findings: findings, autofocus: true),
                "placeholders": view.placeholders, "hasPlaceholders": !view.placeholders.isEmpty,
                "trouble": false,
                "stillRight": item.current?.isStale == true && rights.mayReview,
            ] as PageValues
        ) { $1 }
        if let reason = item.flagReason {
            values["trouble"] = ["icon": "flagged", "words": "Flagged: \(reason)"] as PageValues
        }
        values.set(
            "refused",
            draft.map {
                [$0.problem.detail, $0.problem.pageHint].compactMap(\.self).joined(separator: " ")
            })
        values.set("limit", view.limit(typed ?? item.current?.value))
        values.set("skip", next.map { address($0, from: entry.string) })
        values.set("back", previous.map { address($0) })
        values.set("previous", previous.map(UnitReference.text))
        values.set(
            "why",
            forms == nil
                ? "This text has parts that pages do not edit: use `dragoman set`."
                : rights.mayTranslate && !rights.maySet ? rights.whyNotSet : nil)
        let suggestions = suggestions(item, view, forms)
        values["suggestions"] = suggestions
        values["remembered"] = false
        values["terms"] = item.terms.map { term -> PageValues in
            ["source": term.source, "target": term.target]
        }
        values["hasTerms"] = !item.terms.isEmpty
        values["hasSuggestions"] = !suggestions.isEmpty
        return values
    }

    private func title(_ forms: TextForms?) -> String {
        guard let forms, forms.forms.count > 1 else { return "\(english) text" }
        let words = ["", "one", "two", "three", "four", "five", "six"]
        let count = forms.forms.count
        let number = words.indices.contains(count) ? words[count] : String(count)
        return "\(english) needs \(number) forms"
    }

    /// Open proposals, the text that stands in, and other languages, the nearest first.
    private func suggestions(_ item: TranslationItem, _ view: UnitValues, _ forms: TextForms?)
        -> [PageValues]
    {
        func suggestion(
            _ icon: String, _ words: String, _ tag: LanguageTag, _ value: Value, canUse: Bool
        ) -> PageValues {
            var values: PageValues = [
                "icon": icon, "words": words,
                "text": TextView(tag, view.runs).brief(value, source: item.definition.value),
            ]
            values.set(
                "use",
                canUse
                    ? value.plainText
                        ?? forms.flatMap { forms in
                            forms.forms.last.flatMap { forms.text(of: value, for: $0) }
                        } : nil)
            return values
        }
        let proposals = item.proposals.prefix(Self.shownProposals).map { proposal in
            let (icon, words) =
                switch proposal.proposed.origin {
                case .machine(let name): ("machine", "Machine: \(name)")
                case .memory: ("memory", "Memory, proposed")
                case .human, .reference, .other:
                    (
                        "proposal",
                        "Proposed by \(Marks.name(proposal.proposer, guid: proposal.proposed.guid, by: view.people))"
                    )
                }
            return suggestion(icon, words, locale, proposal.proposed.value, canUse: true)
        }
        let reads = Preferences(call.context).reads
        let others = item.others.sorted { a, b in
            (reads.firstIndex(of: a.locale.rawValue) ?? .max)
                < (reads.firstIndex(of: b.locale.rawValue) ?? .max)
        }.prefix(3).map {
            suggestion(
                "globe", LanguageName.english($0.locale.rawValue), $0.locale, $0.value,
                canUse: false)
        }
        return proposals + others
    }
}
