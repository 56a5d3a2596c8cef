import Checks
import Languages
import ReadModel
import Server
import Texts
import Translation
import Walks
import Workspace

/// The values shared by all pages about one string in one language.
struct UnitValues {
    let call: PageCall
    let snapshot: Snapshot
    let unit: Unit
    let runs: TextRuns
    let people: People

    init(_ call: PageCall, _ snapshot: Snapshot, _ unit: Unit) throws {
        self.call = call
        self.snapshot = snapshot
        self.unit = unit
        runs = TextRuns(
            showsAll: Preferences(call.context).showsAll,
            notations: try snapshot.placeholderNotations(
                of: unit.definitions.currentDefinition))
        people = try call.people(in: snapshot)
    }

    var locale: LanguageTag { unit.locale }
    var source: LanguageTag { snapshot.project.source }
    var definition: Definition? { unit.definitions.currentDefinition }
    private var wording: Wording { call.wording }
    var languageName: String { wording.language(locale) }
    var view: TextView { TextView(locale, runs) }
    var sourceView: TextView { TextView(source, runs) }

    /// Returns a text in the language, as shown on pages.
    func text(_ value: Value) -> ShownText { view.full(value, source: definition?.value) }

    /// Returns the form fields for the string and the state of its text.
    ///
    /// A form that was not carried out keeps the state that its sender saw, so that it does not
    /// replace a text that was set meanwhile.
    func fields(_ draft: Draft? = nil) throws -> UnitFields {
        let kept = draft?.proposal == nil ? draft : nil
        return UnitFields(
            section: unit.string.section, key: unit.string.key, tag: try kept?.tag ?? tag(),
            seen: kept?.seen ?? seen)
    }

    /// Returns the form fields for a proposal and the state of the text, or the state that the
    /// sender of a form about this proposal saw.
    func fields(of proposal: Proposal, _ draft: Draft? = nil) throws -> ProposalFields {
        let kept = draft?.proposal == proposal.id ? draft : nil
        return ProposalFields(
            proposal: proposal.id.description, tag: try kept?.tag ?? tag(proposal.id),
            seen: kept?.seen ?? seen)
    }

    /// Returns the card with the source text, its comment and its limit.
    func sourceCard(former: Value? = nil) -> SourceCard {
        var facts: [SourceCard.Fact] = []
        if let limit = definition?.maximumLength {
            let length =
                unit.text.map { wording("source.length", count: limit.longest(in: $0.value)) } ?? ""
            facts.append(.init(name: wording("review.limit"), text: wording.limit(limit) + length))
        }
        return SourceCard(
            sourceLanguage: wording.language(source),
            source: definition.map { sourceView.full($0.value, source: nil) },
            former: definition.flatMap { definition in
                former.map { sourceView.difference(from: $0, to: definition.value, source: nil) }
            }, comment: definition?.comment,
            picture: call.picture(of: definition, in: snapshot), facts: facts)
    }

    /// The pills that show the unit's state.
    var states: [Pill] {
        var pills: [Pill] = []
        if unit.register.heads.count > 1 {
            pills.append(Pill("conflict", wording("states.conflict"), .bad))
        }
        if let text = unit.text {
            if text.isFlagged {
                pills.append(Pill("flagged", wording("states.flagged"), .warn))
            } else if text.isStale {
                pills.append(Pill("stale", wording("states.stale"), .warn))
            } else if text.isReviewed {
                pills.append(Pill("reviewed", wording("states.reviewed"), .ok))
            } else {
                pills.append(Pill("unreviewed", wording("states.unreviewed"), .plain))
            }
        } else if locale != source {
            pills.append(Pill("missing", wording("states.missing"), .dashed))
        }
        let open = unit.proposals.count { $0.state == .open }
        if open > 0 {
            pills.append(Pill(nil, wording("counts.openProposals", count: open), .accent))
        }
        return pills
    }

    /// The authors of the text, such as `By Inès Marchand, reviewed by Paul Okafor, 3 November`.
    ///
    /// Cost: reads the events that the text copies.
    func credit() throws -> String? {
        guard let text = unit.text else { return nil }
        let when = wording.time(text.event.at, now: call.now)
        let tester = try snapshot.origin(of: text.event).tester
        let author = people.name(of: tester == nil ? text.author : nil, or: tester)
        switch (author, text.reviewer.map(people.name)) {
        case (let author?, let reviewer?) where author != reviewer:
            return wording(
                "text.byAndReviewed", ["author": author, "reviewer": reviewer, "when": when])
        case (let author?, _): return wording("text.by", ["author": author, "when": when])
        case (nil, let reviewer?):
            return wording("text.reviewedBy", ["reviewer": reviewer, "when": when])
        case (nil, nil):
            return text.event.payload.guid.map {
                wording(
                    "text.by", ["author": Marks.name(nil, guid: $0, by: people), "when": when])
            } ?? wording("text.set", ["when": when])
        }
    }

    /// Returns the form fields for the text.
    ///
    /// `typed` is the previously typed text, by field. `prefix` distinguishes the ids of several
    /// forms, and `draft` the texts that the browser stores for them.
    func fields(
        _ value: Value?, typed: [String: String]? = nil, prefix: String, label: String,
        findings: [Finding] = [], autofocus: Bool = false, draft: String = ""
    ) -> [TextField] {
        guard let definition, let forms = TextForms(of: definition.value, in: locale) else {
            return []
        }
        let tag = locale.rawValue
        let direction = TextView.direction(of: locale)
        // A text field cannot keep a tag together within right-to-left text, so a line below the
        // field shows how the text reads.
        let showsReading = direction == "rtl" && !placeholders.isEmpty
        let place = draftPlace + draft
        var needsFocus = autofocus
        return forms.forms.map { form in
            let text =
                typed?[form.fieldName] ?? value.flatMap { forms.ownText(of: $0, for: form) } ?? ""
            let hasFocus = needsFocus && text.isEmpty
            if hasFocus { needsFocus = false }
            return TextField(
                id: "\(prefix)-\(form.fieldName)", label: label, name: form.name,
                numbers: form.numbers, fieldName: form.fieldName, lang: tag, dir: direction,
                script: TextView.scriptClass(of: locale),
                rows: String(max(1, min(8, text.utf8.count / 60 + text.count { $0 == "\n" } + 1))),
                autofocus: hasFocus, draft: place,
                check: call.path(locale) + "/check", text: text,
                findings: findings.filter {
                    ($0.path.last ?? "").hasSameBytes(as: form.name ?? "")
                }.map { FindingItem($0, wording) },
                reads: showsReading
                    ? .init(segments: self.text(Value(text)).forms.flatMap(\.segments)) : nil)
        }
    }

    /// The beginning of the keys under which the browser stores what was typed about the text.
    var draftPlace: String {
        "\(call.name)/\(locale.rawValue)/\(unit.string.section)/\(unit.string.key)"
    }

    /// The buttons for the placeholders in the source.
    var chips: PlaceholderChips { PlaceholderChips(placeholders: placeholders) }

    /// The distinct placeholders and tags in the source, in order.
    private var placeholders: [String] {
        guard let definition else { return [] }
        var seen: Set<String> = []
        return definition.value.texts.flatMap { _, text in
            ProtectedPart.parts(of: text, source: text, notations: runs.notations).map { part in
                let utf8 = text.utf8
                let start = utf8.index(utf8.startIndex, offsetBy: part.range.lowerBound)
                let end = utf8.index(start, offsetBy: part.range.count)
                return String(text[start..<end])
            }
        }.filter { seen.insert($0).inserted }
    }

    /// Returns the limit on the text, or nil if there is none.
    func limit(_ value: Value?) -> LengthLimit? {
        guard let limit = definition?.maximumLength else { return nil }
        return LengthLimit(
            max: String(limit.count), unit: limit.unit.rawValue,
            length: String(value.map { limit.longest(in: $0) } ?? 0))
    }

    /// Returns the unit's tag, which a form sends back.
    func tag(_ proposal: EventID? = nil) throws -> String {
        try UnitTag(of: unit, proposal: proposal).description
    }

    /// The id of the shown text's event, so that a later page can show the same text.
    var seen: String { unit.text?.id.description ?? "" }

    func remark(_ event: Event) -> Remark? {
        guard case .commentAdded(let about, let words, let guid) = event.payload else { return nil }
        return Remark(
            person: PersonMark(event.actor, guid: guid, by: people),
            who: Marks.name(event.actor, guid: guid, by: people),
            when: TimeMark(event.at, now: call.now, wording), about: about.map(Marks.short),
            words: words)
    }

    /// Returns the pills for a proposal: its origin, and whether it is outdated.
    func pills(_ proposal: Proposal) -> [Pill] {
        var pills: [Pill] = []
        let origin = proposal.proposed.origin.description
        if origin.hasPrefix("machine") {
            let name = origin.split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init)
            pills.append(
                Pill(
                    "machine",
                    name.map { wording("origins.machine", ["name": $0]) }
                        ?? wording("origins.someMachine"), .info))
        } else if origin.hasPrefix("memory") {
            pills.append(Pill("memory", wording("origins.memory"), .info))
        } else if origin != Origin.human.description {
            pills.append(Pill("app", origin, .info))
        } else if proposal.proposer == nil {
            pills.append(Pill("app", wording("origins.app"), .info))
        }
        if proposal.isOutdated { pills.append(Pill("outdated", wording("review.outdated"), .warn)) }
        return pills
    }

    /// Returns the author of a proposal.
    func maker(_ proposal: Proposal) -> String {
        Marks.name(proposal.proposer, guid: proposal.proposed.guid, by: people)
    }

    /// Returns the author of a proposal, with an avatar.
    func person(_ proposal: Proposal) -> PersonMark {
        PersonMark(proposal.proposer, guid: proposal.proposed.guid, by: people)
    }

    func rejection(of proposal: Proposal, _ draft: Draft? = nil) -> RejectFields {
        let typed = draft?.proposal == proposal.id ? draft : nil
        return RejectFields(
            id: proposal.id.description, maker: maker(proposal),
            reasons: RejectionKind.all(wording, choosing: typed?.code), reason: typed?.reason ?? "",
            draft: "\(draftPlace)/reject-\(proposal.id)")
    }
}

extension Definition.Limit {
    /// Returns the length of the longest text in a value, in the limit's unit.
    func longest(in value: Value) -> Int {
        value.texts.map { length(of: $0.text) }.max() ?? 0
    }

    private func length(of text: String) -> Int {
        switch unit {
        case .width: DisplayWidth.columns(of: text)
        case .grapheme: text.count
        case .utf16: text.utf16.count
        case .byte: text.utf8.count
        }
    }
}

extension Definition.Limit.Unit {
    /// The name of the unit, for a list of units.
    var name: TextKey {
        switch self {
        case .width: "limits.width"
        case .grapheme: "limits.grapheme"
        case .utf16: "limits.utf16"
        case .byte: "limits.byte"
        }
    }
}

extension Wording {
    /// Returns a limit with its unit, such as `60 characters`.
    func limit(_ limit: Definition.Limit) -> String {
        let count = Int(clamping: limit.count)
        return switch limit.unit {
        case .width: self("limits.widthCount", count: count)
        case .grapheme: self("limits.graphemeCount", count: count)
        case .utf16: self("limits.utf16Count", count: count)
        case .byte: self("limits.byteCount", count: count)
        }
    }
}
