import Languages
import ReadModel
import Texts
import Translation
import Workspace

/// A story as people read it: what it is about, then a line for each event, and what it says.
struct StoryText {
    private let story: Story
    private let project: Project
    private let style: Style
    private let people: People

    init(_ story: Story, _ project: Project, _ style: Style, _ names: BoundNames) {
        people = People(names, among: story.steps.compactMap(\.event.actor))
        self.story = story
        self.project = project
        self.style = style
    }

    var text: String {
        let head = story.proposal.map(lines) ?? eventHead
        return (head + aliasLines + [""] + story.steps.flatMap(lines)).map { $0 + "\n" }.joined()
    }

    // MARK: What it is about

    private func lines(_ row: ProposalRow) -> [String] {
        let title = Visible.escaping(row.string.spelled(in: project))
        let isOpen = row.state == .open
        var lines = [
            "\(style.bold("proposal")) \(row.id) \(row.locale) \(title)",
            "state:    \(row.state.rawValue)\(isOpen && row.isOutdated ? ", outdated" : "")",
        ]
        if let source = story.source { lines.append("source:   \(shown(source))") }
        if let current = row.current { lines.append("current:  \(shown(current))") }
        let proposed =
            isOpen
            ? row.current.map { ValueText.difference(from: $0, to: row.value, style: style) }
                ?? shown(row.value) : shown(row.value)
        return lines + ["proposed: \(proposed)"]
    }

    private var aliasLines: [String] {
        [
            story.asked.map { "asked:    \($0), an alias: \(story.event.id) counts in its place" },
            story.aliases.isEmpty
                ? nil
                : "aliases:  " + story.aliases.map(\.description).joined(separator: ", "),
        ].compactMap(\.self)
    }

    private var eventHead: [String] {
        let event = story.event
        var lines = [
            "\(style.bold("event")) \(event.id) \(EventLine(event, project, style, people).headline)"
        ]
        switch story.standing {
        case .counts?: lines.append("state:    \(style.green("counts"))")
        case .loses?: lines.append("state:    \(style.red("loses")): `dragoman conflicts` lists it")
        case .replaced?: lines.append("state:    replaced")
        case .undone(let undoer)?:
            lines.append("state:    \(style.red("taken back")) by \(undoer)")
        case nil: break
        }
        return lines
    }

    // MARK: What happened

    private func lines(_ step: StoryStep) -> [String] {
        let event = step.event
        let isSubject = event.id == story.event.id
        let phrase = isSubject ? style.bold(phrase(step)) : phrase(step)
        let undone = step.undoneBy.map { style.red(", taken back by \($0)") } ?? ""
        return [
            "\(style.yellow(event.id.description)) \(style.dim(EventTime(event).text)) \(event.who(people)) \(phrase)\(undone)"
        ] + details(step).map { "    \($0)" }
    }

    private func phrase(_ step: StoryStep) -> String {
        switch step.role {
        case .before, .subject: plainPhrase(step.event)
        case .proposed: "proposed"
        case .proposedEarlier: "had proposed before"
        case .replaced: "proposed another text instead"
        case .accepted: "accepted"
        case .acceptedEdited: "accepted with another text"
        case .closed: "accepted an equal proposal"
        case .rejected: "rejected"
        case .deleted:
            step.event.payload.guid == nil ? "removed the proposal" : "took the proposal back"
        case .reopened: "reopened"
        case .endorsed: "agreed"
        case .commented: "commented"
        case .vouched: "vouched for the text"
        case .flagged: "flagged the text"
        case .superseded: supersedes(step.event)
        case .removed: "took the text out"
        case .restored: "brought the text back"
        case .copied: "took the text over to \(place(step.event))"
        case .undone: "took back (\(Visible.escaping(step.event.payload.typeName)))"
        }
    }

    private func supersedes(_ event: Event) -> String {
        switch event.payload {
        case .proposalAccepted: "accepted another text"
        case .translationSet: "set another text"
        case .stringDefined: "defined the string anew"
        default: plainPhrase(event)
        }
    }

    private func plainPhrase(_ event: Event) -> String {
        switch event.payload {
        case .localeAdded: "added the language"
        case .localeRemoved: "removed the language"
        case .stringDefined: "defined the string"
        case .stringRemoved: "removed the string"
        case .translationSet: "set the text"
        case .translationRemoved: "took the text out"
        case .proposalAccepted: "accepted"
        case .proposalMade: "proposed"
        case .settingChanged: "changed the setting"
        case .resourceDefined: "described the file"
        case .fileRead: "read the file"
        case .commentAdded: "commented"
        default: Visible.escaping(event.payload.typeName)
        }
    }

    private func place(_ event: Event) -> String {
        let string = event.string(in: project).map { Visible.escaping($0.spelled(in: project)) }
        return [event.locale.rawValue, string].compactMap(\.self).joined(separator: " ")
    }

    private func details(_ step: StoryStep) -> [String] {
        let event = step.event
        let value: Value? =
            if case .proposalMade(let proposed) = event.payload { proposed.value } else {
                event.payload.text
            }
        var details: [String] = []
        if let value {
            let shown =
                step.before.map { ValueText.difference(from: $0, to: value, style: style) }
                ?? shown(value)
            details.append(shown)
        } else if let before = step.before, event.payload.text == nil, step.role == .removed {
            details.append(style.removed(shown(before)))
        }
        switch event.payload {
        case .proposalMade(let proposed):
            if let note = proposed.note { details.append("note: \(Visible.escaping(note))") }
            if case .human = proposed.origin {
            } else {
                details.append("origin: \(Visible.escaping(proposed.origin.description))")
            }
        case .commentAdded(_, let text, _): details.append(Visible.escaping(text))
        case .localeAdded, .settingChanged, .resourceDefined, .fileRead, .checkSilenced:
            details += EventLine(event, project, style, people).details
        default:
            if let reason = event.reasonText { details.append(Visible.escaping(reason)) }
        }
        return details
    }

    private func shown(_ value: Value) -> String { Visible.escaping(ValueText.inline(value)) }
}
