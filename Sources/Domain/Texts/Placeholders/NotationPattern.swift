/// A regular expression for placeholders, which is matched without going back.
///
/// It knows characters, `.`, `\w`, `\d`, `\s`, classes as `[a-z]`, and the quantifiers `?`, `*`, `+` and `{1,3}` after one
/// of these. A `?` after a quantifier makes the whole match as short as possible. Parentheses change nothing, and take no
/// quantifier. A match takes time linear in its length.
public struct NotationPattern: Hashable, Sendable {
    /// One sentence that says why an expression is not taken.
    public struct Failure: Error {
        /// The sentence.
        public let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    /// A set of bytes that may stand at a place.
    private struct Step: Hashable {
        var bytes: Set<UInt8>
        var isOptional = false
        var isRepeated = false
    }

    private var steps: [Step] = []
    private var isLazy = false

    /// The most steps of an expression; a bit of a word stands for each.
    private static let mostSteps = 60
    /// A placeholder is no longer, in bytes.
    private static let longestMatch = 256

    /// Reads an expression.
    init(_ source: [UInt8]) throws(Failure) {
        var index = 0
        var depth = 0
        while index < source.count {
            let byte = source[index]
            index += 1
            var bytes: Set<UInt8>
            switch byte {
            case UInt8(ascii: "("):
                depth += 1
                if source[index...].starts(with: "?:".utf8) { index += 2 }
                continue
            case UInt8(ascii: ")"):
                depth -= 1
                guard depth >= 0 else { throw Failure("A parenthesis was not opened.") }
                guard index >= source.count || !"?*+{".utf8.contains(source[index]) else {
                    throw Failure("A part in parentheses cannot be repeated in an expression.")
                }
                continue
            case UInt8(ascii: "|"):
                throw Failure("An expression has no “|”; each choice is an entry of its own.")
            case UInt8(ascii: "^"), UInt8(ascii: "$"):
                throw Failure("An expression has no “^” and “$”; “\\$” is the sign.")
            case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
                throw Failure("A quantifier follows nothing that it could repeat.")
            case UInt8(ascii: "."): bytes = Set((0...255).filter { $0 != 0x0A })
            case UInt8(ascii: "\\"): bytes = try Self.escape(in: source, at: &index)
            case UInt8(ascii: "["): bytes = try Self.characterClass(in: source, at: &index)
            default: bytes = [byte]
            }
            let counts = try Self.quantifier(in: source, at: &index)
            guard byte < 0x80 || counts == (1, 1) else {
                throw Failure("Only a character of ASCII can be repeated in an expression.")
            }
            if counts != (1, 1), index < source.count, source[index] == UInt8(ascii: "?") {
                isLazy = true
                index += 1
            }
            if index < source.count, "*+".utf8.contains(source[index]), counts != (1, 1) {
                throw Failure("A quantifier cannot follow a quantifier.")
            }
            let one = Step(bytes: bytes)
            steps += Array(repeating: one, count: counts.least)
            if let most = counts.most {
                let optional = Step(bytes: bytes, isOptional: true)
                steps += Array(repeating: optional, count: most - counts.least)
            } else {
                steps.append(Step(bytes: bytes, isOptional: true, isRepeated: true))
            }
            guard steps.count <= Self.mostSteps else {
                throw Failure("The expression is too long.")
            }
        }
        guard depth == 0 else { throw Failure("A parenthesis is not closed.") }
        guard steps.contains(where: { !$0.isOptional }) else {
            throw Failure("The expression also matches an empty text.")
        }
    }

    private static let digits = Set(UInt8(ascii: "0")...UInt8(ascii: "9"))
    private static let letters = Set(
        (UInt8(ascii: "a")...UInt8(ascii: "z")).flatMap { [$0, $0 - 0x20] })
    private static let spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D]
    private static let all = Set(UInt8.min...UInt8.max)

    /// Reads what follows a backslash.
    private static func escape(
        in source: [UInt8], at index: inout Int
    ) throws(Failure) -> Set<UInt8> {
        guard index < source.count else { throw Failure("The expression ends with a backslash.") }
        let byte = source[index]
        index += 1
        let word = digits.union(letters).union([UInt8(ascii: "_")])
        switch byte {
        case UInt8(ascii: "d"): return digits
        case UInt8(ascii: "w"): return word
        case UInt8(ascii: "s"): return spaces
        case UInt8(ascii: "D"): return all.subtracting(digits)
        case UInt8(ascii: "W"): return all.subtracting(word)
        case UInt8(ascii: "S"): return all.subtracting(spaces)
        case _ where PlaceholderScanner.isLetterOrDigit(byte) || byte >= 0x80:
            throw Failure("An expression has only the escapes \\w, \\d, \\s, and those of signs.")
        default: return [byte]
        }
    }

    /// Reads a class after its bracket.
    private static func characterClass(
        in source: [UInt8], at index: inout Int
    ) throws(Failure) -> Set<UInt8> {
        let isNegated = index < source.count && source[index] == UInt8(ascii: "^")
        if isNegated { index += 1 }
        let start = index
        var bytes: Set<UInt8> = []
        while index < source.count {
            let byte = source[index]
            index += 1
            if byte == UInt8(ascii: "]"), index - 1 > start {
                return isNegated ? all.subtracting(bytes) : bytes
            }
            guard byte < 0x80 else { throw Failure("A class has characters of ASCII only.") }
            guard byte != UInt8(ascii: "\\") else {
                bytes.formUnion(try escape(in: source, at: &index))
                continue
            }
            if index + 1 < source.count, source[index] == UInt8(ascii: "-"),
                source[index + 1] != UInt8(ascii: "]")
            {
                let last = source[index + 1]
                index += 2
                guard byte <= last, last < 0x80, last != UInt8(ascii: "\\") else {
                    throw Failure("A class has a range that goes backwards.")
                }
                bytes.formUnion(byte...last)
            } else {
                bytes.insert(byte)
            }
        }
        throw Failure("A class is not closed by “]”.")
    }

    /// Reads a quantifier, if there is one.
    private static func quantifier(
        in source: [UInt8], at index: inout Int
    ) throws(Failure) -> (least: Int, most: Int?) {
        guard index < source.count else { return (1, 1) }
        switch source[index] {
        case UInt8(ascii: "?"):
            index += 1
            return (0, 1)
        case UInt8(ascii: "*"):
            index += 1
            return (0, nil)
        case UInt8(ascii: "+"):
            index += 1
            return (1, nil)
        case UInt8(ascii: "{"):
            guard let end = source[index...].firstIndex(of: UInt8(ascii: "}")) else {
                throw Failure("A “{” is not closed; “\\{” is the sign.")
            }
            let parts = source[(index + 1)..<end].split(
                separator: UInt8(ascii: ","), maxSplits: 1, omittingEmptySubsequences: false)
            let numbers = parts.map { Int(String(decoding: $0, as: UTF8.self)) }
            guard let first = numbers.first, let least = first, least >= 0, least <= mostSteps
            else { throw Failure("A “{” begins no number of times; “\\{” is the sign.") }
            index = end + 1
            guard numbers.count == 2 else { return (least, least) }
            if parts[1].isEmpty { return (least, nil) }
            guard let most = numbers[1], most >= least, most <= mostSteps else {
                throw Failure("A number of times in “{}” is wrong or too large.")
            }
            return (least, most)
        default: return (1, 1)
        }
    }

    /// Returns the steps that may come next, as bits, with those behind optional ones.
    private func reachable(_ states: UInt64) -> UInt64 {
        var states = states
        for (index, step) in steps.enumerated()
        where step.isOptional && states & 1 << UInt64(index) != 0 {
            states |= 1 << UInt64(index + 1)
        }
        return states
    }

    /// Returns the end of the placeholder that begins at an index; nil if none does.
    func match(in bytes: [UInt8], at start: Int) -> Int? {
        var states = reachable(1)
        var found: Int?
        var index = start
        let end = min(bytes.count, start + Self.longestMatch)
        while states != 0, index < end {
            var next: UInt64 = 0
            for (number, step) in steps.enumerated()
            where states & 1 << UInt64(number) != 0 && step.bytes.contains(bytes[index]) {
                next |= 1 << UInt64(step.isRepeated ? number : number + 1)
            }
            states = reachable(next)
            index += 1
            let isAtCharacter = index == bytes.count || bytes[index] & 0xC0 != 0x80
            if isAtCharacter, states & 1 << UInt64(steps.count) != 0 {
                found = index
                if isLazy { break }
            }
        }
        return found
    }
}
