import Languages
import Machine
import Translation
import Workspace

/// When an event happened, as its writer's clock said; in UTC.
struct EventTime {
    /// The day, `2026-11-21`.
    let date: String
    /// The second in it, `09:30:00`; empty where what is stored is no time.
    let time: String

    init(_ event: Event) {
        guard let milliseconds = Timestamp.milliseconds(event.at) else {
            (date, time) = (Visible.escaping(event.at), "")
            return
        }
        let text = Timestamp.text(milliseconds: milliseconds)
        date = String(text.prefix(Timestamp.dateLength))
        time = String(text.dropFirst(Timestamp.dateLength + 1).prefix(8))
    }

    /// Both, with a space between.
    var text: String { time.isEmpty ? date : "\(date) \(time)" }
}

extension Event {
    /// The person who did it, as a reader sees it.
    func who(_ people: People) -> String { people.shown(actor) }
}

extension People {
    /// A person as a reader sees it, with control characters made visible.
    func shown(_ person: Actor?) -> String {
        person.map { Visible.escaping(name(of: $0)) } ?? "somebody"
    }
}
