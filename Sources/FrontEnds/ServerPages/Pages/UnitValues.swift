import Checks
import Languages
import ReadModel
import Server
import Texts
import Translation
import Workspace

/// What pages about one string in one language have in common.
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
    var english: String { LanguageName.english(locale.rawValue) }
    /// The view of texts of the language.
    var view: TextView { TextView(locale, runs) }
    /// The view of source texts.
    var sourceView: TextView { TextView(source, runs) }

    /// A text of the language.
    func text(_ value: Value) -> PageValues { view.values(value, source: definition?.value) }

    /// The source, its comment, its limit, its placeholders.
    func sourceCard(former: Value? = nil) -> PageValues {
        var values: PageValues = ["sourceLanguage": LanguageName.english(source.rawValue)]
        guard let definition else {
            values["source"] = false
            values["former"] = false
            values["comment"] = false
            values["facts"] = [PageValues]()
            values["hasFacts"] = false
            return values
        }
        values["source"] = sourceView.values(definition.value, source: nil)
        values.set(
            "former",
            former.map { sourceView.difference(from: $0, to: definition.value, source: nil) })
        values.set("comment", definition.comment)
        var facts: [PageValues] = []
        if let limit = definition.maximumLength {
            let length = unit.text.map { ", the text has \(limit.longest(in: $0.value))" } ?? ""
            facts.append([
                "name": "Limit", "isCode": false,
                "text": "\(limit.count) \(limit.unitName)\(length)",
            ])
        }
        values["facts"] = facts
        values["hasFacts"] = !facts.isEmpty
        return values
    }

    /// The pills of the unit's state.
    var states: [PageValues] {
        var pills: [PageValues] = []
        if unit.register.heads.count > 1 {
            pills.append(Marks.pill("conflict", "Conflict", .bad))
        }
        if let text = unit.text {
            if text.isFlagged {
                pills.append(Marks.pill("flagged", "Flagged", .warn))
            } else if text.isStale {
                pills.append(Marks.pill("stale", "Stale", .warn))
            } else if text.isReviewed {
                pills.append(Marks.pill("reviewed", "Reviewed", .ok))
            } else {
                pills.append(Marks.pill("unreviewed", "Not reviewed", .plain))
            }
        } else if locale != source {
            pills.append(Marks.pill("missing", "Missing", .dashed))
        }
        let open = unit.proposals.count { $0.state == .open }
        if open > 0 {
            pills.append(Marks.pill(nil, counted(open, "open proposal"), .accent))
        }
        return pills
    }

    /// `Proposed by Inès Marchand, accepted by Paul Okafor on 3 November`.
    var credit: String? {
        guard let text = unit.text else { return nil }
        let when = PageTime.words(text.event.at, now: call.now)
        let author = text.author.map(people.name)
        switch (author, text.reviewer.map(people.name)) {
        case (let author?, let reviewer?) where author != reviewer:
            return "By \(author), reviewed by \(reviewer), \(when)"
        case (let author?, _): return "By \(author), \(when)"
        case (nil, let reviewer?): return "Reviewed by \(reviewer), \(when)"
        case (nil, nil):
            return text.event.payload.guid.map {
                "By \(Marks.name(nil, guid: $0, by: people)), \(when)"
            }
                ?? "Set \(when)"
        }
    }

    /// The fields of a form for the text.
    ///
    /// `typed` is what was typed before, by field; `prefix` keeps the ids of several forms apart.
    func fields(
        _ value: Value?, typed: [String: String]? = nil, prefix: String, label: String,
        findings: [Finding] = [], autofocus: Bool = false, draft: Bool = true
    ) -> [PageValues] {
        guard let definition, let forms = TextForms(of: definition.value, in: locale) else {
            return []
        }
        let tag = locale.rawValue
        var isFirstEmpty = autofocus
        let placeholders = placeholders
        return forms.forms.map { form in
            let text =
                typed?[form.fieldName] ?? value.flatMap { forms.ownText(of: $0, for: form) } ?? ""
            var values: PageValues = [
                "id": "\(prefix)-\(form.fieldName)", "label": label, "fieldName": form.fieldName,
                "lang": tag, "dir": TextView.direction(of: locale),
                "class": TextView.scriptClass(of: locale), "text": text,
                "rows": String(
                    max(1, min(8, text.utf8.count / 60 + text.count { $0 == "\n" } + 1))),
                "autofocus": isFirstEmpty && text.isEmpty,
                "check": call.path(locale) + "/check",
                "findings": findings.filter {
                    ($0.path.last ?? "").hasSameBytes(as: form.name ?? "")
                }.map(Marks.finding),
            ]
            if isFirstEmpty, text.isEmpty { isFirstEmpty = false }
            // A field cannot keep tags together among letters that run from right to left: a line below shows how it reads.
            values.set(
                "reads",
                TextView.direction(of: locale) == "rtl" && !placeholders.isEmpty
                    ? self.text(Value(text)) : nil)
            values.set("name", form.name)
            values.set("numbers", form.numbers)
            values.set(
                "draft",
                draft
                    ? "\(call.name)/\(tag)/\(unit.string.section)/\(unit.string.key)/\(form.fieldName)"
                    : nil)
            return values
        }
    }

    /// The placeholders and tags of the source, in its order, each once.
    var placeholders: [String] {
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

    /// The values of the limit of the text, or nil without one.
    func limit(_ value: Value?) -> PageValues? {
        guard let limit = definition?.maximumLength else { return nil }
        return [
            "max": String(limit.count), "unit": limit.unit.rawValue,
            "length": String(value.map { limit.longest(in: $0) } ?? 0),
        ]
    }

    /// The tag of the unit, which a form sends back.
    func tag(_ proposal: EventID? = nil) throws -> String {
        try UnitTag(of: unit, proposal: proposal).description
    }

    /// The event of the text that is shown, so that a page can say later what was seen.
    var seen: String { unit.text?.id.description ?? "" }

    /// A remark.
    func remark(_ event: Event) -> PageValues? {
        guard case .commentAdded(let about, let words, let guid) = event.payload else { return nil }
        var values: PageValues = [
            "person": Marks.person(event.actor, guid: guid, by: people),
            "who": Marks.name(event.actor, guid: guid, by: people),
            "when": Marks.when(event.at, now: call.now), "words": words,
        ]
        values.set("about", about.map(Marks.short))
        return values
    }

    /// The pills of a proposal: where it is from, whether it is outdated.
    func pills(_ proposal: Proposal) -> [PageValues] {
        var pills: [PageValues] = []
        let origin = proposal.proposed.origin.description
        if origin.hasPrefix("machine") {
            let name = origin.split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init)
            pills.append(Marks.pill("machine", name.map { "Machine: \($0)" } ?? "Machine", .info))
        } else if origin.hasPrefix("memory") {
            pills.append(Marks.pill("memory", "Memory", .info))
        } else if origin != Origin.human.description {
            pills.append(Marks.pill("app", origin, .info))
        } else if proposal.proposer == nil {
            pills.append(Marks.pill("app", "From the app", .info))
        }
        if proposal.isOutdated { pills.append(Marks.pill("outdated", "Outdated", .warn)) }
        return pills
    }

    /// The kinds of reasons for a rejection.
    static let reasons: [PageValues] = ReasonCode.known.enumerated().map { index, code in
        ["code": code, "number": String(index + 1)]
    }
}

extension Definition.Limit {
    /// The unit in words.
    var unitName: String {
        switch unit {
        case .width: "columns"
        case .grapheme: "characters"
        case .utf16: "UTF-16 units"
        case .byte: "bytes"
        }
    }

    /// The length of the longest text of a value, in the limit's unit.
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
