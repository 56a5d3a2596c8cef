import ArgumentParser
import JSON
import Languages
import ReadModel
import Translation
import Workspace

/// `dragoman show`.
struct Show: FormattedVerb {
    static let configuration = CommandConfiguration(
        abstract: "Show an event, or a proposal with its story.",
        discussion: "With --format json: the event as stored, or a proposal's row and its events.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "An id, or a unique beginning or end of 4 or more characters.")
    var id: String

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let model = try workspace.model(at: .tip)
        let id = try workspace.event(id, in: model)
        guard let story = try workspace.story(of: id, in: model) else {
            throw Refusal(
                .unknownID, "There is no event \(id).", hint: "`dragoman log` lists events.")
        }
        switch output.format {
        case .json: session.write(json(story))
        case .text: write(story, workspace.project, to: session)
        }
        return .done
    }

    private func json(_ story: Story) -> JSONValue {
        guard let row = story.row else { return story.event.json }
        return .object { members in
            row.add(to: &members, asking: nil)
            members.add("events", .array(story.events.map(\.json)))
        }
    }

    private func write(_ story: Story, _ project: Project, to session: Session) {
        let style = session.style
        guard let row = story.row else {
            return session.terminal.write(EventLine(story.event, project, style).text)
        }
        let title = Visible.escaping(row.string.spelled(in: project))
        var text = "\(style.bold("proposal")) \(row.id) \(row.locale) \(title)\n"
        let isOpen = row.state == .open
        text += "state:    \(row.state.rawValue)\(isOpen && row.isOutdated ? ", outdated" : "")\n"
        if let source = story.source { text += "source:   \(shown(source))\n" }
        if let current = row.current { text += "current:  \(shown(current))\n" }
        let proposed =
            isOpen
            ? row.current.map { ValueText.difference(from: $0, to: row.value, style: style) }
                ?? shown(row.value) : shown(row.value)
        text += "proposed: \(proposed)\n\n"
        for event in story.events { text += EventLine(event, project, style).text }
        session.terminal.page(text)
    }

    private func shown(_ value: Value) -> String { Visible.escaping(ValueText.inline(value)) }
}

/// An event, and for a proposal all that became of it.
struct Story {
    let event: Event
    let row: ProposalRow?
    let source: Value?
    let events: [Event]
}

extension Workspace {
    /// The story of an event; of a proposal, every event that speaks of it.
    func story(of id: EventID, in model: ReadModel) throws -> Story? {
        guard let event = try model.event(id) else { return nil }
        guard let place = try model.proposalLocation(id) else {
            return Story(event: event, row: nil, source: nil, events: [event])
        }
        let unit = try model.unit(place.locale, place.string)
        guard let proposal = unit.proposal(event.id) else {
            return Story(event: event, row: nil, source: nil, events: [event])
        }
        let row = ProposalRow(
            proposal, locale: place.locale, string: place.string, current: unit.text?.value)
        return Story(
            event: event, row: row, source: unit.definitions.currentDefinition?.value,
            events: unit.events.filter { $0.concerns(proposal.id) })
    }
}

extension Event {
    /// Whether the event made, decided or spoke of a proposal.
    fileprivate func concerns(_ proposal: EventID) -> Bool {
        if id == proposal || payload.proposal == proposal || undoes.contains(proposal) {
            return true
        }
        switch payload {
        case .proposalAccepted(let acceptance): return acceptance.also.contains(proposal)
        case .proposalMade(let proposed): return proposed.replaces == proposal
        default: return false
        }
    }
}
