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

/// What was typed into a form that was refused, so that the page can show it again.
struct Draft: Sendable {
    let problem: Problem
    /// The texts by the names of their fields.
    let texts: [String: String]
    /// The note beside them.
    let note: String?
    /// The proposal that the form was about.
    let proposal: EventID?
    /// The string of the card before, in a walk.
    let previous: StringID?

    init(_ problem: Problem, _ form: PageForm) {
        self.problem = problem
        let items = form.fields.items.filter { $0.name == "value" || $0.name.hasPrefix("value.") }
        texts = Dictionary(items.map { ($0.name, PageForm.lineFeeds($0.value)) }) { $1 }
        note = form.fields["note"]
        proposal = form.fields["proposal"].flatMap { EventID($0) }
        previous = form.fields["previous"].flatMap { UnitReference.string($0) }
    }

    /// The typed value, as far as the fields of a string make one.
    func value(_ forms: TextForms) -> Value? {
        guard forms.forms.contains(where: { texts[$0.fieldName] != nil }) else { return nil }
        return forms.value(of: forms.forms.map { texts[$0.fieldName] ?? "" })
    }
}

extension PageCall {
    /// One string in one language, with its proposals, its discussion and its history.
    ///
    /// `draft` is what a refused form had, `status` the status that goes with it.
    func stringPage(_ string: StringID? = nil, draft: Draft? = nil) async throws -> Response {
        let locale = try locale()
        let argument =
            try string.map { KeyArgument($0.key, section: $0.section) } ?? project.keyArgument()
        let extent = query["history"].flatMap(StringHistory.Extent.init) ?? .newest
        let againstBase = query["against"] == "base"
        let (content, frame) = try await project.read { snapshot in
            try snapshot.requireLocale(locale)
            let string = try snapshot.string(argument)
            try snapshot.requireString(string)
            let view = try UnitValues(self, snapshot, try snapshot.model.unit(locale, string))
            let page = try StringPage(
                view, draft: draft, history: extent, againstBase: againstBase)
            var frame = try projectFrame(
                "string", title: title(string.key, view.english),
                crumbs: [
                    Frame.crumb(view.english, path(locale)), Frame.crumb(string.key, nil),
                ], tab: .languages, locale: locale, in: snapshot)
            if try snapshot.roles().isFrozen(locale) {
                frame.banners.append(frozen(view.english))
            }
            if let draft { frame.banners.append(Self.banner(draft.problem)) }
            return (try page.values(), frame)
        }
        return try site.page(
            "string", frame, content, status: draft?.problem.status ?? .ok)
    }
}

/// The content of the page of a string.
struct StringPage {
    private let view: UnitValues
    private let draft: Draft?
    private let history: StringHistory.Extent
    private let againstBase: Bool
    private let rights: UnitRights

    init(_ view: UnitValues, draft: Draft?, history: StringHistory.Extent, againstBase: Bool) throws
    {
        self.view = view
        self.draft = draft
        self.history = history
        self.againstBase = againstBase
        rights = try UnitRights(view)
    }

    private var call: PageCall { view.call }
    private var unit: Unit { view.unit }
    private var path: String { call.path(view.locale) }
    private var isSource: Bool { view.locale == view.source }

    func values() throws -> PageValues {
        var values = view.sourceCard(former: formerSource)
        values.merge(
            [
                "section": unit.string.section, "key": unit.string.key, "english": view.english,
                "states": view.states, "hidden": call.hidden(), "unitTag": try view.tag(),
                "seen": view.seen, "markAction": path + "/mark", "silenceAction": path + "/silence",
                "commentAction": path + "/comment", "mayComment": rights.mayPropose,
                "mayMark": rights.mayTranslate && unit.text != nil && !isSource,
                "mayVouch": rights.mayReview && unit.text?.isReviewed == false,
                "maySilence": rights.mayTranslate,
            ] as PageValues
        ) { $1 }
        values.merge(try neighbours()) { $1 }
        values.merge(try current()) { $1 }
        values.merge(try conflict()) { $1 }
        values.merge(try proposals()) { $1 }
        values.set("editor", try editor())
        values.merge(talk()) { $1 }
        values.merge(try StringHistory(view, history, rights).values()) { $1 }
        values["others"] = try others()
        let about = about()
        values["about"] = about
        values["hasAbout"] = !about.isEmpty
        return values
    }

    private var formerSource: Value? {
        guard let text = unit.text, text.isStale else { return nil }
        return text.event.source.flatMap { unit.definitions[$0]?.value }
    }

    private func neighbours() throws -> PageValues {
        let entries = try view.snapshot.model.entries(
            locale: view.locale, chain: view.snapshot.model.lenders(to: view.locale),
            filter: EntryFilter(section: unit.string.section))
        guard let index = entries.firstIndex(where: { $0.string == unit.string }) else {
            return ["place": false, "previous": false, "next": false, "neighbours": [PageValues]()]
        }
        func href(_ index: Int) -> String? {
            entries.indices.contains(index)
                ? call.path(UnitID(view.locale, entries[index].string)) : nil
        }
        var values: PageValues = ["place": "\(grouped(index + 1)) of \(grouped(entries.count))"]
        values.set("previous", href(index - 1))
        values.set("next", href(index + 1))
        values.set(
            "translateHere",
            isSource || !rights.mayPropose
                ? nil
                : path + "/translate?at=" + PercentEncoding.text(UnitReference.text(unit.string)))
        values["neighbours"] = entries[max(0, index - 2)..<min(entries.count, index + 3)].map {
            entry -> PageValues in
            var item: PageValues = [
                "key": entry.string.key, "href": call.path(UnitID(view.locale, entry.string)),
                "current": entry.string == unit.string,
            ]
            let shown = isSource ? entry.definition.value : entry.shownValue
            item.set(
                "text", shown.map { view.view.brief($0, source: entry.definition.value) })
            item.set("words", shown == nil ? "Missing" : nil)
            return item
        }
        return values
    }

    private func current() throws -> PageValues {
        var values: PageValues = [
            "current": false, "inherited": false, "isMissing": false, "credit": false,
            "trouble": false,
        ]
        let shown = isSource ? view.definition?.value : unit.text?.value
        if let shown {
            values["current"] = view.text(shown)
        } else if let inherited = try view.snapshot.model.inheritedText(
            view.locale, unit.string)
        {
            values["inherited"] =
                [
                    "text": TextView(inherited.locale, view.runs).values(
                        inherited.value, source: view.definition?.value),
                    "from": inherited.locale.rawValue,
                ] as PageValues
        } else {
            values["isMissing"] = true
        }
        values.set(
            "credit",
            view.credit.map {
                [
                    "state": unit.text?.isReviewed == true ? "reviewed" : "unreviewed",
                    "words": $0,
                ] as PageValues
            })
        if let text = unit.text, text.isFlagged {
            let reason = unit.events.reversed().lazy.compactMap { event -> String? in
                guard case .translationFlagged(let flagged, let reason) = event.payload,
                    flagged == text.id
                else { return nil }
                return reason
            }.first
            values["trouble"] =
                [
                    "icon": "flagged",
                    "words": reason.map { "Flagged: \($0)" } ?? "Flagged as in need of work.",
                ] as PageValues
        } else if unit.text?.isStale == true {
            values["trouble"] =
                [
                    "icon": "stale",
                    "words": "The source has changed since this text was made.",
                ] as PageValues
        }
        values.set(
            "origins",
            isSource || unit.text == nil
                ? nil : call.path(UnitID(view.locale, unit.string)) + "&history=why#history")
        let findings = try shown.map(findings) ?? []
        values["findings"] = findings.map { finding -> PageValues in
            var values = Marks.finding(finding)
            values["blocks"] = false
            return values
        }
        values["hasFindings"] = !findings.isEmpty
        var seen: Set<String> = []
        values["checks"] = findings.map(\.check).filter { seen.insert($0).inserted }
        return values
    }

    /// What checks find in the text now, and what those that compare the texts of a language found last.
    private func findings(of text: Value) throws -> [Finding] {
        let across = Set(CheckInfo.all.filter { $0.scope == .language }.map(\.name))
        let known = try view.snapshot.model.findings(view.locale, unit.string) ?? []
        return try view.snapshot.findings(of: text, in: unit)
            + known.filter { across.contains($0.check) }
    }

    private func conflict() throws -> PageValues {
        let heads = unit.register.heads
        guard heads.count > 1 else { return ["conflict": false] }
        let sides = heads.compactMap { id -> PageValues? in
            guard let event = unit[id] else { return nil }
            var side: PageValues = [
                "who": Marks.name(event.actor, guid: event.payload.guid, by: view.people),
                "when": Marks.when(event.at, now: call.now), "event": id.description,
                "action": path + "/keep", "mayKeep": rights.mayTranslate,
                "hidden": call.hidden(),
            ]
            side.set("text", event.payload.text.map { view.text($0) })
            return side
        }
        return ["conflict": ["sides": sides] as PageValues]
    }

    private func proposals() throws -> PageValues {
        let open = unit.proposals.filter { $0.state == .open }.sorted {
            ($1.endorsements, $0.id) < ($0.endorsements, $1.id)
        }
        let cards = ProposalCards(view, rights, draft: draft, againstBase: againstBase)
        let decided = unit.proposals.filter { $0.state != .open }.reversed()
        var values: PageValues = [
            "hasProposals": !open.isEmpty,
            "openCount": open.isEmpty ? false : String(open.count) as any Sendable,
            "proposals": try open.enumerated().map { try cards.card($1, number: $0 + 1) },
            "hasDecided": !decided.isEmpty, "decidedCount": String(decided.count),
            "decided": decided.map { cards.decided($0) },
        ]
        let hasOtherBase = open.contains { cards.base(of: $0) != nil }
        let here = call.path(UnitID(view.locale, unit.string))
        values["compared"] = hasOtherBase
        values["against"] =
            [
                ["label": "the current text", "href": here, "current": !againstBase],
                [
                    "label": "the text it was made for", "href": here + "&against=base",
                    "current": againstBase,
                ],
            ] as [PageValues]
        return values
    }

    /// The form for another text, or nil if the sender may not write or the value is a tree.
    private func editor() throws -> PageValues? {
        guard rights.mayPropose, !isSource, view.definition != nil else { return nil }
        let isMine = draft != nil && draft?.proposal == nil
        var findings: [Finding] = []
        if isMine, let draft, let definition = view.definition,
            let forms = TextForms(of: definition.value, in: view.locale),
            let value = draft.value(forms)
        {
            findings = try view.snapshot.findings(of: value, in: unit)
        }
        let fields = view.fields(
            nil, typed: isMine ? draft?.texts : nil, prefix: "new", label: "Text",
            findings: findings)
        guard !fields.isEmpty else { return nil }
        let placeholders = view.placeholders
        var values: PageValues = [
            "title": unit.text == nil ? "Propose a text" : "Propose another text",
            "fields": fields, "placeholders": placeholders,
            "hasPlaceholders": !placeholders.isEmpty, "proposeAction": path + "/propose",
            "setAction": path + "/set", "checkAction": path + "/check",
            "mayPropose": true, "maySet": rights.maySet,
            "mayForce": isMine && draft?.problem.code.rawValue == "failed-checks",
            "note": isMine ? draft?.note ?? "" : "",
        ]
        values.set("limit", view.limit(nil))
        values.set("why", rights.mayTranslate && !rights.maySet ? rights.whyNotSet : nil)
        return values
    }

    private func talk() -> PageValues {
        let remarks = unit.remarks.compactMap { view.remark($0) }
        return [
            "comments": remarks,
            "commentCount": remarks.isEmpty ? false : String(remarks.count) as any Sendable,
        ]
    }

    private func others() throws -> [PageValues] {
        let reads = Preferences(call.context).reads
        var locales = try view.snapshot.locales().filter { $0 != view.locale && $0 != view.source }
        locales.sort {
            let a = reads.firstIndex(of: $0.rawValue) ?? .max
            let b = reads.firstIndex(of: $1.rawValue) ?? .max
            return (a, $0.rawValue) < (b, $1.rawValue)
        }
        return try locales.prefix(12).map { tag in
            var item: PageValues = [
                "tag": tag.rawValue, "href": call.path(UnitID(tag, unit.string)),
            ]
            let other = try view.snapshot.model.unit(tag, unit.string)
            item.set(
                "text",
                other.text.map {
                    TextView(tag, view.runs).brief($0.value, source: view.definition?.value)
                })
            var words: String?
            if other.text == nil {
                words =
                    try view.snapshot.model.inheritedText(tag, unit.string)
                    .map { "Inherits from \($0.locale)" } ?? "Missing"
            }
            item.set("words", words)
            return item
        }
    }

    private func about() -> [PageValues] {
        guard let definition = view.definition else { return [] }
        var items: [PageValues] = []
        func add(_ name: String, _ text: String?, href: String? = nil) {
            guard let text, !text.isEmpty else { return }
            var item: PageValues = ["name": name, "text": text]
            item.set("href", href)
            items.append(item)
        }
        add("Asked for in", definition.references.prefix(5).joined(separator: ", "))
        add("Labels", definition.labels.joined(separator: ", "))
        let source = try? view.snapshot.model.unit(view.source, unit.string)
        if let first = source?.events.first {
            let who = first.actor.map { ", \(view.people.name(of: $0))" } ?? ""
            add("Added", PageTime.words(first.at, now: call.now) + who)
        }
        if let url = definition.screenshot?.url,
            url.hasPrefix("https://") || url.hasPrefix("http://")
        {
            add("Screenshot", String(url.split(separator: "/").last ?? "picture"), href: url)
        }
        return items
    }
}
