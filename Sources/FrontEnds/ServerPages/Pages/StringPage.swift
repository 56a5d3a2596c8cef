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
    /// Returns the page of one string in one language, with its proposals, discussion and history.
    ///
    /// `draft` is the content of a refused form, which also determines the status.
    func stringPage(_ string: StringID? = nil, draft: Draft? = nil) async throws -> Response {
        let locale = try locale()
        let argument =
            try string.map { KeyArgument($0.key, section: $0.section) } ?? project.keyArgument()
        let extent = query["history"].flatMap(StringHistory.Extent.init) ?? .newest
        let againstBase = query["against"] == "base"
        let said = try await saidText(argument, in: locale)
        let (content, frame) = try await project.read { snapshot in
            try snapshot.requireLocale(locale)
            let string = try snapshot.string(argument)
            try snapshot.requireString(string)
            let view = try UnitValues(self, snapshot, try snapshot.model.unit(locale, string))
            let page = try StringPage(
                view, draft: draft, history: extent, againstBase: againstBase, said: said)
            var frame = try projectFrame(
                "string", title: title(string.key, view.languageName),
                crumbs: [
                    .init(label: view.languageName, href: path(locale)), .init(label: string.key),
                ], tab: .languages, locale: locale, in: snapshot)
            if try snapshot.roles().isFrozen(locale) {
                frame.banners.append(.frozen(locale, wording))
            }
            if let draft { frame.banners.append(draft.banner) }
            return (try page.content(), frame)
        }
        let problem = draft?.problem ?? said?.problem
        return try site.page(content, frame, status: problem?.status ?? .ok)
    }
}

struct StringPage {
    private let view: UnitValues
    private let draft: Draft?
    private let history: StringHistory.Extent
    private let againstBase: Bool
    private let said: SaidText?
    private let rights: UnitRights

    init(
        _ view: UnitValues, draft: Draft?, history: StringHistory.Extent, againstBase: Bool,
        said: SaidText?
    ) throws {
        self.view = view
        self.draft = draft
        self.history = history
        self.againstBase = againstBase
        self.said = said
        rights = try UnitRights(view)
    }

    private var call: PageCall { view.call }
    private var wording: Wording { call.wording }
    private var unit: Unit { view.unit }
    private var path: String { call.path(view.locale) }
    private var isSource: Bool { view.locale == view.source }

    func content() throws -> StringContent {
        let shown = isSource ? view.definition?.value : unit.text?.value
        let findings = try shown.map(findings) ?? []
        let open = unit.proposals.filter { $0.state == .open }.sorted {
            ($1.endorsements, $0.id) < ($0.endorsements, $1.id)
        }
        let cards = ProposalCards(view, rights, draft: draft, againstBase: againstBase)
        let remarks = unit.remarks.compactMap { view.remark($0) }
        return StringContent(
            section: unit.string.section, key: unit.string.key, languageName: view.languageName,
            hidden: call.hidden(), unit: try view.fields(draft), place: try place(),
            states: view.states, managing: managing, conflict: conflict(),
            source: view.sourceCard(former: formerSource), current: shown.map(view.text),
            inherited: shown == nil ? try inherited() : nil,
            credit: try view.credit().map {
                .init(
                    state: unit.text?.isReviewed == true ? "reviewed" : "unreviewed", words: $0)
            },
            origins: isSource || unit.text == nil ? nil : here + "&history=why#history",
            trouble: trouble,
            marking: rights.mayTranslate && unit.text != nil && !isSource
                ? .init(
                    action: path + "/mark",
                    mayVouch: rights.mayReview && unit.text?.isReviewed == false,
                    isFlagging: draft?.isFlag == true,
                    reason: draft?.isFlag == true ? draft?.reason ?? "" : "",
                    draft: view.draftPlace + "/flag") : nil,
            edit: try edit(),
            findings: findings.map { FindingItem($0, wording, mayBlock: false) },
            silencing: rights.mayTranslate ? silencing(findings) : nil,
            openCount: open.isEmpty ? nil : wording.number(open.count),
            comparison: open.contains { cards.base(of: $0) != nil } ? comparison : nil,
            proposals: try open.enumerated().map { try cards.card($1, number: $0 + 1) },
            decided: decided(cards), editor: try editor(), remarks: remarks,
            remarkCount: remarks.isEmpty ? nil : String(remarks.count),
            comments: rights.mayPropose
                ? .init(
                    action: path + "/comment",
                    comment: draft?.proposal == nil ? draft?.comment ?? "" : "",
                    draft: view.draftPlace + "/comment") : nil,
            history: try StringHistory(view, history, rights).content(),
            said: try view.saidForm(said), others: try others(), about: about())
    }

    private var here: String { call.path(UnitID(view.locale, unit.string)) }

    /// The addresses of the forms for the source string, for a maintainer.
    private var managing: StringContent.Managing? {
        guard view.definition != nil, call.may(.admin, in: view.source) else { return nil }
        let edit = call.path("edit", unit.string, in: view.locale)
        return .init(
            edit: edit, rename: call.path("rename", unit.string, in: view.locale),
            remove: call.path("remove", unit.string, in: view.locale),
            editHere: isSource ? edit : nil)
    }

    private var formerSource: Value? {
        guard let text = unit.text, text.isStale else { return nil }
        return text.event.source.flatMap { unit.definitions[$0]?.value }
    }

    /// The number of strings listed before and after this string.
    private static let neighbours = 2

    private func place() throws -> StringContent.Place {
        let model = view.snapshot.model
        guard let place = try model.place(of: unit.string, distance: Self.neighbours) else {
            return .init(words: nil, previous: nil, next: nil, translateHere: nil, neighbours: [])
        }
        let chain = try model.lenders(to: view.locale)
        let entries = try place.neighbours.flatMap { string in
            try model.entries(
                locale: view.locale, chain: chain, filter: EntryFilter(string: string))
        }
        return .init(
            words: wording(
                "walk.placeInWords",
                ["at": wording.number(place.number), "of": wording.number(place.count)]),
            previous: place.previous.map { call.path(UnitID(view.locale, $0)) },
            next: place.next.map { call.path(UnitID(view.locale, $0)) },
            translateHere: isSource || !rights.mayPropose
                ? nil
                : path + "/translate?at=" + PercentEncoding.text(UnitReference.text(unit.string)),
            neighbours: entries.map { entry in
                let shown = isSource ? entry.definition.value : entry.shownValue
                return .init(
                    key: entry.string.key, href: call.path(UnitID(view.locale, entry.string)),
                    current: entry.string == unit.string,
                    text: shown.map { view.view.brief($0, source: entry.definition.value) },
                    words: shown == nil ? wording("states.missing") : nil)
            })
    }

    private func inherited() throws -> StringContent.Inherited? {
        try view.snapshot.model.inheritedText(view.locale, unit.string).map { inherited in
            .init(
                text: TextView(inherited.locale, view.runs).full(
                    inherited.value, source: view.definition?.value),
                from: inherited.locale.rawValue)
        }
    }

    private var trouble: Trouble? {
        guard let text = unit.text else { return nil }
        if text.isFlagged {
            let reason = unit.events.reversed().lazy.compactMap { event -> String? in
                guard case .translationFlagged(let flagged, let reason) = event.payload,
                    flagged == text.id
                else { return nil }
                return reason
            }.first
            return Trouble(
                icon: "flagged",
                words: reason.map { wording("text.flagged", ["reason": $0]) }
                    ?? wording("text.needsWork"))
        }
        return text.isStale
            ? Trouble(icon: "stale", words: wording("text.sourceChanged"))
            : nil
    }

    private func silencing(_ findings: [Finding]) -> StringContent.Silencing {
        var seen: Set<String> = []
        return .init(
            action: path + "/silence",
            checks: findings.map(\.check).filter { seen.insert($0).inserted })
    }

    /// Returns the findings for the current text, and the last known findings of checks that
    /// compare a language's texts.
    private func findings(of text: Value) throws -> [Finding] {
        let across = Set(CheckInfo.all.filter { $0.scope == .language }.map(\.name))
        let known = try view.snapshot.model.findings(view.locale, unit.string) ?? []
        return try view.snapshot.findings(of: text, in: unit)
            + known.filter { across.contains($0.check) }
    }

    private func conflict() -> StringContent.Conflict? {
        let heads = unit.register.heads
        guard heads.count > 1 else { return nil }
        let sides = heads.compactMap { unit[$0] }.map { event in
            StringContent.Side(
                who: Marks.name(event.actor, guid: event.payload.guid, by: view.people),
                when: TimeMark(event.at, now: call.now, wording),
                text: event.payload.text.map { view.text($0) }, event: event.id.description,
                keepAction: rights.mayTranslate ? path + "/keep" : nil)
        }
        return .init(sides: sides)
    }

    private var comparison: StringContent.Comparison {
        .init(against: [
            .init(label: wording("text.againstCurrent"), href: here, current: !againstBase),
            .init(
                label: wording("text.againstBase"), href: here + "&against=base",
                current: againstBase),
        ])
    }

    private func decided(_ cards: ProposalCards) -> StringContent.DecidedList? {
        let decided = unit.proposals.filter { $0.state != .open }.reversed()
        if decided.isEmpty { return nil }
        return .init(count: String(decided.count), proposals: decided.map { cards.decided($0) })
    }

    /// Returns the form for a new text, or nil if the sender may not propose or there is no field
    /// to edit.
    ///
    /// There is no form for the source language, and no field for values that pages cannot edit.
    private func editor() throws -> StringContent.Editor? {
        guard rights.mayPropose, !isSource, view.definition != nil else { return nil }
        // A text that was typed for a proposal can be proposed after someone decided on it.
        let isDecided = draft?.proposal.flatMap { unit.proposal($0) }.map { $0.state != .open }
        let isMine = draft != nil && draft?.isEdit == false && isDecided ?? true
        let fields = view.fields(
            nil, typed: isMine ? draft?.texts : nil, prefix: "new",
            label: wording("translate.text"),
            findings: isMine ? try typedFindings() : [])
        guard !fields.isEmpty else { return nil }
        return .init(
            title: unit.text == nil ? wording("text.proposeText") : wording("text.proposeAnother"),
            proposeAction: path + "/propose", setAction: path + "/set",
            checkAction: path + "/check", fields: fields, chips: view.chips,
            limit: view.limit(nil), maySet: rights.maySet,
            mayForce: isMine && draft?.mayForce == true,
            why: rights.mayTranslate && !rights.maySet ? rights.whyNotSet : nil,
            note: isMine ? draft?.note ?? "" : "",
            hasNote: isMine && draft?.note?.isEmpty == false, draft: view.draftPlace)
    }

    /// Returns the form that opens with the current text, or nil if there is no text of its own or
    /// the sender may not propose.
    ///
    /// It sets the text if the sender may do that, and otherwise proposes it.
    private func edit() throws -> StringContent.Edit? {
        guard rights.mayPropose, !isSource, let text = unit.text else { return nil }
        let isOpen = draft?.isEdit == true
        let fields = view.fields(
            text.value, typed: isOpen ? draft?.texts : nil, prefix: "edit",
            label: wording("translate.text"),
            findings: isOpen ? try typedFindings() : [], draft: "/edit")
        guard !fields.isEmpty else { return nil }
        return .init(
            action: path + (rights.maySet ? "/set" : "/propose"), isOpen: isOpen, fields: fields,
            chips: view.chips, limit: view.limit(text.value),
            word: rights.maySet ? wording("text.setText") : wording("review.propose"),
            proposeAction: rights.maySet ? path + "/propose" : nil,
            mayForce: isOpen && draft?.mayForce == true && rights.maySet,
            why: rights.mayTranslate && !rights.maySet ? rights.whyNotSet : nil)
    }

    /// Returns the findings for the text in a refused form.
    private func typedFindings() throws -> [Finding] {
        guard let draft, let definition = view.definition,
            let forms = TextForms(of: definition.value, in: view.locale),
            let value = draft.value(forms)
        else { return [] }
        return try view.snapshot.findings(of: value, in: unit)
    }

    private func others() throws -> [StringContent.Other] {
        let reads = Preferences(call.context).reads
        var locales = try view.snapshot.locales().filter { $0 != view.locale && $0 != view.source }
        locales.sort {
            let a = reads.firstIndex(of: $0.rawValue) ?? .max
            let b = reads.firstIndex(of: $1.rawValue) ?? .max
            return (a, $0.rawValue) < (b, $1.rawValue)
        }
        return try locales.prefix(12).map { tag in
            let text = try view.snapshot.model.unit(tag, unit.string).text
            let lender =
                try text == nil ? view.snapshot.model.inheritedText(tag, unit.string) : nil
            return .init(
                tag: tag.rawValue, href: call.path(UnitID(tag, unit.string)),
                text: text.map {
                    TextView(tag, view.runs).brief($0.value, source: view.definition?.value)
                },
                words: text != nil
                    ? nil
                    : lender.map {
                        wording("text.inheritsFrom", ["language": $0.locale.rawValue])
                    } ?? wording("states.missing"))
        }
    }

    private func about() -> [StringContent.Fact] {
        guard let definition = view.definition else { return [] }
        var items: [StringContent.Fact] = []
        func add(_ name: String, _ text: String?, href: String? = nil) {
            guard let text, !text.isEmpty else { return }
            items.append(.init(name: name, text: text, href: href))
        }
        add(wording("text.usedIn"), definition.references.prefix(5).joined(separator: ", "))
        add(wording("text.labels"), definition.labels.joined(separator: ", "))
        let source = try? view.snapshot.model.unit(view.source, unit.string)
        if let first = source?.events.first {
            let who = first.actor.map { view.people.name(of: $0) }
            add(
                wording("text.added"),
                wording.commas(
                    [wording.time(first.at, now: call.now), who].compactMap(\.self)))
        }
        if let url = definition.screenshot?.url,
            url.hasPrefix("https://") || url.hasPrefix("http://")
        {
            add(
                wording("text.screenshot"), String(url.split(separator: "/").last ?? "picture"),
                href: url)
        } else if definition.screenshot != nil,
            (try? view.snapshot.hasPicture(of: definition)) != true
        {
            add(wording("text.screenshot"), wording("text.noPicture"))
        }
        return items
    }
}
