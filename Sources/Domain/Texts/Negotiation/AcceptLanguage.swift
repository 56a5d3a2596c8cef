/// Lists of preferred languages, as in HTTP's `Accept-Language` header.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4>.
public enum AcceptLanguage {
    /// Returns the languages in a list, most preferred first.
    ///
    /// Languages with equal weight keep their order. A weight of 0 excludes a language. An invalid
    /// weight counts as 1, and an invalid language range is ignored. The wildcard `*` is returned
    /// like a language; each kind of negotiation interprets it.
    public static func parse(_ list: String) -> [String] {
        var entries: [(tag: String, weight: Int)] = []
        for item in list.split(separator: ",") {
            let parts = item.split(separator: ";").map(trimmed)
            guard let tag = parts.first, isRange(tag) else { continue }
            let weight = parts.dropFirst().lazy.compactMap(weight(of:)).first ?? 1000
            if weight > 0 { entries.append((tag, weight)) }
        }
        let order = entries.indices.sorted {
            (-entries[$0].weight, $0) < (-entries[$1].weight, $1)
        }
        return order.map { entries[$0].tag }
    }

    /// Returns the weight in thousandths from a parameter such as `q=0.8`, or nil for any other
    /// parameter.
    private static func weight(of parameter: String) -> Int? {
        let parts = parameter.split(separator: "=", maxSplits: 1).map(trimmed)
        guard parts.count == 2, parts[0].lowercased() == "q", let weight = Double(parts[1]),
            (0...1).contains(weight)
        else { return nil }
        // `rounded()` would link apps against the C math library.
        return Int(weight * 1000 + 0.5)
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return String(text)
    }

    private static func isRange(_ tag: String) -> Bool {
        !tag.isEmpty
            && tag.unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_", "*": true
                default: false
                }
            }
    }
}
