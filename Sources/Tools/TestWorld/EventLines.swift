package import Translation

/// The lines of event files, read one by one.
package struct EventLines {
    /// The events, each id once; if several lines have the same id, the one with the smallest bytes
    /// counts.
    package let events: [Event]
    /// The number of lines that are events.
    package let eventCount: Int
    /// The number of invalid lines.
    package let malformedCount: Int
    /// The number of lines of a higher version.
    package let newerCount: Int

    /// Reads the contents of files.
    package init(in files: [[UInt8]]) {
        var lines: [EventID: (line: ArraySlice<UInt8>, event: Event)] = [:]
        var (eventCount, malformedCount, newerCount) = (0, 0, 0)
        for line in files.flatMap(Self.lines) {
            switch try? Event.read(line: line) {
            case .event(let event):
                eventCount += 1
                if let other = lines[event.id], !line.lexicographicallyPrecedes(other.line) {
                    continue
                }
                lines[event.id] = (line, event)
            case .newerVersion: newerCount += 1
            case nil: malformedCount += 1
            }
        }
        events = lines.values.map(\.event).sorted { $0.id < $1.id }
        self.eventCount = eventCount
        self.malformedCount = malformedCount
        self.newerCount = newerCount
    }

    /// Text after the last newline is a line if it has bytes; everything before it consists of
    /// lines, including the empty ones.
    private static func lines(_ content: [UInt8]) -> [ArraySlice<UInt8>] {
        let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.last?.isEmpty == true ? lines.dropLast() : lines
    }
}
