import SourceStrings
import SwiftParser
import SwiftSyntax

/// Walks a syntax tree and records the strings that the code requests.
final class StringVisitor: SyntaxVisitor {
    /// The found strings with their offsets.
    ///
    /// The offsets restore the file order, because outer expressions are visited before nested
    /// expressions.
    private var strings: [(offset: Int, string: FoundString)] = []
    private var interpolated: [(offset: Int, string: InterpolatedString)] = []
    private var unreadable: [(offset: Int, key: UnreadableKey)] = []
    private var literals: [SourceLiteral] = []
    /// The offsets of recorded keys.
    ///
    /// Several known calls can match the same key, which is recorded only once.
    private var noted: Set<Int> = []
    private let manners: Set<FoundString.Manner>
    /// The recognized calls, keyed by the last of their names.
    private let calls: [String: [CallPattern]]
    private let lines: SourceLocationConverter
    private var imports: Set<String> = []

    init(
        manners: Set<FoundString.Manner>, calls: [CallPattern], lines: SourceLocationConverter
    ) {
        self.manners = manners
        self.calls = Dictionary(grouping: calls.filter { manners.contains($0.manner) }) {
            $0.path.last ?? ""
        }
        self.lines = lines
        super.init(viewMode: .sourceAccurate)
    }

    /// The found strings, in file order.
    var found: SourceScan {
        SourceScan(
            strings: strings.sorted { $0.offset < $1.offset }.map(\.string),
            interpolated: interpolated.sorted { $0.offset < $1.offset }.map(\.string),
            unreadable: unreadable.sorted { $0.offset < $1.offset }.map(\.key), literals: literals)
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
                argument.expression,
                KeyUse(manner: .verID, takesArguments: false, isAlwaysKey: true)
            )
        }
        return .visitChildren
    }

    /// Returns whether an expression's name is or ends in `translatedStrings`, such as
    /// `self.myTranslatedStrings?`.
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
        if let names = Self.names(of: node.calledExpression) {
            let isAfterDot = node.calledExpression.is(MemberAccessExprSyntax.self)
            noteCall(of: names, isAfterDot: isAfterDot, node.arguments)
        }
        return .visitChildren
    }

    /// Visits a property wrapper or macro, such as `@Parameter(title: "…")`.
    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        if case .argumentList(let arguments)? = node.arguments {
            let name = node.attributeName.trimmedDescription
            noteCall(of: [name], isAfterDot: false, arguments)
        }
        return .visitChildren
    }

    private func noteCall(
        of names: [String], isAfterDot: Bool, _ arguments: LabeledExprListSyntax
    ) {
        let name = names.last { $0 != "init" } ?? ""
        for pattern in calls[name] ?? []
        where pattern.matches(names, isAfterDot: isAfterDot, imports: imports) {
            guard let argument = Self.key(of: arguments, pattern.keyLabel) else { continue }
            note(argument.expression, KeyUse(of: pattern, arguments))
        }
    }

    private static func key(
        of arguments: LabeledExprListSyntax, _ label: String?
    ) -> LabeledExprSyntax? {
        guard let label else { return arguments.first.flatMap { $0.label == nil ? $0 : nil } }
        return arguments.first { $0.label?.text == label }
    }

    /// Returns the names in an expression that consists only of names and dots.
    private static func names(of expression: ExprSyntax) -> [String]? {
        if let name = expression.as(DeclReferenceExprSyntax.self) {
            return [name.baseName.identifier?.name ?? name.baseName.text]
        }
        guard let member = expression.as(MemberAccessExprSyntax.self) else { return nil }
        let token = member.declName.baseName
        let name = token.identifier?.name ?? token.text
        // Any expression may precede the dots: `view.label(for: x).translate("…")`.
        return (member.base.flatMap(names) ?? []) + [name]
    }

    // MARK: Literals of types that are keys

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        guard let type = node.typeAnnotation?.type, isKey(type) else { return .visitChildren }
        if let value = node.initializer?.value { noteResults([value]) }
        switch node.accessorBlock?.accessors {
        case .getter(let body): noteResults(KeyExpressions.results(of: body))
        case .accessors(let accessors):
            for body in accessors.compactMap(\.body) {
                noteResults(KeyExpressions.results(of: body.statements))
            }
        case nil: break
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if let type = node.signature.returnClause?.type, isKey(type), let body = node.body {
            noteResults(KeyExpressions.results(of: body.statements))
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
        if isKey(node.type), let value = node.defaultValue?.value { noteResults([value]) }
        return .visitChildren
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        for index in elements.indices.dropFirst()
        where elements[index].is(UnresolvedAsExprSyntax.self) {
            let type =
                index + 1 < elements.count ? elements[index + 1].as(TypeExprSyntax.self) : nil
            if let type, isKey(type.type) { noteResults([elements[index - 1]]) }
        }
        return .visitChildren
    }

    /// Returns whether literals of a type are keys: the type is a key type, or an optional or
    /// collection of key types.
    private func isKey(_ type: TypeSyntax) -> Bool {
        guard manners.contains(.foundation) else { return false }
        if let optional = type.as(OptionalTypeSyntax.self) { return isKey(optional.wrappedType) }
        if let array = type.as(ArrayTypeSyntax.self) { return isKey(array.element) }
        if let dictionary = type.as(DictionaryTypeSyntax.self) { return isKey(dictionary.value) }
        let names = type.trimmedDescription.split(separator: ".")
        let name =
            ["Foundation", "SwiftUI", "AppIntents"].contains(names.first)
            ? names.dropFirst() : names[...]
        return CallPattern.literalTypes.contains(name.joined(separator: "."))
    }

    /// Records the expressions that produce a value of a key type, including `.init("…")`.
    private func noteResults(_ expressions: [ExprSyntax]) {
        for expression in expressions.flatMap(KeyExpressions.results) {
            guard let call = expression.as(FunctionCallExprSyntax.self),
                Self.names(of: call.calledExpression) == ["init"],
                let argument = Self.key(of: call.arguments, nil)
            else {
                note(expression, KeyUse(manner: .foundation))
                continue
            }
            note(argument.expression, KeyUse(manner: .foundation, arguments: call.arguments))
        }
    }

    // MARK: NStack

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        guard let section = node.base?.as(MemberAccessExprSyntax.self),
            section.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "tr",
            node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != node.id
        else { return .visitChildren }
        let name = section.declName.baseName.text
        let string = FoundString(
            // `default` is a Swift keyword, so the generated code uses another name.
            key: node.declName.baseName.text, table: name == "defaultSection" ? nil : name,
            line: line(of: node), manner: .nstack)
        if manners.contains(.nstack) {
            strings.append((node.position.utf8Offset, string))
        } else {
            literals.append(SourceLiteral(texts: [string.key], line: string.line))
        }
        return .skipChildren
    }

    // MARK: Possible keys

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        if LiteralUse.mayBeKey(node) {
            literals.append(SourceLiteral(texts: node.fixedTexts, line: line(of: node)))
        }
        return .visitChildren
    }

    /// Visits an enumeration case, whose name can be a key: `case search` is “search”.
    override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
        if node.rawValue == nil, node.parameterClause == nil {
            let name = node.name.identifier?.name ?? node.name.text
            literals.append(SourceLiteral(texts: [name], line: line(of: node)))
        }
        return .visitChildren
    }

    // MARK: Recording

    /// Records the keys that an expression can have.
    ///
    /// Values other than literals are ignored if they might not be keys.
    private func note(_ expression: ExprSyntax, _ use: KeyUse) {
        for expression in KeyExpressions.results(of: expression) { noteOne(expression, use) }
    }

    private func noteOne(_ expression: ExprSyntax, _ use: KeyUse) {
        let (line, offset) = (line(of: expression), expression.position.utf8Offset)
        func note(unreadable reason: String) {
            guard noted.insert(offset).inserted else { return }
            unreadable.append((offset, UnreadableKey(line: line, reason: reason)))
        }
        guard let literal = expression.as(StringLiteralExprSyntax.self) else {
            if use.isAlwaysKey { note(unreadable: "The key is not a fixed text.") }
            return
        }
        switch KeyLiteral(literal, takesArguments: use.takesArguments) {
        case .key(""): break
        case .key(let key):
            guard noted.insert(offset).inserted else { return }
            let string = FoundString(
                key: key, table: use.table, text: use.text, comment: use.comment, line: line,
                manner: use.manner)
            strings.append((offset, string))
        case .interpolated(let key, let reason):
            guard noted.insert(offset).inserted else { return }
            let string = InterpolatedString(
                key: key, table: use.table, comment: use.comment, line: line, reason: reason)
            interpolated.append((offset, string))
        case .unreadable(let reason): note(unreadable: reason)
        }
    }

    private func line(of node: some SyntaxProtocol) -> Int {
        lines.location(for: node.positionAfterSkippingLeadingTrivia).line
    }
}

/// The use of a key: the requesting call, and its attributes.
private struct KeyUse {
    let manner: FoundString.Manner
    /// Whether interpolations are placeholders.
    let takesArguments: Bool
    /// Whether a key that is not a literal is reported.
    let isAlwaysKey: Bool
    var table: String?
    var text: String?
    var comment: String?

    init(manner: FoundString.Manner, takesArguments: Bool = true, isAlwaysKey: Bool = false) {
        self.manner = manner
        self.takesArguments = takesArguments
        self.isAlwaysKey = isAlwaysKey
    }

    init(manner: FoundString.Manner, arguments: LabeledExprListSyntax) {
        self.init(manner: manner)
        read(arguments, statesText: true)
    }

    init(of pattern: CallPattern, _ arguments: LabeledExprListSyntax) {
        self.init(
            manner: pattern.manner, takesArguments: pattern.manner == .foundation,
            isAlwaysKey: pattern.namesKeysOnly)
        read(arguments, statesText: pattern.statesText)
        table = pattern.table ?? table
    }

    private mutating func read(_ arguments: LabeledExprListSyntax, statesText: Bool) {
        func text(_ labels: String...) -> String? {
            arguments.first { labels.contains($0.label?.text ?? "") }?.expression
                .as(StringLiteralExprSyntax.self)?.representedLiteralValue
        }
        table = text("tableName", "table")
        comment = text("comment")
        if statesText { self.text = text("value", "defaultValue") }
    }
}
