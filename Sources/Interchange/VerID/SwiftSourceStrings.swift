import Translation

/// The texts that an app's Swift source asks Ver-ID's `translatedStrings` for.
///
/// Found are string literals in the subscript of an identifier that ends in `ranslatedStrings`,
/// such as `translatedStrings["Done"]`, `self.myTranslatedStrings?["Step %d", 1]` and those inside
/// interpolations; not those in comments or in other literals. The one thing in Swift that is not
/// understood is a regular expression between bare slashes: a quotation mark in one hides the rest
/// of its line.
public struct SwiftSourceStrings: Sendable, Equatable {
    /// The texts, each once with the first line that has it, in code-point order; never the empty
    /// one.
    public let keys: [Occurrence]
    /// The lines with a subscript that is no fixed text: a variable, an interpolation, a sum of
    /// texts.
    public let dynamicLines: [Int]

    /// A text in a source.
    public struct Occurrence: Sendable, Equatable {
        /// The text, with its escapes replaced.
        public let key: String
        /// The line on which its literal begins, counted from 1.
        public let line: Int

        /// Whether line and bytes are the same.
        public static func == (a: Occurrence, b: Occurrence) -> Bool {
            a.line == b.line && a.key.utf8.elementsEqual(b.key.utf8)
        }
    }

    /// Finds the texts of a source file.
    ///
    /// Cost: one pass over the text.
    public static func scan(_ text: String) -> SwiftSourceStrings {
        var lexer = SwiftLexer(text)
        var first: [Value.Text: Int] = [:]
        var dynamic: Set<Int> = []
        for tokens in lexer.streams() {
            for index in tokens.indices where isName(tokens[index]) {
                guard let start = subscriptStart(in: tokens, after: index) else { continue }
                guard let key = fixedText(in: tokens, at: start) else {
                    dynamic.insert(tokens[index].line)
                    continue
                }
                guard !key.string.isEmpty else { continue }
                first[key] = min(first[key] ?? .max, tokens[start].line)
            }
        }
        return SwiftSourceStrings(
            keys: first.map { Occurrence(key: $0.key.string, line: $0.value) }
                .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) },
            dynamicLines: dynamic.sorted())
    }

    private static func isName(_ token: SwiftToken) -> Bool {
        guard case .identifier(let name) = token.kind else { return false }
        return name.suffix(16).elementsEqual("ranslatedStrings".utf8)
    }

    /// The index behind the `[` of a subscript; a `[` on another line begins an array, as in Swift
    /// itself.
    private static func subscriptStart(in tokens: [SwiftToken], after name: Int) -> Int? {
        var index = name + 1
        while index < tokens.count, tokens[index].isMark("?") || tokens[index].isMark("!") {
            index += 1
        }
        guard index + 1 < tokens.count, tokens[index].isMark("["),
            tokens[index].line == tokens[name].line
        else { return nil }
        return index + 1
    }

    private static func fixedText(in tokens: [SwiftToken], at index: Int) -> Value.Text? {
        guard case .literal(let text?) = tokens[index].kind, index + 1 < tokens.count,
            tokens[index + 1].isMark("]") || tokens[index + 1].isMark(",")
        else { return nil }
        return Value.Text(text)
    }
}
