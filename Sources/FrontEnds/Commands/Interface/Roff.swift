import Machine
import Workspace

/// A writer of manual pages in the macros of man(7).
struct Roff {
    private(set) var text: String

    /// Starts a page; if `date` is empty, the page shows none.
    init(title: String, date: String) {
        let name = Self.quoted(title.uppercased())
        // Hyphens in the date are not escaped, because it is not running text.
        text = ".TH \(name) 1 \"\(date)\" \(Self.quoted("Dragoman \(ProgramVersion.number)"))"
        text += " \(Self.quoted("Dragoman"))\n"
    }

    mutating func section(_ title: String) { text += ".SH \(Self.quoted(title))\n" }

    mutating func subsection(_ title: String) { text += ".SS \(Self.quoted(title))\n" }

    /// Adds paragraphs, which are separated by blank lines; single line breaks are preserved.
    mutating func paragraphs(_ paragraphs: String) {
        for (index, part) in paragraphs.split(separator: "\n\n").enumerated() {
            if index > 0 { text += ".PP\n" }
            text += part.split(separator: "\n").map { Self.line(String($0)) }
                .joined(separator: ".br\n")
        }
    }

    /// Adds an item: a name in bold, a value in italics, and an explanation.
    mutating func item(_ thing: String, value: String = "", _ explanation: String) {
        let rest = value.isEmpty ? "" : " \\fI\(Self.escaped(value))\\fR"
        text += ".TP\n\\fB\(Self.escaped(thing))\\fR\(rest)\n"
        // An item without a text would absorb the next item.
        text += explanation.isEmpty ? "\\&\n" : Self.line(explanation)
    }

    /// Adds a command line that is not reflowed.
    mutating func command(_ name: String, _ rest: String) {
        text += ".nh\n.ad l\n\\fB\(Self.escaped(name))\\fR\n\(Self.line(rest)).ad\n.hy\n"
    }

    mutating func references(_ pages: [String]) {
        text += pages.map { "\\fB\(Self.escaped($0))\\fR(1)" }.joined(separator: ",\n") + "\n"
    }

    /// Returns a paragraph in lines of at most 80 columns, except for longer words.
    private static func line(_ text: String) -> String {
        var lines: [String] = []
        for word in escaped(text).split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if let last = lines.last, last.count + word.count < 78 {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        // roff treats a line that begins with a dot as a request.
        return lines.map { $0.hasPrefix(".") ? "\\&\($0)\n" : "\($0)\n" }.joined()
    }

    private static func quoted(_ text: String) -> String {
        "\"\(escaped(text).replacing("\"", with: "\\(dq"))\""
    }

    /// Returns a text escaped for roff.
    ///
    /// The result is ASCII only, so the page needs no preprocessor for its encoding.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "…": escaped += "..."
            case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                escaped += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count))
                escaped += digits + "]"
            }
        }
        return escaped
    }
}
