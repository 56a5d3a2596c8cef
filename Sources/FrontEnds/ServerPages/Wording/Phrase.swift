import JSON
import Texts
import Translation

/// A text by plural category; a text without plural forms has only `other`.
struct Phrase: Sendable {
    private let forms: [PluralCategory: Pattern]

    /// Creates a phrase from a value of a file; nil if it is neither a text nor a plural of texts.
    init?(_ value: Value) {
        switch value {
        case .text(let text): forms = [.other: Pattern(text.string)]
        case .choice(let choice) where choice.selector == .plural:
            var forms: [PluralCategory: Pattern] = [:]
            for form in choice.cases {
                guard let category = PluralCategory(rawValue: form.name.string),
                    let text = form.value.plainText
                else { return nil }
                forms[category] = Pattern(text)
            }
            self.forms = forms
        case .choice, .list, .format: return nil
        }
    }

    /// The text for a category, or `other` if the phrase lacks the category.
    subscript(category: PluralCategory) -> Pattern {
        forms[category] ?? forms[.other] ?? Pattern("")
    }

    /// The phrase for scripts: a text, or an object with a text for each category.
    var json: JSONValue {
        guard forms.count > 1 else { return .string(self[.other].text) }
        return .object { members in
            for (category, pattern) in forms.sorted(by: { $0.key < $1.key }) {
                members.add(category.rawValue, pattern.text)
            }
        }
    }
}

/// A text with holes such as `{{name}}`.
struct Pattern: Sendable {
    /// The texts around the holes; one more than there are holes.
    private(set) var literals: [String] = []
    private(set) var holes: [String] = []

    init(_ text: String) {
        var rest = text[...]
        while let start = rest.firstRange(of: "{{"),
            let end = rest[start.upperBound...].firstRange(of: "}}")
        {
            literals.append(String(rest[..<start.lowerBound]))
            holes.append(rest[start.upperBound..<end.lowerBound].filter { $0 != " " })
            rest = rest[end.upperBound...]
        }
        literals.append(String(rest))
    }

    /// The text as it is written.
    var text: String { filled { "{{\($0)}}" } }

    /// Returns the text with the values of its holes.
    func filled(_ value: (String) -> String) -> String {
        var text = literals[0]
        for (hole, literal) in zip(holes, literals.dropFirst()) { text += value(hole) + literal }
        return text
    }
}

/// Markup in texts for templates.
enum TextMarkup {
    /// The tags that texts may contain; everything else is escaped.
    static let tags = [
        "<code>", #"<code dir="auto">"#, "</code>", "<bdi>", #"<bdi dir="ltr">"#, "</bdi>",
        "<strong>", "</strong>", #"<span class="long">"#, "</span>",
    ]

    /// Escapes a text for HTML, except for ``tags``.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        var rest = text[...]
        while let first = rest.first {
            if first == "<", let tag = tags.first(where: { rest.hasPrefix($0) }) {
                escaped += tag
                rest = rest.dropFirst(tag.count)
                continue
            }
            switch first {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(first)
            }
            rest.removeFirst()
        }
        return escaped
    }
}
