import Languages
import ReadModel
import Texts
import Translation
import Words
import Workspace

/// A history for display: its subject, and for each event a line and its contents.
struct StoryText {
    private let story: Story
    private let project: Project
    private let style: Style
    private let people: People
    private let releases: ReleaseNames

    init(
        _ story: Story, _ project: Project, _ style: Style, _ names: BoundNames,
        _ releases: ReleaseNames
    ) {
        self.releases = releases
        people = People(names, among: story.steps.compactMap(\.event.actor))
        self.story = story
        self.project = project
        self.style = style
    }

    var text: String {
        let head = story.proposal.map(lines) ?? eventHead
        return (head + aliasLines + [""] + story.steps.flatMap(lines)).map { $0 + "\n" }.joined()
    }

    // MARK: Subject

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
            story.asked.map { "alias:    \($0); \(story.event.id) takes effect instead" },
            story.aliases.isEmpty
                ? nil
                : "aliases:  " + story.aliases.map(\.description).joined(separator: ", "),
        ].compactMap(\.self)
    }

    private var eventHead: [String] {
        let event = story.event
        var lines = [
            "\(style.bold("event")) \(event.id) \(EventLine(event, project, style, people, releases).headline)"
        ]
        switch story.standing {
        case .counts?: lines.append("state:    \(style.green("in effect"))")
        case .loses?:
            lines.append(
                "state:    \(style.red("loses a conflict")); `dragoman conflicts` lists it")
        case .replaced?: lines.append("state:    replaced")
        case .undone(let undoer)?:
            lines.append("state:    \(style.red("reverted")) by \(undoer)")
        case nil: break
        }
        return lines
    }

    // MARK: Events

    private func lines(_ step: StoryStep) -> [String] {
        let event = step.event
        let isSubject = event.id == story.event.id
        let phrase = isSubject ? style.bold(phrase(step)) : phrase(step)
        let undone = step.undoneBy.map { style.red(", reverted by \($0)") } ?? ""
        return [
            "\(style.yellow(event.id.description)) \(style.dim(EventTime(event).text)) \(event.who(people)) \(phrase)\(undone)"
        ] + details(step).map { "    \($0)" }
    }

    private func phrase(_ step: StoryStep) -> String {
        let words = EventWords(step.event, releaseName: releases.name)
        return switch step.role {
        case .before, .subject, .proposed, .accepted, .rejected, .reopened, .endorsed, .commented,
            .vouched, .flagged:
            Visible.escaping(words.story)
        case .proposedEarlier: "made an earlier proposal"
        case .replaced: "proposed another text instead"
        case .acceptedEdited: "accepted with another text"
        case .closed: "accepted an equal proposal"
        case .deleted:
            step.event.payload.guid == nil ? "removed the proposal" : "withdrew the proposal"
        case .superseded: Visible.escaping(words.renewal)
        case .removed: "removed the text"
        case .restored: "restored the text"
        case .copied: "copied the text to \(place(step.event))"
        case .undone: "reverted (\(Visible.escaping(step.event.payload.typeName)))"
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
        guard event.key != nil else {
            return details + EventLine(event, project, style, people, releases).details
        }
        details += EventWords(event).remarks.map(Visible.escaping)
        if case .proposalMade(let proposed) = event.payload, proposed.origin != .human {
            details.append("origin: \(Visible.escaping(proposed.origin.description))")
        }
        return details
    }

    private func shown(_ value: Value) -> String { Visible.escaping(ValueText.inline(value)) }
}
