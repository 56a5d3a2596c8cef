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
            guard let name = line.firstRange(of: mark)?.upperBound else { return nil }
            // Other programs write spaces between tokens.
            let value = line[name...].drop { [0x20, 0x09, UInt8(ascii: ":")].contains($0) }
            return String(decoding: value.dropFirst().prefix(EventID.length), as: UTF8.self)
        })

    /// The name of the member that has the id.
    private static let mark = Array(#""id""#.utf8)
}
