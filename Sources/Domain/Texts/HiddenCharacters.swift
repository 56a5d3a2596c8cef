/// Characters that a terminal does not show, or interprets as commands.
package enum HiddenCharacters {
    /// Returns the text on one line, with every character visible.
    ///
    /// A line feed becomes `⏎`, and a tab becomes `⇥`. Any other hidden character becomes its code
    /// point, such as `<U+202E>`, unless `keeps` returns true for its position.
    package static func escaping(
        _ text: String, keeping keeps: (Int, [Unicode.Scalar]) -> Bool = { _, _ in false }
    ) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        let scalars = Array(text.unicodeScalars)
        var visible = String.UnicodeScalarView()
        for (position, scalar) in scalars.enumerated() {
            if scalar == "\n" {
                visible.append("⏎")
            } else if scalar == "\t" {
                visible.append("⇥")
            } else if isHidden(scalar), !keeps(position, scalars) {
                visible.append(contentsOf: codePoint(scalar).unicodeScalars)
            } else {
                visible.append(scalar)
            }
        }
        return String(visible)
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        // Interlinear annotation (U+FFF9 to U+FFFB) is not "default ignorable", but hides text.
        case .format where (0xFFF9...0xFFFB).contains(scalar.value): return true
        default: break
        }
        if properties.isNoncharacterCodePoint { return true }
        return properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
    }

    private static func codePoint(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
    }
}
