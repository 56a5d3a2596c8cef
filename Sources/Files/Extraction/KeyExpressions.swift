import SwiftSyntax

/// Finds the expressions that supply another expression's value.
enum KeyExpressions {
    /// Returns the possible values of an expression: the branches of a condition, the items of a
    /// collection, or the expression itself.
    static func results(of expression: ExprSyntax) -> [ExprSyntax] {
        if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
            let inner = tuple.elements.first?.expression
        {
            return results(of: inner)
        }
        if let array = expression.as(ArrayExprSyntax.self) {
            return array.elements.flatMap { results(of: $0.expression) }
        }
        if let dictionary = expression.as(DictionaryExprSyntax.self),
            case .elements(let elements) = dictionary.content
        {
            return elements.flatMap { results(of: $0.value) }
        }
        if let sequence = expression.as(SequenceExprSyntax.self) {
            return branches(of: sequence) ?? [expression]
        }
        if let choice = expression.as(IfExprSyntax.self) { return results(of: choice) }
        if let choice = expression.as(SwitchExprSyntax.self) { return results(of: choice) }
        return [expression]
    }

    /// Returns the expressions that a body returns, with or without `return`.
    static func results(of body: CodeBlockItemListSyntax) -> [ExprSyntax] {
        let returns = ReturnCollector(viewMode: .sourceAccurate)
        returns.walk(body)
        return value(of: body) + returns.found.flatMap(results)
    }

    /// Returns the values of a block with a single expression.
    private static func value(of items: CodeBlockItemListSyntax) -> [ExprSyntax] {
        guard items.count == 1, let item = items.first?.item else { return [] }
        switch item {
        case .expr(let expression): return results(of: expression)
        // An `if` or a `switch` that begins a statement.
        case .stmt(let statement):
            return statement.as(ExpressionStmtSyntax.self).map { results(of: $0.expression) } ?? []
        case .decl: return []
        }
    }

    /// Returns the branches of `a ? b : c`, which the parser leaves as a flat list; `nil` for other
    /// operators.
    private static func branches(of sequence: SequenceExprSyntax) -> [ExprSyntax]? {
        let elements = Array(sequence.elements)
        guard let last = elements.lastIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) })
        else { return nil }
        let first = elements.compactMap { $0.as(UnresolvedTernaryExprSyntax.self)?.thenExpression }
        let rest = elements[(last + 1)...]
        return (first + (rest.count == 1 ? Array(rest) : [])).flatMap(results)
    }

    private static func results(of choice: IfExprSyntax) -> [ExprSyntax] {
        let otherwise: [ExprSyntax] =
            switch choice.elseBody {
            case .ifExpr(let next): results(of: next)
            case .codeBlock(let block): value(of: block.statements)
            case nil: []
            }
        return value(of: choice.body.statements) + otherwise
    }

    private static func results(of choice: SwitchExprSyntax) -> [ExprSyntax] {
        choice.cases.flatMap { item in
            guard case .switchCase(let body) = item else { return [ExprSyntax]() }
            return value(of: body.statements)
        }
    }
}

/// Finds the values that a body returns, excluding nested functions.
private final class ReturnCollector: SyntaxVisitor {
    private(set) var found: [ExprSyntax] = []

    override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
        if let expression = node.expression { found.append(expression) }
        return .skipChildren
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
