import SourceStrings
import SwiftParser
import SwiftSyntax

/// Walks a syntax tree and notes what asks for strings.
final class StringVisitor: SyntaxVisitor {
    /// What was found, each with where it begins: of nested expressions the outer one is visited first.
    private var strings: [(offset: Int, string: FoundString)] = []
    private var unreadable: [(offset: Int, key: UnreadableKey)] = []
    private let manners: Set<FoundString.Manner>
    private let calls: [CallPattern]
    private let lines: SourceLocationConverter
    private var imports: Set<String> = []

    init(
        manners: Set<FoundString.Manner>, calls: [CallPattern], lines: SourceLocationConverter
    ) {
        self.manners = manners
        self.calls = calls
        self.lines = lines
        super.init(viewMode: .sourceAccurate)
    }

    /// What was found, in the order of the file.
    var found: SourceScan {
        SourceScan(
            strings: strings.sorted { $0.offset < $1.offset }.map(\.string),
            unreadable: unreadable.sorted { $0.offset < $1.offset }.map(\.key))
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let module = node.path.first { imports.insert(module.name.text) }
        return .skipChildren
    }

    // MARK: Ver-ID

    override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
        if manners.contains(.verID), Self.isTranslatedStrings(node.calledExpression),
            let argument = node.arguments.first, argument.label == nil
        {
            note(
                argument.expression, manner: .verID, takesArguments: false, isAlwaysKey: true)
        }
        return .visitChildren
    }

    /// Whether an expression is called `translatedStrings`, or ends so, such as `self.myTranslatedStrings?`.
    private static func isTranslatedStrings(_ expression: ExprSyntax) -> Bool {
        if let chain = expression.as(OptionalChainingExprSyntax.self) {
            return isTranslatedStrings(chain.expression)
        }
        if let forced = expression.as(ForceUnwrapExprSyntax.self) {
            return isTranslatedStrings(forced.expression)
        }
        return names(of: expression)?.last?.hasSuffix("ranslatedStrings") ?? false
    }

    // MARK: Calls

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let names = Self.names(of: node.calledExpression) else { return .visitChildren }
        for pattern in calls
        where manners.contains(pattern.manner) && pattern.matches(names, imports: imports) {
            guard let argument = Self.key(of: node.arguments, pattern) else { continue }
            func text(_ labels: String...) -> String? {
                node.arguments.first { labels.contains($0.label?.text ?? "") }?.expression
                    .as(StringLiteralExprSyntax.self)?.representedLiteralValue
            }
            note(
                argument.expression, table: text("tableName", "table"),
                text: text("value", "defaultValue"), comment: text("comment"),
                manner: pattern.manner, takesArguments: pattern.manner == .foundation,
                isAlwaysKey: pattern.namesKeysOnly)
            break
        }
        return .visitChildren
    }

    private static func key(
        of arguments: LabeledExprListSyntax, _ pattern: CallPattern
    ) -> LabeledExprSyntax? {
        guard let label = pattern.keyLabel else {
            return arguments.first.flatMap { $0.label == nil ? $0 : nil }
        }
        return arguments.first { $0.label?.text == label }
    }

    /// The names of an expression that is nothing but names and dots.
    private static func names(of expression: ExprSyntax) -> [String]? {
        if let name = expression.as(DeclReferenceExprSyntax.self) {
            return [name.baseName.identifier?.name ?? name.baseName.text]
        }
        guard let member = expression.as(MemberAccessExprSyntax.self) else { return nil }
        let token = member.declName.baseName
        let name = token.identifier?.name ?? token.text
        // What is before the dots may be anything: `view.label(for: x).translate("…")`.
        return (member.base.flatMap(names) ?? []) + [name]
    }

    // MARK: Literals of types that are keys

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        noteLiteral(node.initializer?.value, of: node.typeAnnotation?.type)
        return .visitChildren
    }

    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
        noteLiteral(node.defaultValue?.value, of: node.type)
        return .visitChildren
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        for index in elements.indices.dropFirst()
        where elements[index].is(UnresolvedAsExprSyntax.self) {
            let type =
                index + 1 < elements.count ? elements[index + 1].as(TypeExprSyntax.self) : nil
            noteLiteral(elements[index - 1], of: type?.type)
        }
        return .visitChildren
    }

    private func noteLiteral(_ expression: ExprSyntax?, of type: TypeSyntax?) {
        guard manners.contains(.foundation), let expression, var type else { return }
        if let optional = type.as(OptionalTypeSyntax.self) { type = optional.wrappedType }
        guard CallPattern.literalTypes.contains(type.trimmedDescription) else { return }
        note(expression, manner: .foundation, takesArguments: true, isAlwaysKey: false)
    }

    // MARK: NStack

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        guard manners.contains(.nstack), let section = node.base?.as(MemberAccessExprSyntax.self),
            section.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "tr",
            node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != node.id
        else { return .visitChildren }
        let name = section.declName.baseName.text
        let string = FoundString(
            // `default` is a word of Swift, and so the generated code calls it otherwise.
            key: node.declName.baseName.text, table: name == "defaultSection" ? nil : name,
            line: line(of: node), manner: .nstack)
        strings.append((node.position.utf8Offset, string))
        return .skipChildren
    }

    // MARK: Noting

    /// Notes a key; one that is no literal is passed over where it may be something else.
    private func note(
        _ expression: ExprSyntax, table: String? = nil, text: String? = nil,
        comment: String? = nil, manner: FoundString.Manner, takesArguments: Bool, isAlwaysKey: Bool
    ) {
        let (line, offset) = (line(of: expression), expression.position.utf8Offset)
        switch KeyLiteral(expression, takesArguments: takesArguments) {
        case .key(""): break
        case .key(let key):
            let string = FoundString(
                key: key, table: table, text: text, comment: comment, line: line, manner: manner)
            strings.append((offset, string))
        case .unreadable(let reason):
            unreadable.append((offset, UnreadableKey(line: line, reason: reason)))
        case nil where isAlwaysKey:
            unreadable.append(
                (offset, UnreadableKey(line: line, reason: "The key is no fixed text.")))
        case nil: break
        }
    }

    private func line(of node: some SyntaxProtocol) -> Int {
        lines.location(for: node.positionAfterSkippingLeadingTrivia).line
    }
}
