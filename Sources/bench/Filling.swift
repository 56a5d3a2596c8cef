import EventStore
import Foundation
import Git
import GitEventStore
import Translation

/// Fills repositories with events.
enum Filling {
    /// Adds texts for `events` strings in French, each in a file of its own, 10,000 in a commit.
    static func add(_ events: Int, to path: String, from first: Int = 0) throws {
        guard let branch = ReferenceName(branch: "translations"), let french = LanguageTag("fr")
        else { return }
        let store = GitEventStore(repository: try .open(at: path), branch: branch)
        var clock = EventClock(
            last: nil, now: UInt64(Date().timeIntervalSince1970 * 1000),
            random: SystemRandomNumberGenerator())
        for start in stride(from: first, to: first + events, by: 10_000) {
            let files = (start..<min(start + 10_000, first + events)).map { index in
                let event = Event(
                    id: clock.next(), at: "2026-11-21T09:30:00.000Z", locale: french,
                    string: StringID(section: "default", key: "key.\(index)"),
                    payload: .translationSet(Value("Texte \(index)")))
                return NewFile(
                    folder: "fr", name: event.id.description, content: event.line + [10])
            }
            guard let head = try store.head() else { return }
            _ = try store.append(
                Addition(
                    files: files, message: "fill\n",
                    author: Author(name: "Bench", email: "bench@example.org", seconds: 0)),
                expecting: head)
        }
    }
}
