import Languages

/// Texts escaped for the Markdown of GitHub and GitLab.
///
/// Markup characters become entities. After the hosts parse the Markdown, they also turn text into
/// links, mentions, references or emoji. A zero-width space prevents this, as in other programs
/// that quote untrusted text. A dollar sign, which starts formulas, is put in a `span`, as GitHub
/// documents:
/// <https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/writing-mathematical-expressions>.
package enum MarkdownText {
    /// Returns a text for a table row, displayed exactly as given.
    ///
    /// A newline becomes a symbol and a line break.
    package static func escaping(_ text: String) -> String {
        let scalars = Array(Visible.escaping(text).unicodeScalars)
        let hashes = hashStarts(scalars)
        var result = ""
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "⏎" where index + 1 < scalars.count: result += "⏎<br>"
            case " " where index > 0 && scalars[index - 1] == " ": result += "&nbsp;"
            case "$": result += "<span>$</span>"
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "|", "`", "*", "_", "[", "]", "\\", "~", "\"":
                result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
            if breaks(after: index, in: scalars) || hashes.contains(index) { result += "&#8203;" }
        }
        return result
    }

    /// Returns a text as inline code, which can be copied exactly.
    ///
    /// Set `isInTable` in a table, because rows are split at bars before anything else is parsed.
    package static func code(_ text: String, isInTable: Bool) -> String {
        let text = Visible.escaping(text)
        let shown = isInTable ? text.replacing("|", with: "\\|") : text
        let backtick = UInt8(ascii: "`")
        let longest = text.utf8.split { $0 != backtick }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        // Markdown removes one space inside each fence.
        let ends = [text.utf8.first, text.utf8.last].compactMap(\.self)
        let isPadded = ends.isEmpty || ends.contains { $0 == backtick || $0 == UInt8(ascii: " ") }
        let padding = isPadded ? " " : ""
        return fence + padding + shown + padding + fence
    }

    /// Returns true if a break is needed after this character.
    private static func breaks(after index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        let next = index + 1 < scalars.count ? scalars[index + 1] : " "
        let previous = index > 0 ? scalars[index - 1] : " "
        return switch scalars[index] {
        // Mentions, and mail addresses.
        case "@": isWord(next) || isWord(previous) && next != " "
        // Issues, merge requests, labels, milestones, epics, alerts, snippets.
        case "#", "!", "%", "&", "^", "*": next.properties.numericType != nil || next == "\""
        case "~": isWord(next) || next == "\""
        // URLs, `mailto:`, emoji, `[issue:1]`.
        case ":": next != " "
        // The Markdown parser itself detects `www.`, before it decodes entities.
        case "w", "W": next == "." && ends(at: index, in: scalars, with: "www")
        case "-": next.properties.numericType != nil && ends(at: index, in: scalars, with: "gh-")
        // GitLab uses these characters to mark additions and deletions.
        case "{", "[": next == "+" || next == "-"
        default: false
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
    }

    private static func ends(
        at index: Int, in scalars: [Unicode.Scalar], with word: String
    ) -> Bool {
        let start = index + 1 - word.unicodeScalars.count
        guard start >= 0 else { return false }
        return zip(scalars[start...index], word.unicodeScalars).allSatisfy {
            $0.properties.lowercaseMapping.unicodeScalars.elementsEqual([$1])
        }
    }

    /// Returns the positions of possible commit hashes: 7 to 40 hexadecimal digits that form a
    /// whole word.
    private static func hashStarts(_ scalars: [Unicode.Scalar]) -> Set<Int> {
        var starts: Set<Int> = []
        var start = 0
        while start < scalars.count {
            var end = start
            while end < scalars.count, isWord(scalars[end]) { end += 1 }
            let word = scalars[start..<end]
            if word.count >= 7, word.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }) {
                starts.insert(start + 3)
            }
            start = max(end, start + 1)
        }
        return starts
    }
}
