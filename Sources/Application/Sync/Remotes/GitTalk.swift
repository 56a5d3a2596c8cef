/// A parser for the standard error of `git` during a transfer: progress, and messages from the
/// remote.
struct GitTalk {
    private let dialogue: RemoteDialogue
    private var rest: [UInt8] = []

    init(_ dialogue: RemoteDialogue) { self.dialogue = dialogue }

    /// Parses the next part of the output.
    ///
    /// Cost: proportional to the part, plus the incomplete line before it.
    mutating func take(_ part: [UInt8]) {
        var start = 0
        // The incomplete line contains no line ending, so the search starts after it.
        var search = rest.count
        rest += part
        while let end = rest[search...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            hear(String(decoding: rest[start..<end], as: UTF8.self))
            start = end + 1
            search = start
        }
        rest.removeFirst(start)
        if rest.count > 1 << 16 { rest = [] }
    }

    /// Completes and parses the last line at the end of the output.
    mutating func finish() {
        if !rest.isEmpty { take([0x0A]) }
        // This ends the line of an unfinished progress bar.
        dialogue.progress("", 1, 1)
    }

    private func hear(_ line: String) {
        let isRemote = line.hasPrefix("remote: ")
        let text = isRemote ? line.dropFirst("remote: ".count) : line[...]
        if let step = Self.progress(text) {
            if !isRemote { dialogue.progress(step.work, step.done, step.total) }
        } else if isRemote {
            let words = RemoteWords.harmless(text)
            if !words.isEmpty, !Self.isProgress(text) { dialogue.tell(words) }
        }
    }

    /// Returns true if the line only reports progress.
    static func isProgress(_ line: Substring) -> Bool {
        if progress(line) != nil { return true }
        return ["Enumerating objects: ", "Counting objects: ", "Compressing objects: ", "Total "]
            .contains(where: line.hasPrefix)
    }

    /// Parses `Receiving objects:  45% (9/20), 1.20 MiB | 2.00 MiB/s`.
    static func progress(_ line: Substring) -> (work: String, done: Int, total: Int)? {
        guard let colon = line.firstIndex(of: ":"),
            let open = line[colon...].firstIndex(of: "("),
            line[colon..<open].contains("%"), let close = line[open...].firstIndex(of: ")")
        else { return nil }
        let counts = line[line.index(after: open)..<close].split(separator: "/")
        guard counts.count == 2, let done = Int(counts[0]), let total = Int(counts[1]) else {
            return nil
        }
        var work = String(line[..<colon])
        let after = line[close...].dropFirst()
        if after.hasPrefix(", "), let size = after.dropFirst(2).split(separator: "|").first,
            size.contains("iB") || size.contains("bytes")
        {
            work += ", " + size.split(separator: " ").prefix(2).joined(separator: " ")
        }
        return (work, done, total)
    }
}
