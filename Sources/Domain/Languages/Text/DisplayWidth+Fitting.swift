extension DisplayWidth {
    /// Returns the text cut to at most `width` columns, with `…` where something was cut off.
    ///
    /// Characters are never cut in two, so that the result can be a column narrower. No width, no
    /// text.
    public static func truncated(_ text: String, to width: Int) -> String {
        guard width > 0 else { return "" }
        guard columns(of: text) > width else { return text }
        var cut = ""
        var used = 0
        for character in text {
            let next = columns(of: character)
            guard used + next < width else { break }
            cut.append(character)
            used += next
        }
        return cut + "…"
    }

    /// Returns the text with spaces after it, up to `width` columns; a wider one as it is.
    public static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - columns(of: text)))
    }

    /// Returns the text cut or filled up to exactly `width` columns.
    public static func fitted(_ text: String, to width: Int) -> String {
        padded(truncated(text, to: width), to: width)
    }
}
