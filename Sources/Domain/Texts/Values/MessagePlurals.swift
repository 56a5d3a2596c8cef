/// Selects the plural forms in an ICU MessageFormat text:
/// `{count, plural, one {# file} other {# files}}`.
///
/// The result is still a message: quotes and other arguments stay as written.
package struct MessagePlurals {
    private let syntax: MessageSyntax
    private let count: Value.Count

    /// Returns a text with its plurals resolved; nil if a plural has no form for the number.
    ///
    /// A text that is not a message is returned unchanged, and so is a plural with an `offset`.
    package static func form(of text: String, for count: Value.Count) -> String? {
        // i18next's own plurals are separate texts.
        guard !count.isStrict, text.utf8.contains(UInt8(ascii: "{")),
            let syntax = MessageSyntax(text)
        else { return text }
        return MessagePlurals(syntax: syntax, count: count).message(syntax.parts, number: nil)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns a message with its plurals resolved.
    ///
    /// `number` replaces `#` inside a form.
    private func message(_ parts: [MessageSyntax.Part], number: String?) -> [UInt8]? {
        var result: [UInt8] = []
        for part in parts {
            switch part {
            case .number(let range): result += number.map { Array($0.utf8) } ?? bytes(range)
            case .choice(let choice):
                guard let chosen = chosen(choice) else { return nil }
                result += chosen
            case .text(let range), .quoted(let range), .argument(let range): result += bytes(range)
            }
        }
        return result
    }

    /// Returns the text that replaces a choice; nil if no form applies to the number.
    ///
    /// A plural with an `offset` is returned as written.
    private func chosen(_ choice: MessageSyntax.Choice) -> [UInt8]? {
        guard !choice.hasOffset else { return bytes(choice.range) }
        guard choice.selector == count.selector else { return keeping(choice) }
        for name in count.names {
            guard let item = choice.cases.first(where: { syntax.word($0.name) == name }) else {
                continue
            }
            return message(item.parts, number: count.number)
        }
        return nil
    }

    /// Returns a choice as written, with the plurals inside its messages resolved.
    private func keeping(_ choice: MessageSyntax.Choice) -> [UInt8]? {
        var result: [UInt8] = []
        var index = choice.range.lowerBound
        for item in choice.cases {
            guard let message = message(item.parts, number: nil) else { return nil }
            result += bytes(index..<item.range.lowerBound) + message
            index = item.range.upperBound
        }
        return result + bytes(index..<choice.range.upperBound)
    }

    private func bytes(_ range: Range<Int>) -> [UInt8] { Array(syntax.bytes[range]) }
}
