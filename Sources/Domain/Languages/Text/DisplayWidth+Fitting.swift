extension DisplayWidth {
    /// Returns the text cut to at most `width` columns, with `…` at the cut.
    ///
    /// Characters are never split, so the result can be one column narrower. If the width is 0, the
    /// result is empty.
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

    /// Returns the text padded with spaces to `width` columns.
    ///
    /// A wider text is returned unchanged.
    public static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - columns(of: text)))
    }

    /// Returns the text cut or padded to exactly `width` columns.
    public static func fitted(_ text: String, to width: Int) -> String {
        padded(truncated(text, to: width), to: width)
    }
}
