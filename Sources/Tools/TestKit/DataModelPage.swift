import FoundationEssentials

/// The normative page on stored data, parsed for tests.
public enum DataModelPage {
    /// Returns the lines of `docs/internals/data-model.md`.
    public static func lines() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appending(path: "docs/internals/data-model.md"))
        return String(decoding: data, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the lines of all code blocks in the given language.
    public static func fenced(_ language: String) throws -> [String] {
        try blocks().filter { $0.language == language }.flatMap(\.lines)
    }

    /// A log on the page, with all rows of its folded state.
    public struct Example: CustomStringConvertible, Sendable {
        /// The heading of its section.
        public let section: String
        /// The lines of the log.
        public let log: [String]
        /// The rows in the order of the digest.
        public let rows: [String]
        /// The section, used as the name of a test case.
        public var description: String { section }
    }

    /// Returns the logs that are followed by their rows: code blocks marked `log` and `rows`.
    public static func examples() throws -> [Example] {
        let blocks = try blocks()
        return zip(blocks, blocks.dropFirst() + [Block(section: "", language: "")])
            .filter { $0.0.language == "log" }.map { log, rows in
                Example(
                    section: log.section, log: log.lines,
                    rows: rows.language == "rows" ? rows.lines : [])
            }
    }

    private struct Block {
        let section: String
        let language: String
        var lines: [String] = []
    }

    private static func blocks() throws -> [Block] {
        var blocks: [Block] = []
        var section = ""
        var isInside = false
        for line in try lines() {
            if line.hasPrefix("```") {
                isInside.toggle()
                if isInside {
                    blocks.append(Block(section: section, language: String(line.dropFirst(3))))
                }
            } else if isInside {
                blocks[blocks.endIndex - 1].lines.append(line)
            } else if line.hasPrefix("## ") {
                section = String(line.dropFirst(3))
            }
        }
        return blocks
    }

    /// Returns the rows of the table whose header begins with the given word, split into cells.
    public static func table(_ header: String) throws -> [[String]] {
        var rows: [[String]] = []
        var isInside = false
        for line in try lines() {
            guard line.hasPrefix("|") else {
                isInside = false
                continue
            }
            let cells = line.split(separator: "|").map { cell in
                String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            if cells.first == header {
                isInside = true
            } else if isInside, cells.first?.hasPrefix("---") != true {
                rows.append(cells)
            }
        }
        return rows
    }
}
