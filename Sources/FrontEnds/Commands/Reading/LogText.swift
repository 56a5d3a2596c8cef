import Languages
import ReadModel
import Translation
import Workspace

/// Events for display: a heading for each person and day, and for each event a line and its
/// contents.
struct LogText {
    private let project: Project
    private let style: Style
    private let releases: ReleaseNames
    private var heading: String?
    /// The heading always includes the address.
    private static let people = People(BoundNames(nil))

    init(_ project: Project, _ style: Style, _ releases: ReleaseNames) {
        self.releases = releases
        self.project = project
        self.style = style
    }

    /// Returns the lines of the next event, with a heading if the heading has changed.
    ///
    /// For an alias, `counting` is the event that takes effect instead. `proponent` is the author
    /// of the proposal that the event accepts.
    mutating func lines(
        _ event: Event, commit: CommitName?, counting: EventID?, proponent: Proponent?
    ) -> String {
        let time = EventTime(event)
        let heading = heading(event, time, commit)
        var text = ""
        if self.heading.map({ !$0.utf8.elementsEqual(heading.utf8) }) ?? true {
            text += self.heading == nil ? heading : "\n" + heading
            self.heading = heading
        }
        let line = EventLine(
            event, project, style, Self.people, releases, counting: counting,
            proponent: proponent)
        let clock = time.time.isEmpty ? "" : style.dim(time.time) + " "
        text += "  \(clock)\(style.yellow(event.id.description)) \(line.headline)\n"
        for detail in line.details { text += "    \(detail)\n" }
        return text
    }

    private func heading(_ event: Event, _ time: EventTime, _ commit: CommitName?) -> String {
        let mail = event.actor.map { " <\(Visible.escaping($0.email))>" } ?? ""
        let person = "\(style.bold(time.date)) \(event.who(Self.people))\(style.dim(mail))\n"
        guard let commit else { return person }
        return "\(person)\(style.dim("commit \(commit.id) \(Visible.escaping(commit.subject))"))\n"
    }
}
