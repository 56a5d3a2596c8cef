import Texts

/// Compares the placeholders in a text with the placeholders in its translation.
enum PlaceholderOrder {
    /// Returns true if the translation has the same placeholders in an equivalent order.
    static func isKept(from source: [String], to translation: [String]) -> Bool {
        source.sorted() == translation.sorted()
            && source.filter(isUnnumbered) == translation.filter(isUnnumbered)
            && (isNested(translation) || !isNested(source))
    }

    /// Returns true for a printf conversion that is matched to its argument by its position in the
    /// text.
    private static func isUnnumbered(_ placeholder: String) -> Bool {
        guard let first = PlaceholderScan(placeholder).placeholders.first, first.kind == .printf
        else { return false }
        return first.position == nil && !first.isNamedPrintf
    }

    /// Returns true if each end tag closes the element that was opened last.
    ///
    /// Start tags without an end tag, such as `<br>`, are ignored.
    private static func isNested(_ placeholders: [String]) -> Bool {
        var open: [Substring] = []
        for tag in placeholders where tag.hasPrefix("<") && !tag.hasSuffix("/>") {
            let isEnd = tag.hasPrefix("</")
            let name = tag.dropFirst(isEnd ? 2 : 1).prefix { $0.isLetter || $0.isNumber }
            if !isEnd {
                open.append(name)
            } else if let place = open.lastIndex(of: name) {
                let unclosed = open[(place + 1)...]
                // An element whose end tag comes later overlaps with this element.
                guard !unclosed.contains(where: { placeholders.contains("</\($0)>") }) else {
                    return false
                }
                open.removeSubrange(place...)
            } else {
                return false
            }
        }
        return true
    }
}
