/// What `git` says on standard error while it transfers: progress, and the words of the other side.
struct GitTalk {
    private let dialogue: RemoteDialogue
    private var rest: [UInt8] = []

    init(_ dialogue: RemoteDialogue) { self.dialogue = dialogue }

    /// Takes a part as it comes.
    ///
    /// Cost: the part, and what of a line came before.
    mutating func take(_ part: [UInt8]) {
        var start = 0
        // What is kept has no end of a line in it.
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

    /// Takes the end for the end of a line.
    mutating func finish() {
        if !rest.isEmpty { take([0x0A]) }
        // Ends the line that a progress bar may have begun.
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

    /// Whether a line only says how far the work has come.
    static func isProgress(_ line: Substring) -> Bool {
        if progress(line) != nil { return true }
        return ["Enumerating objects: ", "Counting objects: ", "Compressing objects: ", "Total "]
            .contains(where: line.hasPrefix)
    }

    /// Reads `Receiving objects:  45% (9/20), 1.20 MiB | 2.00 MiB/s`.
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
