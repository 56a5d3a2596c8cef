import Languages
import ReadModel
import Translation
import Workspace

/// Events as people read them: a heading for what one person did on one day, a line for each event, and what it says.
struct LogText {
    private let project: Project
    private let style: Style
    private var heading: String?
    /// The heading has the address of everybody.
    private static let people = People(BoundNames(nil))

    init(_ project: Project, _ style: Style) {
        self.project = project
        self.style = style
    }

    /// The lines of the next event, with a heading where it has another one than the last.
    ///
    /// An alias is named with the event that is `counting` in its place.
    mutating func lines(_ event: Event, commit: CommitName?, counting: EventID?) -> String {
        let time = EventTime(event)
        let heading = heading(event, time, commit)
        var text = ""
        if self.heading.map({ !$0.utf8.elementsEqual(heading.utf8) }) ?? true {
            text += self.heading == nil ? heading : "\n" + heading
            self.heading = heading
        }
        let line = EventLine(event, project, style, Self.people, counting: counting)
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
