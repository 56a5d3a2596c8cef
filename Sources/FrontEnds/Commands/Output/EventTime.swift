import Languages
import Machine
import Translation
import Workspace

/// The time of an event in UTC, according to its writer's clock.
struct EventTime {
    /// The date, such as `2026-11-21`.
    let date: String
    /// The time of day, such as `09:30:00`; empty if the stored time is invalid.
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

    /// The date and time, separated by a space.
    var text: String { time.isEmpty ? date : "\(date) \(time)" }
}

extension Event {
    /// Returns the actor's name for display.
    func who(_ people: People) -> String { people.shown(actor) }
}

extension People {
    /// Returns a person's name for display, with control characters made visible.
    func shown(_ person: Actor?) -> String {
        person.map { Visible.escaping(name(of: $0)) } ?? "somebody"
    }
}
