import FoundationEssentials
import Testing

/// The normative page on stored data, as a test reads it.
enum DataModelPage {
    /// The lines of `docs/data-model.md`.
    static func lines() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appending(path: "docs/data-model.md"))
        return String(decoding: data, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The lines of the blocks that are fenced with a language.
    static func fenced(_ language: String) throws -> [String] {
        var result: [String] = []
        var isInside = false
        for line in try lines() {
            if line.hasPrefix("```") {
                isInside = !isInside && line == "```\(language)"
            } else if isInside {
                result.append(line)
            }
        }
        return result
    }

    /// The rows of the table whose header begins with a word, each as its cells.
    static func table(_ header: String) throws -> [[String]] {
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
