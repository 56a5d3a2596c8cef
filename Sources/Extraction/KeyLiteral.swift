import SwiftParser
import SwiftSyntax

/// A string literal that is a key, as far as it can be told without types.
enum KeyLiteral {
    /// The key.
    case key(String)
    /// It cannot be told, for this reason.
    case unreadable(String)

    /// Reads an expression; `nil` if it is no literal.
    ///
    /// With `takesArguments`, interpolations stand for placeholders as in `String.LocalizationValue`: those that say
    /// their `specifier:`, and numbers. What others become depends on their types, which only a compiler knows.
    init?(_ expression: ExprSyntax, takesArguments: Bool) {
        guard let literal = expression.as(StringLiteralExprSyntax.self) else { return nil }
        if let text = literal.representedLiteralValue {
            self = .key(text)
            return
        }
        guard takesArguments, literal.openingPounds == nil,
            literal.openingQuote.tokenKind != .multilineStringQuote
        else {
            self = .unreadable("The key is no fixed text.")
            return
        }
        var key = ""
        for segment in literal.segments {
            switch segment {
            case .stringSegment(let text):
                guard let part = Self.text(of: text) else {
                    self = .unreadable("The key has an escape that is none.")
                    return
                }
                // So that it does not begin a placeholder.
                key += part.split(separator: "%", omittingEmptySubsequences: false)
                    .joined(separator: "%%")
            case .expressionSegment(let interpolation):
                guard let specifier = Self.specifier(of: interpolation) else {
                    let shown = interpolation.expressions.trimmedDescription
                    self = .unreadable(
                        "What “\(shown)” becomes in the key depends on its type; `specifier:` would say it."
                    )
                    return
                }
                key += specifier
            }
        }
        self = .key(key)
    }

    /// The text of one piece between interpolations, with its escapes replaced.
    private static func text(of segment: StringSegmentSyntax) -> String? {
        StringLiteralExprSyntax(
            openingQuote: .stringQuoteToken(),
            segments: StringLiteralSegmentListSyntax([.stringSegment(segment)]),
            closingQuote: .stringQuoteToken()
        ).representedLiteralValue
    }

    private static func specifier(of segment: ExpressionSegmentSyntax) -> String? {
        let arguments = Array(segment.expressions)
        if let stated = arguments.first(where: { $0.label?.text == "specifier" }) {
            return stated.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        }
        guard arguments.count == 1, let value = arguments.first?.expression else { return nil }
        return switch value.kind {
        case .integerLiteralExpr: "%lld"
        case .floatLiteralExpr: "%lf"
        case .stringLiteralExpr: "%@"
        default: nil
        }
    }
}
