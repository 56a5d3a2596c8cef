/// A C expression with one integer variable `n`, as used in gettext's `Plural-Forms`.
///
/// Source: <https://www.gnu.org/software/gettext/manual/html_node/Plural-forms.html>. Numbers have
/// 64 bits. An expression can have at most 2000 bytes and 100 levels.
struct PluralExpression: Sendable {
    private indirect enum Node: Sendable {
        case number(UInt64)
        case variable
        case not(Node)
        case operation(String, Node, Node)
        case choice(Node, Node, Node)
    }

    private let root: Node

    /// Parses an expression; nil if it is invalid.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 2000, let tokens = Self.tokens(Array(text.utf8)) else {
            return nil
        }
        var parser = Parser(tokens: tokens)
        guard let root = parser.choice(depth: 0), parser.isAtEnd else { return nil }
        self.root = root
    }

    /// Returns the expression's value for a number; nil if the expression divides by zero.
    func value(for number: UInt64) -> UInt64? { Self.value(of: root, number) }

    private static func value(of node: Node, _ n: UInt64) -> UInt64? {
        switch node {
        case .number(let number): return number
        case .variable: return n
        case .not(let operand): return value(of: operand, n).map { $0 == 0 ? 1 : 0 }
        case .choice(let condition, let first, let second):
            return value(of: condition, n).flatMap { value(of: $0 != 0 ? first : second, n) }
        case .operation(let sign, let first, let second):
            guard let a = value(of: first, n) else { return nil }
            // These operators ignore the second operand if the first operand determines the result.
            if sign == "&&", a == 0 { return 0 }
            if sign == "||", a != 0 { return 1 }
            guard let b = value(of: second, n) else { return nil }
            return result(of: sign, a, b)
        }
    }

    private static func result(of sign: String, _ a: UInt64, _ b: UInt64) -> UInt64? {
        switch sign {
        case "&&", "||": b == 0 ? 0 : 1
        case "==": a == b ? 1 : 0
        case "!=": a == b ? 0 : 1
        case "<": a < b ? 1 : 0
        case ">": a > b ? 1 : 0
        case "<=": a <= b ? 1 : 0
        case ">=": a >= b ? 1 : 0
        case "+": a &+ b
        case "-": a &- b
        case "*": a &* b
        case "/": b == 0 ? nil : a / b
        case "%": b == 0 ? nil : a % b
        default: nil
        }
    }

    private static let signs = [
        "&&", "||", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":", "(",
        ")", "n",
    ]

    private static func tokens(_ bytes: [UInt8]) -> [String]? {
        var tokens: [String] = []
        var rest = bytes[...]
        while let byte = rest.first {
            if [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
                rest.removeFirst()
            } else if (0x30...0x39).contains(byte) {
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                tokens.append(String(decoding: digits, as: UTF8.self))
                rest = rest.dropFirst(digits.count)
            } else {
                guard let sign = signs.first(where: { rest.starts(with: $0.utf8) }) else {
                    return nil
                }
                tokens.append(sign)
                rest = rest.dropFirst(sign.utf8.count)
            }
        }
        return tokens
    }

    private struct Parser {
        let tokens: [String]
        var position = 0

        /// The operators from lowest to highest precedence.
        private static let levels = [
            ["||"], ["&&"], ["==", "!="], ["<", ">", "<=", ">="], ["+", "-"], ["*", "/", "%"],
        ]
        private static let maximumDepth = 100

        var isAtEnd: Bool { position == tokens.count }

        private mutating func take(_ wanted: [String]) -> String? {
            guard position < tokens.count, wanted.contains(tokens[position]) else { return nil }
            position += 1
            return tokens[position - 1]
        }

        mutating func choice(depth: Int) -> Node? {
            guard depth < Self.maximumDepth, let condition = operation(0, depth: depth) else {
                return nil
            }
            guard take(["?"]) != nil else { return condition }
            guard let first = choice(depth: depth + 1), take([":"]) != nil,
                let second = choice(depth: depth + 1)
            else { return nil }
            return .choice(condition, first, second)
        }

        private mutating func operation(_ level: Int, depth: Int) -> Node? {
            guard level < Self.levels.count else { return operand(depth: depth) }
            guard var node = operation(level + 1, depth: depth) else { return nil }
            var length = 0
            while let sign = take(Self.levels[level]) {
                length += 1
                guard length < Self.maximumDepth,
                    let next = operation(level + 1, depth: depth)
                else { return nil }
                node = .operation(sign, node, next)
            }
            return node
        }

        private mutating func operand(depth: Int) -> Node? {
            guard depth < Self.maximumDepth, position < tokens.count else { return nil }
            let token = tokens[position]
            position += 1
            switch token {
            case "n": return .variable
            case "!": return operand(depth: depth + 1).map { .not($0) }
            case "(":
                guard let node = choice(depth: depth + 1), take([")"]) != nil else { return nil }
                return node
            default: return UInt64(token).map { .number($0) }
            }
        }
    }
}
