import SwiftSyntax

/// Decides whether a literal that is not an argument of a known call could still be a key.
enum LiteralUse {
    /// Argument labels that never take keys.
    private static let labels: Set<String> = [
        "comment", "defaultValue", "identifier", "imageName", "specifier", "systemImage",
        "systemName", "table", "tableName", "verbatim",
    ]

    /// Calls and macros whose first argument is not a key.
    private static let names: Set<String> = [
        "Image", "NSLog", "Preview", "accessibilityIdentifier", "assert", "assertionFailure",
        "debugPrint", "fatalError", "precondition", "preconditionFailure", "print",
    ]

    /// Returns false for a literal that is certainly not a key, such as an image name, a comment or
    /// a log message.
    static func mayBeKey(_ literal: StringLiteralExprSyntax) -> Bool {
        guard let argument = literal.parent?.as(LabeledExprSyntax.self) else { return true }
        if let label = argument.label?.text { return !labels.contains(label) }
        let owner = argument.parent?.parent
        if let macro = owner?.as(MacroExpansionExprSyntax.self) {
            return !names.contains(macro.macroName.text)
        }
        if let macro = owner?.as(MacroExpansionDeclSyntax.self) {
            return !names.contains(macro.macroName.text)
        }
        guard let call = owner?.as(FunctionCallExprSyntax.self) else { return true }
        let name =
            call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
            ?? call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        return name.map { !names.contains($0) } ?? true
    }
}
