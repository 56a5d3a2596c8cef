/// The comments directly before a string, with no blank line between them and the string.
struct AdjacentComments {
    private var lines: [String] = []
    private var hasDetached = false

    /// Whether there are no pending comments.
    var isEmpty: Bool { lines.isEmpty && !hasDetached }

    /// Adds a comment without its comment marks.
    mutating func add(_ text: String) {
        let trimmed = Self.trimmed(text)
        if !trimmed.isEmpty { lines.append(trimmed) }
    }

    /// Processes white space between comments.
    ///
    /// A blank line detaches the comments before it, and they are dropped.
    mutating func pass(_ text: String) {
        guard text.utf8.reduce(0, { $0 + ($1 == 0x0A ? 1 : 0) }) > 1, !lines.isEmpty else { return }
        lines = []
        hasDetached = true
    }

    /// Returns the comment for the string that begins here, and resets the state.
    ///
    /// `detached` is true if comments before a blank line were dropped. `isEmpty` is true if there
    /// were no comments at all.
    mutating func take() -> (text: String?, detached: Bool, isEmpty: Bool) {
        defer {
            lines = []
            hasDetached = false
        }
        return (lines.isEmpty ? nil : lines.joined(separator: "\n"), hasDetached, isEmpty)
    }

    private static func trimmed(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        func isSpace(_ scalar: Unicode.Scalar) -> Bool {
            scalar == " " || (0x09...0x0D).contains(scalar.value)
        }
        while let first = scalars.first, isSpace(first) { scalars.removeFirst() }
        while let last = scalars.last, isSpace(last) { scalars.removeLast() }
        return String(Substring(scalars))
    }
}
