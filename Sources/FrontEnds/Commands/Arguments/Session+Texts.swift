import Translation

extension Session {
    /// Reads a text from standard input, and removes one final newline unless `keepingNewline` is
    /// true.
    func standardInput(keepingNewline: Bool = false) throws -> String {
        try Self.decode(inputBytes(), keepingNewline)
    }

    /// Opens a text in the user's editor, and returns the edited text.
    ///
    /// Removes one final newline unless `keepingNewline` is true.
    func edited(_ text: String, keepingNewline: Bool = false) throws -> String {
        do {
            return try Self.decode(edit(Array(text.utf8)), keepingNewline)
        } catch let failure as EditorFailure {
            throw Refusal(
                .noTerminal, failure.message,
                hint: "Pass the text as an argument, or set EDITOR or Git's core.editor.")
        }
    }

    private static func decode(_ bytes: [UInt8], _ keepsNewline: Bool) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal(
                .invalidValue, "The text is not valid UTF-8.", hint: "Convert it with iconv first.")
        }
        guard !keepsNewline, text.utf8.last == UInt8(ascii: "\n") else { return text }
        return String(decoding: text.utf8.dropLast(), as: UTF8.self)
    }
}
