/// Reads lines from a stream of bytes.
struct LineReader {
    private let limit: Int
    /// Returns the next bytes, or none at the end.
    private let read: () -> [UInt8]
    private var waiting: ArraySlice<UInt8> = []
    private var hasEnded = false

    init(limit: Int, read: @escaping () -> [UInt8]) {
        self.limit = limit
        self.read = read
    }

    /// Returns the next line that is not blank, or nil at the end of the stream.
    ///
    /// Of a line that is longer than the limit, the bytes are dropped, and the line is nil. The
    /// last line needs no line feed.
    mutating func next() -> [UInt8]?? {
        while !hasEnded || !waiting.isEmpty {
            var line: [UInt8] = []
            var isTooLong = false
            repeat {
                if waiting.isEmpty { waiting = read()[...] }
                hasEnded = waiting.isEmpty
                let part = waiting.prefix { $0 != UInt8(ascii: "\n") }
                isTooLong = isTooLong || line.count + part.count > limit
                if isTooLong { line = [] } else { line += part }
                waiting = waiting.dropFirst(part.count)
            } while waiting.isEmpty && !hasEnded
            waiting = waiting.dropFirst()
            if isTooLong { return .some(nil) }
            if line.contains(where: { !" \t\r".utf8.contains($0) }) { return line }
        }
        return nil
    }
}
