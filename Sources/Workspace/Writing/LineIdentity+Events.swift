import EventStore
import Translation

extension LineIdentity {
    /// Lines are events: what tells them apart is their id.
    ///
    /// A line that is malformed, or of a higher version and may mean anything, has none.
    static let events = LineIdentity(
        exact: { line in
            guard case .event(let event)? = try? Event.read(line: line) else { return nil }
            return event.id.description
        },
        guess: { line in
            guard let start = line.firstRange(of: mark)?.upperBound else { return nil }
            return String(decoding: line[start...].prefix(EventID.length), as: UTF8.self)
        })

    /// What stands before the id in every line that this program writes.
    private static let mark = Array(#""id":""#.utf8)
}
