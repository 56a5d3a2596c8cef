import EventStore
import Translation

extension LineIdentity {
    /// Identifies lines by the id of their event.
    ///
    /// A malformed line has no id. Neither does a line of a higher version, whose meaning is
    /// unknown.
    static let events = LineIdentity(
        exact: { line in
            guard case .event(let event)? = try? Event.read(line: line) else { return nil }
            return event.id.description
        },
        guess: { line in
            guard let name = line.firstRange(of: mark)?.upperBound else { return nil }
            // Other programs put spaces between tokens.
            let value = line[name...].drop { [0x20, 0x09, UInt8(ascii: ":")].contains($0) }
            return String(decoding: value.dropFirst().prefix(EventID.length), as: UTF8.self)
        })

    /// The name of the member with the id.
    private static let mark = Array(#""id""#.utf8)
}
