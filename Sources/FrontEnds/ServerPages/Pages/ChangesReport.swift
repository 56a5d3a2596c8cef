import Languages
import ReadModel
import Representations
import Server
import Texts
import Translation
import Words
import Workspace

/// The contents of the page of changes, from a difference.
struct ChangesReport {
    private let call: PageCall
    private let query: ChangesQuery
    private let difference: Difference
    private let people: People
    private let notations: PlaceholderNotations
    private let project: Project
    private let most: Int
    /// Whether there are too many changes in all languages to show them.
    private let isTooLong: Bool
    /// The changes of the selected kinds in the selected languages, ordered by string; empty if
    /// there are too many.
    private let shown: [(locale: LanguageTag, changes: [Change])]
    private var wording: Wording { call.wording }

    /// Creates a report that shows at most `most` rows.
    init(
        _ call: PageCall, _ query: ChangesQuery, _ difference: Difference, most: Int,
        in snapshot: Snapshot
    ) throws {
        self.call = call
        self.query = query
        self.difference = difference
        self.most = most
        people = try call.people(in: snapshot)
        notations = try snapshot.placeholderNotations
        project = snapshot.project
        let count = difference.counts.map { $0.counts.count(of: query.kinds) }.reduce(0, +)
        isTooLong = query.locale == nil && count > most
        shown = isTooLong ? [] : Self.changes(in: difference, query)
    }

    /// The numbers of all changes, whichever are shown.
    var sum: ChangesContent.Sum {
        let counts = difference.counts
        let total = counts.reduce(into: DifferenceCounts()) { $0 += $1.counts }
        let texts = total.added + total.changed + total.removed
        let proposals = total.kindsOfProposals.enumerated().map { index, kind in
            let count = total.proposals[kind] ?? 0
            return index == 0
                ? wording(kind.firstCount, count: count) : wording(kind.count, count: count)
        }
        return .init(
            texts: texts == 0
                ? wording("changes.noTexts")
                : wording(
                    "changes.texts", count: texts,
                    [
                        "languages": wording(
                            "changes.inLanguages", count: difference.locales.count)
                    ]),
            counts: shownCounts(total),
            proposals: proposals.isEmpty ? nil : wording.commas(proposals))
    }

    /// The languages with changes, each with its counts.
    var languages: [ChangesContent.LanguageLink] {
        func link(
            _ label: String, _ locale: LanguageTag?, _ counts: [ChangesContent.Count]
        ) -> ChangesContent.LanguageLink {
            .init(
                languageName: label,
                href: call.path + "/changes" + query.with { $0.locale = locale }.address,
                current: locale != nil && locale == query.locale, counts: counts)
        }
        let all = query.locale == nil ? [] : [link(wording("common.allLanguages"), nil, [])]
        return all
            + byName(difference.counts) { $0.locale }.map { locale, counts in
                link(wording.language(locale), locale, shownCounts(counts))
            }
    }

    /// The changes that are shown, by language; empty if there are too many.
    var cards: [ChangesContent.Language] {
        let counts = Dictionary(uniqueKeysWithValues: difference.counts.map { ($0.locale, $0.1) })
        return byName(shown) { $0.locale }.map { locale, changes in
            .init(
                tag: locale.rawValue, languageName: wording.language(locale),
                href: call.path(locale), counts: counts[locale].map(shownCounts) ?? [],
                rows: changes.dropFirst(query.start).prefix(most).map { row($0, in: locale) })
        }
    }

    /// The next rows of a language with many changes.
    var next: CountLink? {
        let count = shown.first?.changes.count ?? 0
        let end = query.start + most
        guard query.locale != nil, count > end else { return nil }
        return CountLink(
            call.path + "/changes" + query.with { $0.start = end }.address, min(most, count - end),
            wording)
    }

    /// Returns the reason why no texts are shown, or nil if some are.
    func nothing(from: String, to: String?) -> String? {
        let now = to ?? wording("changes.now")
        if difference.isEmpty {
            return to == nil
                ? wording("changes.nothingSince", ["from": from])
                : wording("changes.sameTexts", ["from": from, "to": now])
        }
        if isTooLong {
            return wording("changes.tooMany", count: most)
        }
        guard shown.isEmpty else { return nil }
        return difference.locales.isEmpty
            ? wording("changes.onlyProposals") : wording("changes.noneSelected")
    }

    /// Returns items in the order of the names of their languages.
    private func byName<Item>(_ items: [Item], _ locale: (Item) -> LanguageTag) -> [Item] {
        let names = wording.languages(items.map(locale))
        return zip(names, items).sorted { $0.0 < $1.0 }.map(\.1)
    }

    // MARK: Rows

    private enum Change {
        case text(
            ChangesQuery.Kind, StringID, Definition?, TextCredit?, before: Value?, after: Value?)
        case proposal(ProposalChange)

        var string: StringID {
            switch self {
            case .text(_, let string, _, _, _, _): string
            case .proposal(let change): change.string
            }
        }
    }

    /// Returns the changes of the selected kinds in the selected languages, ordered by string.
    private static func changes(
        in difference: Difference, _ query: ChangesQuery
    ) -> [(locale: LanguageTag, changes: [Change])] {
        let texts = Dictionary(difference.locales.map { ($0.locale, $0) }) { first, _ in first }
        let proposals = Dictionary(grouping: difference.proposals, by: \.locale)
        let locales = difference.counts.map(\.locale).filter {
            query.locale == nil || $0 == query.locale
        }
        return locales.compactMap { locale in
            var changes: [Change] = []
            if let text = texts[locale] {
                if query.kinds.contains(.added) {
                    changes += text.added.map {
                        .text(
                            .added, $0.string, $0.definition, $0.credit, before: nil,
                            after: $0.value)
                    }
                }
                if query.kinds.contains(.changed) {
                    changes += text.changed.map {
                        .text(
                            .changed, $0.string, $0.definition, $0.credit, before: $0.before,
                            after: $0.after)
                    }
                }
                if query.kinds.contains(.removed) {
                    changes += text.removed.map {
                        .text(
                            .removed, $0.string, $0.definition, $0.credit, before: $0.value,
                            after: nil)
                    }
                }
            }
            if query.kinds.contains(.proposals) {
                changes += (proposals[locale] ?? []).map(Change.proposal)
            }
            guard !changes.isEmpty else { return nil }
            // The sort is stable, so a string's text comes before its proposals.
            return (locale, changes.sorted { $0.string < $1.string })
        }
    }

    private func row(_ change: Change, in locale: LanguageTag) -> ChangesContent.Row {
        switch change {
        case .text(let kind, let string, let definition, let credit, let before, let after):
            let view = TextView(locale, runs(definition))
            let text: ShownText =
                switch (before, after) {
                case (let before?, let after?):
                    view.difference(from: before, to: after, source: definition?.value)
                case (nil, let after?): view.whole(after, .added, source: definition?.value)
                case (let before?, nil): view.whole(before, .removed, source: definition?.value)
                case (nil, nil): .nothing
                }
            let icon =
                switch kind {
                case .added: "plus"
                case .removed: "minus"
                case .changed, .proposals: "pencil"
                }
            return .init(
                kind: kind.rawValue, icon: icon, word: wording(kind.word),
                key: string.spelled(in: project), href: call.path(UnitID(locale, string)),
                source: source(definition, beside: locale), text: text,
                credit: words(credit, kind), reason: nil)
        case .proposal(let change):
            let view = TextView(locale, runs(change.definition))
            let proposal = change.proposal
            let reason = proposal.decision.flatMap { EventTexts($0, wording).reason }
            let isOpen = proposal.state == .open
            let current = isOpen ? change.current : nil
            return .init(
                kind: "proposal", icon: Self.icon(change.kind),
                word: wording(change.kind.word),
                key: change.string.spelled(in: project),
                href: call.path(UnitID(locale, change.string)),
                source: source(change.definition, beside: locale),
                text: current.map {
                    view.difference(
                        from: $0, to: proposal.proposed.value, source: change.definition?.value)
                } ?? view.full(proposal.proposed.value, source: change.definition?.value),
                credit: words(change), reason: reason ?? proposal.proposed.note)
        }
    }

    private func runs(_ definition: Definition?) -> TextRuns {
        TextRuns(
            showsAll: Preferences(call.context).showsAll,
            notations: definition?.notations(in: notations) ?? notations)
    }

    private func source(_ definition: Definition?, beside locale: LanguageTag) -> ShownText? {
        guard let definition, locale != project.source else { return nil }
        return TextView(project.source, runs(definition)).brief(definition.value, source: nil)
    }

    private static func icon(_ kind: ProposalChange.Kind) -> String {
        switch kind {
        case .made: "proposal"
        case .accepted: "accepted"
        case .rejected: "rejected"
        case .deleted: "deleted"
        case .superseded: "superseded"
        case .reopened: "undo"
        }
    }

    private func shownCounts(_ counts: DifferenceCounts) -> [ChangesContent.Count] {
        let kinds: [(kind: String, words: TextKey, sign: String, count: Int)] = [
            ("added", "changes.addedCount", "+", counts.added),
            ("changed", "changes.changedCount", "~", counts.changed),
            ("removed", "changes.removedCount", "−", counts.removed),
        ]
        return kinds.filter { $0.count > 0 }.map { kind in
            .init(
                kind: kind.kind, sign: kind.sign + wording.number(kind.count),
                words: wording(kind.words, count: kind.count))
        }
    }

    // MARK: People

    /// Returns the people behind a change, such as `Inès Marchand, accepted by Paul Okafor`.
    private func words(_ credit: TextCredit?, _ kind: ChangesQuery.Kind) -> String {
        guard let credit else { return "" }
        let event = credit.event
        let actor = Marks.name(event.actor, guid: event.payload.guid, by: people)
        let author =
            credit.author == nil && credit.tester == nil
            ? actor : Marks.name(credit.author, guid: credit.tester, by: people)
        let names = ["author": author, "actor": actor]
        switch event.payload {
        case .proposalAccepted: return wording("credits.acceptedBy", names)
        case .translationSet:
            if event.copies != nil { return wording("credits.restoredBy", names) }
            guard let reviewer = credit.reviewer.map(people.name) else {
                return wording("credits.set", names)
            }
            return wording("credits.setAndReviewed", ["author": author, "reviewer": reviewer])
        case .stringDefined:
            return kind == .added
                ? wording("credits.stringAdded", names) : wording("credits.changed", names)
        case .translationRemoved: return wording("credits.textRemoved", names)
        case .stringRemoved: return wording("credits.stringRemoved", names)
        case .localeRemoved: return wording("credits.languageRemoved", names)
        default: return actor
        }
    }

    private func words(_ change: ProposalChange) -> String {
        let proposal = change.proposal
        let maker = Marks.name(proposal.proposer, guid: proposal.proposed.guid, by: people)
        guard let decision = proposal.decision, proposal.state != .open else { return maker }
        let who = Marks.name(decision.actor, guid: decision.payload.guid, by: people)
        return wording(change.kind.credit, ["author": maker, "actor": who])
    }
}

extension ProposalChange.Kind {
    /// The number of proposals, at the beginning of a list of numbers.
    fileprivate var firstCount: TextKey {
        switch self {
        case .made: "changes.proposalsMade"
        case .accepted: "changes.proposalsAccepted"
        case .rejected: "changes.proposalsRejected"
        case .deleted: "changes.proposalsDeleted"
        case .superseded: "changes.proposalsSuperseded"
        case .reopened: "changes.proposalsReopened"
        }
    }

    /// The number of proposals, later in the list.
    fileprivate var count: TextKey {
        switch self {
        case .made: "changes.countMade"
        case .accepted: "changes.countAccepted"
        case .rejected: "changes.countRejected"
        case .deleted: "changes.countDeleted"
        case .superseded: "changes.countSuperseded"
        case .reopened: "changes.countReopened"
        }
    }

    /// The label of the change.
    fileprivate var word: TextKey {
        switch self {
        case .made: "changes.proposalMade"
        case .accepted: "changes.proposalAccepted"
        case .rejected: "changes.proposalRejected"
        case .deleted: "changes.proposalDeleted"
        case .superseded: "changes.proposalSuperseded"
        case .reopened: "changes.proposalReopened"
        }
    }

    /// The people behind a decision.
    fileprivate var credit: TextKey {
        switch self {
        case .made: "credits.madeBy"
        case .accepted: "credits.acceptedBy"
        case .rejected: "credits.rejectedBy"
        case .deleted: "credits.deletedBy"
        case .superseded: "credits.supersededBy"
        case .reopened: "credits.reopenedBy"
        }
    }
}

extension DifferenceCounts {
    /// Returns the number of changes of some kinds.
    fileprivate func count(of kinds: Set<ChangesQuery.Kind>) -> Int {
        kinds.map { kind in
            switch kind {
            case .added: added
            case .changed: changed
            case .removed: removed
            case .proposals: proposals.values.reduce(0, +)
            }
        }.reduce(0, +)
    }
}

extension TextView {
    /// Returns a value whose whole text was added or removed.
    func whole(_ value: Value, _ kind: WordDiff.Change.Kind, source: Value?) -> ShownText {
        let shown = full(value, source: source)
        return ShownText(
            lang: shown.lang, dir: shown.dir, script: shown.script, empty: shown.empty,
            forms: shown.forms.map { form in
                .init(
                    name: form.name, numbers: form.numbers,
                    segments: form.segments.map {
                        TextSegment(
                            same: kind == .kept, inserted: kind == .added,
                            deleted: kind == .removed, runs: $0.runs)
                    }, blank: form.blank)
            })
    }
}
