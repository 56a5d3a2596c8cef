import Languages
import Representations
import ReadModel
import Translation
import Workspace

/// A commit for display: its message, its events, and the texts that have changed since.
struct CommitStoryText {
    private let story: CommitStory
    private let project: Project
    private let style: Style
    private let aliases: [EventID: EventID]
    private let people: People
    private let releases: ReleaseNames

    /// Creates the display of a commit.
    ///
    /// `aliases` maps each alias to the event that takes effect instead.
    init(
        _ story: CommitStory, aliases: [EventID: EventID], _ project: Project, _ style: Style,
        _ people: People, _ releases: ReleaseNames
    ) {
        self.releases = releases
        self.people = people
        self.story = story
        self.aliases = aliases
        self.project = project
        self.style = style
    }

    var text: String {
        var text = "\(style.yellow("commit \(story.id)"))\n"
        if story.parents.count > 1 {
            text += "merge:  \(story.parents.joined(separator: " "))\n"
        }
        let person = "\(story.author.name) <\(story.author.email)>"
        text += "author: \(Visible.escaping(person))\n"
        text += "date:   \(story.at)\n\n"
        for line in story.message.split(separator: "\n", omittingEmptySubsequences: false) {
            text += line.isEmpty ? "\n" : "    \(Visible.escaping(String(line)))\n"
        }
        guard let changes = story.changes else {
            return text
                + "Its changes are unknown, because this shallow clone ends here. Use `git fetch --deepen 1` to fetch more.\n"
        }
        for stored in changes.events { text += line(stored.event) }
        if !changes.lost.isEmpty {
            text += style.red("\n\(counted(changes.lost.count, "event")) lost:\n")
            for stored in changes.lost { text += line(stored.event) }
        }
        guard !changes.difference.isEmpty else { return text }
        let difference = DifferenceText(
            DifferenceReport(changes.difference, project: project), style: style, marks: nil)
        return text + "\n" + difference.text
    }

    private func line(_ event: Event) -> String {
        EventLine(
            event, project, style, people, releases, counting: aliases[event.id],
            proponent: story.changes?.proponents[event.id]
        ).text
    }
}
