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
    /// Returns the name of the actor, a person or a tester, for display.
    func who(_ people: People) -> String { people.shown(actor, or: payload.guid) }
}

extension People {
    /// Returns the name of a person or a tester for display, with control characters made visible.
    func shown(_ person: Actor?, or tester: HashedGuid? = nil) -> String {
        name(of: person, or: tester).map(Visible.escaping) ?? "somebody"
    }
}
