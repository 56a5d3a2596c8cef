import Languages
import Memory
import Texts
import Translation
import Walks
import Workspace

/// The screen that shows a proposal to a reviewer.
struct ReviewScreen {
    let item: ReviewItem
    let remembered: [MemoryMatch]
    let plan: WalkPlan
    let project: Project
    let now: Int64
    let style: Style
    let people: People

    private var proposal: Proposal { item.proposal }
    private var unit: Unit { item.unit }

    func text(columns: Int) -> String {
        var screen = Screen(UnitTitle(unit.locale, unit.string, in: project).text)
        addTexts(to: &screen)
        addMaker(to: &screen)
        addDoubts(to: &screen)
        addTalk(to: &screen)
        addPlan(to: &screen)
        return screen.text(columns: columns, style: style)
    }

    private func addTexts(to screen: inout Screen) {
        let proposed = proposal.proposed.value
        if unit.locale != project.source {
            SourceFields(definition: item.definition, former: item.formerSource, style: style)
                .add(to: &screen)
            if item.definition == nil {
                screen.add(
                    "Source", "The string does not exist yet. Accepting defines it.", .yellow)
            }
        }
        let accepted = plan.accepted(among: unit.proposals)
        let rival = accepted.flatMap { $0.proposal.id == proposal.id ? nil : $0.value }
        if let current = item.current {
            screen.add("Current", ValueLines.lines(current.value))
        } else if let inherited = item.inherited {
            screen.add("From \(inherited.locale)", ValueLines.lines(inherited.value))
        } else {
            screen.add("Current", "none", .dim)
        }
        if let rival { screen.add("Accepted", ValueLines.lines(rival, .green)) }
        let before = rival ?? item.current?.value ?? item.inherited?.value
        screen.add(
            "Proposed",
            before.map { ValueLines.difference(from: $0, to: proposed, style: style) }
                ?? ValueLines.lines(proposed, .green))
        if let former = item.formerText {
            screen.add("Before", ValueLines.lines(former, .dim))
        }
        screen.add(remembered: remembered)
    }

    private func addMaker(to screen: inout Screen) {
        screen.add("Note", proposal.proposed.note)
        let who = Self.maker(of: proposal, people)
        let when = RelativeTime.text(proposal.event.at, now: now)
        screen.add("By", "\(who), \(when)")
        if proposal.proposed.origin.description != Origin.human.description {
            screen.add("Origin", proposal.proposed.origin.description, .yellow)
        }
        if proposal.endorsements > 0 {
            screen.add("Endorsed", counted(proposal.endorsements, "time"))
        }
    }

    private func addDoubts(to screen: inout Screen) {
        if proposal.isOutdated {
            let changed = [
                item.formerSource == nil ? nil : "the source text",
                item.current.map { $0.id != proposal.event.base } ?? (proposal.event.base != nil)
                    ? "the text" : nil,
            ].compactMap(\.self)
            let what = changed.isEmpty ? "the string" : changed.joined(separator: " and ")
            let verb = changed.count > 1 ? "have" : "has"
            screen.add("Outdated", "\(what) \(verb) changed since the proposal was made", .yellow)
        }
        screen.add(
            "Checks",
            item.findings.map {
                PaintedText(Walker.sentence($0), $0.severity == .error ? .red : .yellow)
            })
    }

    private func addTalk(to screen: inout Screen) {
        screen.add(comments: item.comments, now: now, people)
        screen.add("Others", proposals: item.rivals, people)
    }

    private func addPlan(to screen: inout Screen) {
        let subject = WalkSubject.proposal(proposal.id)
        screen.add("You said", plan.comments(on: subject).map { PaintedText($0) })
        if case .value(let value)? = plan.draft(on: subject) {
            screen.add("Edited", ValueLines.lines(value, .yellow))
        }
        guard let step = plan.decision(on: subject) else { return }
        switch step.action {
        case .accept(let value, let isForced, let rejectsOthers):
            let words = [
                "accepted", value == nil ? nil : "edited", isForced ? "forced" : nil,
                rejectsOthers ? "others rejected" : nil,
            ]
            screen.add("Decided", words.compactMap(\.self).joined(separator: ", "), .green)
            if let value { screen.add("As", ValueLines.lines(value, .green)) }
        case .reject(let code, let reason):
            let why = [code?.rawValue, reason].compactMap(\.self).joined(separator: ": ")
            screen.add("Decided", "rejected" + (why.isEmpty ? "" : ", \(why)"), .red)
        case .set, .propose, .comment: break
        }
    }

    /// Returns the name of a proposal's author, a person or a tester.
    static func maker(of proposal: Proposal, _ people: People) -> String {
        proposal.proposer.map(people.name) ?? proposal.proposed.guid.displayName
    }
}

/// The title of a screen: the key, and the language with its name.
struct UnitTitle {
    private let locale: LanguageTag
    private let key: String
    private let position: String

    /// Creates a title; `position` is the progress of the walk, unless a question shows it.
    init(
        _ locale: LanguageTag, _ string: StringID, in project: Project, position: String = ""
    ) {
        self.locale = locale
        self.position = position.isEmpty ? "" : position + " "
        key = string.spelled(in: project)
    }

    var text: PaintedText {
        let name = LanguageName.english(locale.rawValue)
        let direction =
            WritingDirection.direction(of: locale.rawValue) == .rightToLeft
            ? ", right to left" : ""
        return PaintedText([
            .init(position, .dim), .init(locale.rawValue, .bold),
            .init(" \(Visible.escaping(name))\(direction)  ", .dim),
            .init(Visible.escaping(key), .bold),
        ])
    }
}

/// The fields of a screen about the source string.
struct SourceFields {
    let definition: Definition?
    let former: Value?
    let style: Style

    func add(to screen: inout Screen) {
        guard let definition else { return }
        if let former {
            screen.add(
                "Source", ValueLines.difference(from: former, to: definition.value, style: style))
        } else {
            screen.add("Source", ValueLines.lines(definition.value))
        }
        screen.add("Comment", definition.comment)
        if let limit = definition.maximumLength {
            screen.add("Limit", "\(limit.count) \(Self.name(of: limit.unit))")
        }
    }

    static func name(of unit: Definition.Limit.Unit) -> String {
        switch unit {
        case .width: "columns"
        case .grapheme: "characters"
        case .utf16: "UTF-16 units"
        case .byte: "bytes"
        }
    }
}
