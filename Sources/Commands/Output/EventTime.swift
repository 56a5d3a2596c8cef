import Languages
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
    /// Who did it, as a person reads it.
    var who: String { actor.map { Visible.escaping($0.name) } ?? "somebody" }
}
