import Translation

/// Finds breaking spaces before French punctuation, which allow a line to begin with “:”.
///
/// The project decides whether such a space is required at all. In Canada, it is used only before
/// “:”.
struct FrenchSpacingCheck: TextCheck {
    let info = CheckInfo.frenchSpacing

    func findings(in compared: ComparedTexts) -> [Finding] {
        compared.pairs.compactMap { pair in
            guard pair.target.contains(" "), let sign = Self.firstAfterSpace(in: pair.target) else {
                return nil
            }
            let place = sign == "«" ? "after “«”" : "before “\(sign)”"
            return finding(
                "The space \(place) allows a line break; French uses a no-break space (U+202F or U+00A0).",
                at: pair.path)
        }
    }

    /// Returns the first sign that is separated from its word by a breaking space.
    private static func firstAfterSpace(in text: ScannedText) -> Unicode.Scalar? {
        let prose = text.prose
        for index in prose.indices.dropFirst() where prose[index] == 0x20 {
            let next = index + 1
            guard next < prose.count, prose[index - 1] != 0x20 else { continue }
            let isEnd =
                next + 1 == prose.count || prose[next + 1] == 0x20 || prose[next + 1] == 0x0A
            if isEnd, ":;!?".utf8.contains(prose[next]) { return Unicode.Scalar(prose[next]) }
            if text.isASCII { continue }
            if prose[next...].starts(with: "»".utf8) { return "»" }
            if prose[..<index].suffix(2).elementsEqual("«".utf8) { return "«" }
        }
        return nil
    }
}
