import SourceStrings
import SwiftParser
import SwiftSyntax

/// A string literal used as a key, interpreted as far as possible without type information.
enum KeyLiteral {
    /// The key.
    case key(String)
    /// The key has placeholders that depend on types, as the reason explains.
    case interpolated(InterpolatedKey, reason: String)
    /// The key cannot be determined, as the reason explains.
    case unreadable(String)

    /// Reads a literal.
    ///
    /// If `takesArguments` is true, interpolations are placeholders, as in
    /// `String.LocalizationValue`.
    init(_ literal: StringLiteralExprSyntax, takesArguments: Bool) {
        if let text = literal.representedLiteralValue {
            self = .key(text)
            return
        }
        guard takesArguments else {
            self = .unreadable("The key is not a fixed text.")
            return
        }
        var key = InterpolatedKey()
        var unknown: String?
        for segment in literal.segments {
            switch segment {
            case .stringSegment(let text):
                guard let part = literal.text(of: text) else {
                    self = .unreadable("The key contains an invalid escape.")
                    return
                }
                key.add(part)
            case .expressionSegment(let interpolation):
                if let name = Self.parameterName(in: interpolation) {
                    key.add("${\(name)}")
                    continue
                }
                let placeholder = Self.placeholder(for: interpolation)
                key.add(placeholder: placeholder)
                if placeholder == nil {
                    unknown = unknown ?? interpolation.expressions.trimmedDescription
                }
            }
        }
        if let unknown {
            self = .interpolated(
                key,
                reason:
                    "The placeholder for “\(unknown)” depends on its type; state it with `specifier:`."
            )
        } else {
            self = key.key.map { .key($0) } ?? .unreadable("The key is not a fixed text.")
        }
    }

    /// Returns the placeholder of an interpolation that has a `specifier:`, specifies its type, or
    /// is itself a number or string.
    private static func placeholder(for segment: ExpressionSegmentSyntax) -> String? {
        let arguments = Array(segment.expressions)
        if let stated = arguments.first(where: { $0.label?.text == "specifier" }) {
            return stated.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        }
        guard arguments.count == 1, let argument = arguments.first else { return nil }
        if argument.label?.text == "placeholder",
            let kind = argument.expression.as(MemberAccessExprSyntax.self)
        {
            return [
                "int": "%lld", "uint": "%llu", "float": "%f", "double": "%lf", "object": "%@",
            ][kind.declName.baseName.text]
        }
        return switch argument.expression.kind {
        case .integerLiteralExpr: "%lld"
        case .floatLiteralExpr: "%lf"
        case .stringLiteralExpr: "%@"
        default: nil
        }
    }

    /// Returns the name of an App Intent parameter, `\.$name`, or of `.applicationName`.
    ///
    /// Keys contain these parameters by name.
    private static func parameterName(in segment: ExpressionSegmentSyntax) -> String? {
        guard segment.expressions.count == 1, let value = segment.expressions.first?.expression
        else { return nil }
        if let member = value.as(MemberAccessExprSyntax.self), member.base == nil,
            member.declName.baseName.text == "applicationName"
        {
            return "applicationName"
        }
        let path = value.as(KeyPathExprSyntax.self)?.trimmedDescription ?? ""
        guard path.hasPrefix("\\.$") else { return nil }
        return String(path.dropFirst(3))
    }
}

extension StringLiteralExprSyntax {
    /// Returns the text of a segment between interpolations, with escapes decoded; `nil` if an
    /// escape is invalid.
    func text(of segment: StringSegmentSyntax) -> String? {
        StringLiteralExprSyntax(
            openingPounds: openingPounds, openingQuote: openingQuote,
            segments: StringLiteralSegmentListSyntax([.stringSegment(segment)]),
            closingQuote: closingQuote, closingPounds: closingPounds
        ).representedLiteralValue
    }

    /// The texts between the interpolations.
    ///
    /// Unreadable parts count as interpolations.
    var fixedTexts: [String] {
        if let text = representedLiteralValue { return [text] }
        var texts = [""]
        for segment in segments {
            if case .stringSegment(let piece) = segment, let text = text(of: piece) {
                texts[texts.count - 1] += text
            } else {
                texts.append("")
            }
        }
        return texts
    }
}
