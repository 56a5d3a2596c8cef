/// Placeholders as numbered elements, `<x id="1"/>`.
enum Elements {
    static func plain(_ pieces: [ProtectedText.Piece]) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text), .placeholder(let text): text
            }
        }.joined()
    }

    /// Returns the element for a placeholder, numbered from 1.
    static func element(_ number: Int) -> String { "<x id=\"\(number)\"/>" }

    static func encoded(_ pieces: [ProtectedText.Piece], escaping: Bool) -> String {
        var number = 0
        return pieces.map { piece in
            switch piece {
            case .text(let text): return escaping ? escaped(text) : text
            case .placeholder:
                number += 1
                return element(number)
            }
        }.joined()
    }

    /// Returns the translation with its placeholders restored, or nil if a placeholder is missing,
    /// unknown or repeated.
    ///
    /// Engines write the elements in many ways: with spaces, different quotation marks, or an end
    /// tag.
    static func decoded(
        _ translation: String, _ placeholders: [String], unescaping: Bool
    ) -> String? {
        var result = ""
        var found: Set<Int> = []
        var rest = translation[...]
        while let start = rest.firstIndex(of: "<") {
            result += unescaping ? unescaped(rest[..<start]) : String(rest[..<start])
            rest = rest[start...]
            if let (number, end) = element(rest) {
                guard placeholders.indices.contains(number - 1), found.insert(number).inserted
                else { return nil }
                result += placeholders[number - 1]
                rest = rest[end...]
            } else if let end = endTag(rest) {
                rest = rest[end...]
            } else {
                result.append("<")
                rest = rest.dropFirst()
            }
        }
        result += unescaping ? unescaped(rest) : String(rest)
        return found.count == placeholders.count ? result : nil
    }

    private static func element(_ text: Substring) -> (number: Int, end: Substring.Index)? {
        guard let end = text.prefix(40).firstIndex(of: ">") else { return nil }
        let inside = text[..<end].dropFirst().filter { !$0.isWhitespace && $0 != "/" }.lowercased()
        guard inside.hasPrefix("xid=") else { return nil }
        let digits = inside.dropFirst(4).filter { !"\"'“”„«»".contains($0) }
        guard let number = Int(digits) else { return nil }
        return (number, text.index(after: end))
    }

    private static func endTag(_ text: Substring) -> Substring.Index? {
        guard let end = text.prefix(12).firstIndex(of: ">"),
            text[..<end].filter({ !$0.isWhitespace }).lowercased() == "</x"
        else { return nil }
        return text.index(after: end)
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    private static let entities: [(name: String, text: String)] = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"),
        ("&#x27;", "'"), ("&amp;", "&"),
    ]

    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var rest = text
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            if let entity = entities.first(where: { rest.hasPrefix($0.name) }) {
                result += entity.text
                rest = rest.dropFirst(entity.name.count)
            } else {
                result.append("&")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }
}
