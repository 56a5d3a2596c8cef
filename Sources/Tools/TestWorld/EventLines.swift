package import Translation

/// The lines of event files, read one by one.
package struct EventLines {
    /// The events, one per id; if several lines have the same id, the line with the smallest bytes
    /// counts.
    package let events: [Event]
    /// The number of lines that are events.
    package let eventCount: Int
    /// The number of invalid lines.
    package let malformedCount: Int
    /// The number of lines with a higher version.
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

    /// Splits the contents of a file into lines, including empty lines.
    ///
    /// Text after the last newline is a line only if it is not empty.
    private static func lines(_ content: [UInt8]) -> [ArraySlice<UInt8>] {
        let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.last?.isEmpty == true ? lines.dropLast() : lines
    }
}
