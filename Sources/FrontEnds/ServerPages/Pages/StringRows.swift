import Hosting
import ReadModel
import Server
import Texts
import Translation
import Workspace

struct StringRows {
    private let call: PageCall
    private let locale: LanguageTag
    private let filter: LanguageFilter
    private let list: StringList
    private let runs: TextRuns
    private let people: People
    private let maySelect: Bool

    /// The maximum number of proposals that a row shows.
    private static let mostOffers = 3

    init(
        _ call: PageCall, _ locale: LanguageTag, _ filter: LanguageFilter, _ list: StringList,
        _ people: People
    ) {
        self.people = people
        maySelect = call.may(.translate, in: locale) && locale != call.info.source
        self.call = call
        self.locale = locale
        self.filter = filter
        self.list = list
        runs = TextRuns(
            showsAll: Preferences(call.context).showsAll, search: filter.query)
    }

    /// The strings of the page, grouped by section.
    var sections: [LanguageContent.Section] {
        var groups: [(name: String, rows: [LanguageContent.Row])] = []
        for unit in list.rows {
            let section = unit.entry.string.section
            if groups.last?.name.hasSameBytes(as: section) != true {
                groups.append((section, []))
            }
            groups[groups.count - 1].rows.append(row(unit))
        }
        return groups.map { group in
            LanguageContent.Section(
                name: group.name, total: list.totals[group.name].map(call.wording.number),
                rows: group.rows)
        }
    }

    private func row(_ unit: UnitRow) -> LanguageContent.Row {
        let entry = unit.entry
        let source = call.info.source
        let shown = entry.text ?? entry.inherited
        let look = StateLook(entry, call.wording)
        var runs = runs
        runs.notations = entry.definition.notations(in: list.notations)
        let text = shown.map {
            TextView($0.locale, runs).brief($0.value, source: entry.definition.value)
        }
        return LanguageContent.Row(
            section: entry.string.section, key: entry.string.key,
            unit: maySelect ? UnitReference.text(entry.string) : nil,
            href: call.path(UnitID(locale, entry.string)),
            state: look.icon, stateWord: look.word,
            isPlural: entry.definition.value.plainText == nil,
            isUntranslatable: !entry.isTranslatable,
            source: TextView(source, runs).brief(entry.definition.value, source: nil),
            // The source text is shown in its own column.
            text: locale == source ? .nothing : text,
            offers: offers(unit, TextView(locale, runs)),
            from: entry.text == nil ? entry.inherited.map(\.locale.rawValue) : nil,
            pills: pills(unit))
    }

    private func offers(_ unit: UnitRow, _ view: TextView) -> [LanguageContent.Offer] {
        let source = unit.entry.definition.value
        return (list.proposals[unit.entry.string] ?? []).prefix(Self.mostOffers).map { row in
            let proposed = row.proposed.value
            return LanguageContent.Offer(
                text: row.current.map { view.difference(from: $0, to: proposed, source: source) }
                    ?? view.full(proposed, source: source),
                who: Marks.name(row.proposer, guid: row.proposed.guid, by: people))
        }
    }

    private func pills(_ unit: UnitRow) -> [Pill] {
        let entry = unit.entry
        let wording = call.wording
        var pills: [Pill] = []
        if entry.hasConflict { pills.append(Pill("conflict", wording("states.conflict"), .bad)) }
        if entry.openProposals > 0 {
            pills.append(
                Pill(
                    "proposal", wording("counts.proposals", count: entry.openProposals), .accent))
        }
        for finding in unit.findings.sorted(by: { $0.severity > $1.severity }).prefix(2) {
            pills.append(Pill(finding))
        }
        if entry.text?.isFlagged == true {
            pills.append(Pill("flagged", wording("states.flagged"), .warn))
        }
        if (entry.text ?? entry.inherited)?.isStale == true {
            pills.append(Pill("stale", wording("states.stale"), .warn))
        }
        return pills
    }
}

/// The icon and the label of a string's state.
struct StateLook {
    let icon: String
    let word: String
    let kind: Pill.Kind

    init(_ entry: Entry, _ wording: Wording) {
        if entry.hasConflict {
            (icon, word, kind) = ("conflict", wording("states.conflict"), .bad)
            return
        }
        switch entry.mainState {
        case .missing: (icon, word, kind) = ("missing", wording("states.missing"), .dashed)
        case .inherited: (icon, word, kind) = ("inherited", wording("states.inherited"), .info)
        case .reviewed: (icon, word, kind) = ("reviewed", wording("states.reviewed"), .ok)
        case .stale: (icon, word, kind) = ("stale", wording("states.stale"), .warn)
        case .flagged: (icon, word, kind) = ("flagged", wording("states.flagged"), .warn)
        case .translated, .conflict, .proposed:
            (icon, word, kind) = ("unreviewed", wording("states.unreviewed"), .plain)
        }
    }
}

/// The notation of a string in a list's checkboxes: section and key, each percent-encoded,
/// separated by a slash.
enum UnitReference {
    static func text(_ string: StringID) -> String {
        PercentEncoding.text(string.section) + "/" + PercentEncoding.text(string.key)
    }

    static func string(_ text: String) -> StringID? {
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, let section = PercentDecoding.text(of: halves[0]),
            let key = PercentDecoding.text(of: halves[1])
        else { return nil }
        return StringID(section: section, key: key)
    }
}

extension TextView {
    /// Returns the short form of a value, for a list.
    ///
    /// If the value has several plural forms, shows only `other`, or otherwise the last form.
    func brief(_ value: Value, source: Value?) -> ShownText {
        guard value.plainText == nil else { return full(value, source: source) }
        let texts = value.texts
        let text =
            (texts.first { $0.path.last?.hasSameBytes(as: "other") == true } ?? texts.last)?.text
            ?? ""
        let reference = source.flatMap { source in
            (source.texts.first { $0.path.last?.hasSameBytes(as: "other") == true }
                ?? source.texts.last)?.text
        }
        return full(Value(text), source: reference.map { Value($0) })
    }
}
