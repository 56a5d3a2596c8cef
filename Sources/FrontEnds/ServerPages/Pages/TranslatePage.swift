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
import Walks
import Workspace

extension PageCall {
    /// Returns the page of the walk through a language's strings that have no text or need a new
    /// text.
    func translatePage(draft: Draft? = nil, at asked: StringID? = nil) async throws -> Response {
        let locale = try locale()
        var filter = try LanguageFilter(query, wording)
        filter.show = filter.show ?? .missing
        let place = asked ?? query["at"].flatMap { UnitReference.string($0) }
        let step = WalkStep(query, isNext: asked != nil)
        // For a refused form, the address belongs to the next card.
        let previous =
            draft.map(\.previous) ?? query["from"].flatMap { UnitReference.string($0) }
        var (content, frame, lookup) = try await project.read { [filter] snapshot in
            try snapshot.requireLocale(locale)
            let languageName = wording.language(locale)
            var frame = try walkFrame(
                "translate", title: title(wording("list.translate"), languageName), locale,
                in: snapshot)
            let walk = TranslateWalk(
                call: self, snapshot: snapshot, locale: locale, filter: filter, draft: draft,
                previous: previous,
                proposer: try maySetTexts(in: locale, snapshot.roles())
                    ? nil : try? project.proposer(guid: nil).hashed, step: step)
            var (content, lookup) = try walk.content(at: place)
            content.head.saved = frame.takeSaved()
            return (content, frame, lookup)
        }
        if let lookup { content.card?.remembered = await remembered(lookup, in: locale) }
        return try site.page(content, frame, status: draft?.problem?.status ?? .ok)
    }

    /// Returns the translation memory's matches for a text as suggestions.
    private func remembered(
        _ lookup: MemoryLookup, in locale: LanguageTag
    ) async -> [TranslateContent.Remembered] {
        await project.remembered(lookup.text, UnitID(locale, lookup.string)).filter {
            !lookup.proposed.contains(Value($0.target))
        }.map { match in
            .init(
                words: wording(
                    "translate.memory", ["percent": wording.percent(min(match.percent, 100))]),
                text: TextView(locale, TextRuns(notations: lookup.notations))
                    .brief(Value(match.target), source: nil),
                use: match.target, from: match.percent < 100 ? match.source : nil)
        }
    }
}

/// A text to look up in the translation memory.
private struct MemoryLookup: Sendable {
    let text: String
    let string: StringID
    /// The texts of open proposals, which are shown next to the field anyway.
    let proposed: [Value]
    /// The placeholder notations of the string.
    let notations: PlaceholderNotations
}

/// A card of the walk through strings that have no text or need a new text.
private struct TranslateWalk {
    let call: PageCall
    let snapshot: Snapshot
    let locale: LanguageTag
    let filter: LanguageFilter
    let draft: Draft?
    /// The string of the previous card, which may no longer be in the list.
    let previous: StringID?
    /// The guid whose open proposals the walk passes over; nil for people who may set texts.
    let proposer: HashedGuid?
    let step: WalkStep

    private var path: String { call.path(locale) }
    private var wording: Wording { call.wording }
    private var languageName: String { wording.language(locale) }
    /// The maximum number of strings that are read for the queue.
    ///
    /// The total number of strings is counted separately.
    private static let window = 12
    /// The maximum number of open proposals shown next to the field.
    private static let shownProposals = 3

    private func address(
        _ string: StringID?, from previous: StringID? = nil, step: WalkStep
    ) -> String {
        path + "/translate"
            + filter.address(
                [
                    ("at", string.map(UnitReference.text)),
                    ("from", previous.map(UnitReference.text)),
                ] + step.items)
    }

    /// The filter of the strings that are left for the person.
    ///
    /// A proposed text stays missing until it is accepted, but its proposer is done with it.
    private var units: UnitListFilter {
        var units = filter.units
        units.withoutProposalsOf = proposer
        return units
    }

    func content(at place: StringID?) throws -> (TranslateContent, MemoryLookup?) {
        let found = try snapshot.listCounts(locale: locale, filter: units)
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
            locale: locale, filter: units, after: start, limit: Self.window)
        var following = list.rows.map(\.entry)[...]
        if current == nil { current = following.popFirst() }
        let step = step.begun(with: total)
        let more = total - 1 - min(5, following.count)
        let item = try current.flatMap {
            try TranslationItem(UnitID(locale, $0.string), in: snapshot)
        }
        let content = TranslateContent(
            head: WalkHead(
                leave: path, walk: wording("list.translate"),
                language: wording.commas([languageName, call.name] + narrowed),
                chips: counts.map { show, count in
                    Chip(
                        label: wording(show.word), href: address(of: show),
                        current: filter.show == show, count: wording.number(count))
                },
                place: current.map { _ in
                    .init(at: wording.number(step.number), of: wording.number(step.count))
                },
                done: String(current == nil ? step.count : step.number - 1),
                total: String(max(1, step.count)), percent: wording("walk.left", count: total)),
            card: try current.flatMap { current in
                try item.map { try card(current, $0, next: following.first?.string, step) }
            },
            nothing: try nothing(), elsewhere: try elsewhere(counts),
            next: try following.prefix(5).enumerated().map { index, entry in
                try queued(entry, step.moved(by: index + 1))
            },
            more: more > 0 ? wording("counts.more", count: more) : nil)
        return (content, try item.flatMap(lookup))
    }

    /// Returns the address of the walk through strings in another state.
    private func address(of show: UnitListState) -> String {
        var other = filter
        other.show = show
        return path + "/translate" + other.address()
    }

    private func queued(_ entry: Entry, _ step: WalkStep) throws -> QueuedString {
        let runs = TextRuns(notations: try snapshot.placeholderNotations(of: entry.definition))
        return QueuedString(
            key: entry.string.spelled(in: snapshot.project),
            href: address(entry.string, step: step),
            text: TextView(snapshot.project.source, runs).brief(
                entry.definition.value, source: nil))
    }

    /// Returns links to other walks with work left, to show at the end of this walk.
    private func elsewhere(_ counts: [(UnitListState, Int)]) throws -> [PageLink] {
        let proposed = try snapshot.model.status(of: locale).proposed
        return counts.filter { $0.0 != filter.show && $0.1 > 0 }.map { show, count in
            PageLink(
                label: wording.commas([wording(show.word), wording.number(count)]),
                href: address(of: show))
        }
            + (proposed > 0
                ? [
                    PageLink(
                        label: wording("translate.reviewCount", count: proposed),
                        href: path + "/review")
                ] : [])
    }

    /// Returns the lookup for the last plural form of the source text, which most numbers use.
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

    /// The section and search of the walk, for its header.
    private var narrowed: [String] {
        [filter.section, filter.query.map { "“\($0)”" }].compactMap(\.self)
    }

    /// Returns the sentence for a walk without strings.
    private func nothing() throws -> String {
        if proposer != nil,
            try !snapshot.unitList(locale: locale, filter: filter.units, limit: 1).rows.isEmpty
        {
            return wording(allProposed, ["language": languageName])
        }
        return wording(nothingLeft, ["language": languageName])
    }

    private var allProposed: TextKey {
        switch filter.show {
        case .stale: "translate.allStaleProposed"
        case .flagged: "translate.allFlaggedProposed"
        default: "translate.allMissingProposed"
        }
    }

    private var nothingLeft: TextKey {
        switch filter.show {
        case .stale: "translate.nothingStale"
        case .flagged: "translate.nothingFlagged"
        default: "translate.nothingMissing"
        }
    }

    private func entry(_ string: StringID) throws -> Entry? {
        try snapshot.model.entries(
            locale: locale, chain: snapshot.model.lenders(to: locale),
            filter: EntryFilter(string: string)
        ).first
    }

    private func card(
        _ entry: Entry, _ item: TranslationItem, next: StringID?, _ step: WalkStep
    ) throws -> TranslateContent.Card {
        let view = try UnitValues(call, snapshot, item.unit)
        let rights = try UnitRights(view)
        let forms = TextForms(of: item.definition.value, in: locale)
        let look = StateLook(entry, wording)
        let typed = forms.flatMap { forms in draft?.value(forms) }
        let findings = try typed.map { try snapshot.findings(of: $0, in: item.unit) } ?? []
        return TranslateContent.Card(
            keyName: entry.string.spelled(in: snapshot.project), tag: locale.rawValue,
            state: Pill(look.icon, look.word, look.kind),
            openString: call.path(UnitID(locale, entry.string)),
            source: view.sourceCard(former: item.formerSource),
            trouble: item.flagReason.map {
                Trouble(icon: "flagged", words: wording("text.flagged", ["reason": $0]))
            },
            suggestions: suggestions(item, view, forms),
            terms: item.terms.map { .init(source: $0.source, target: $0.target) },
            hidden: call.hidden(
                back: address(next, from: entry.string, step: step.moved(by: 1))),
            unit: try view.fields(draft), previous: previous.map(UnitReference.text),
            setAction: path + "/set", proposeAction: path + "/propose",
            markAction: path + "/mark", title: title(forms), chips: view.chips,
            fields: view.fields(
                item.current?.value, typed: draft?.texts, prefix: "text", label: languageName,
                findings: findings, autofocus: true),
            limit: view.limit(typed ?? item.current?.value),
            maySet: rights.maySet && forms != nil, mayPropose: rights.mayPropose && forms != nil,
            mayForce: draft?.mayForce == true,
            stillRight: item.current?.isStale == true && rights.mayReview,
            skip: next.map { address($0, from: entry.string, step: step.moved(by: 1)) },
            back: previous.map { address($0, step: step.moved(by: -1)) },
            why: forms == nil
                ? wording("source.fixed")
                : rights.mayTranslate && !rights.maySet ? rights.whyNotSet : nil,
            refused: draft?.refusal)
    }

    private func title(_ forms: TextForms?) -> String {
        guard let forms, forms.forms.count > 1 else {
            return wording("source.text", ["sourceLanguage": languageName])
        }
        let language = ["language": languageName]
        switch forms.forms.count {
        case 2: return wording("translate.twoForms", language)
        case 3: return wording("translate.threeForms", language)
        case 4: return wording("translate.fourForms", language)
        case 5: return wording("translate.fiveForms", language)
        case 6: return wording("translate.sixForms", language)
        case let count: return wording("translate.forms", count: count, language)
        }
    }

    /// Returns open proposals, and texts in up to three other languages, as suggestions.
    ///
    /// Languages that the person reads come first.
    private func suggestions(
        _ item: TranslationItem, _ view: UnitValues, _ forms: TextForms?
    ) -> [TranslateContent.Suggestion] {
        func suggestion(
            _ icon: String, _ words: String, _ tag: LanguageTag, _ value: Value, canUse: Bool
        ) -> TranslateContent.Suggestion {
            .init(
                icon: icon, words: words,
                text: TextView(tag, view.runs).brief(value, source: item.definition.value),
                use: canUse
                    ? value.plainText
                        ?? forms.flatMap { forms in
                            forms.forms.last.flatMap { forms.text(of: value, for: $0) }
                        } : nil)
        }
        let proposals = item.proposals.prefix(Self.shownProposals).map { proposal in
            let (icon, words) =
                switch proposal.proposed.origin {
                case .machine(let name): ("machine", wording("origins.machine", ["name": name]))
                case .memory: ("memory", wording("translate.fromMemory"))
                case .human, .reference, .other:
                    (
                        "proposal",
                        wording("translate.proposedBy", ["author": view.maker(proposal)])
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
                "globe", wording.language($0.locale), $0.locale, $0.value,
                canUse: false)
        }
        return proposals + others
    }
}
