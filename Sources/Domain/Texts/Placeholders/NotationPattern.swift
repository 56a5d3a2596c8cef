/// A regular expression for placeholders that is matched without backtracking.
///
/// It supports characters, `.`, `\w`, `\d`, `\s`, classes such as `[a-z]`, and the quantifiers `?`,
/// `*`, `+` and `{1,3}` after one of these. A `?` after a quantifier makes the whole match as short
/// as possible. Parentheses have no effect and cannot be quantified. A match takes time linear in
/// its length.
public struct NotationPattern: Hashable, Sendable {
    /// The reason for rejecting an expression.
    public struct Failure: Error {
        /// A one-sentence description.
        public let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    /// A set of bytes that can match at a position.
    private struct Step: Hashable {
        var bytes: Set<UInt8>
        var isOptional = false
        var isRepeated = false
    }

    private var steps: [Step] = []
    private var isLazy = false

    /// The maximum number of steps in an expression; each step is one bit of a 64-bit word.
    private static let mostSteps = 60
    /// The maximum length of a placeholder, in bytes.
    private static let longestMatch = 256

    /// Parses an expression.
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
                guard depth >= 0 else {
                    throw Failure("A parenthesis is closed but was never opened.")
                }
                guard index >= source.count || !"?*+{".utf8.contains(source[index]) else {
                    throw Failure("A group in parentheses cannot be repeated.")
                }
                continue
            case UInt8(ascii: "|"):
                throw Failure("“|” is not supported; add each alternative as a separate entry.")
            case UInt8(ascii: "^"), UInt8(ascii: "$"):
                throw Failure("“^” and “$” are not supported; write “\\$” for the character.")
            case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
                throw Failure("A quantifier has nothing to repeat.")
            case UInt8(ascii: "."): bytes = Set((0...255).filter { $0 != 0x0A })
            case UInt8(ascii: "\\"): bytes = try Self.escape(in: source, at: &index)
            case UInt8(ascii: "["): bytes = try Self.characterClass(in: source, at: &index)
            default: bytes = [byte]
            }
            let counts = try Self.quantifier(in: source, at: &index)
            guard byte < 0x80 || counts == (1, 1) else {
                throw Failure("Only an ASCII character can be repeated.")
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

    /// Parses an escape, starting after its backslash.
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
            throw Failure("The only escapes are \\w, \\d, \\s and those of punctuation characters.")
        default: return [byte]
        }
    }

    /// Parses a character class, starting after its opening bracket.
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
            guard byte < 0x80 else { throw Failure("A class can contain only ASCII characters.") }
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
                    throw Failure("A class contains a range that runs backwards.")
                }
                bytes.formUnion(byte...last)
            } else {
                bytes.insert(byte)
            }
        }
        throw Failure("A class is not closed by “]”.")
    }

    /// Parses a quantifier, if there is one.
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
                throw Failure("A “{” is not closed; write “\\{” for the character.")
            }
            let parts = source[(index + 1)..<end].split(
                separator: UInt8(ascii: ","), maxSplits: 1, omittingEmptySubsequences: false)
            let numbers = parts.map { Int(String(decoding: $0, as: UTF8.self)) }
            guard let first = numbers.first, let least = first, least >= 0, least <= mostSteps
            else {
                throw Failure("A “{” must begin a repetition count; write “\\{” for the character.")
            }
            index = end + 1
            guard numbers.count == 2 else { return (least, least) }
            if parts[1].isEmpty { return (least, nil) }
            guard let most = numbers[1], most >= least, most <= mostSteps else {
                throw Failure("A repetition count in “{}” is invalid or too large.")
            }
            return (least, most)
        default: return (1, 1)
        }
    }

    /// Returns the given states, and those that can be reached from them by skipping optional
    /// steps.
    private func reachable(_ states: UInt64) -> UInt64 {
        var states = states
        for (index, step) in steps.enumerated()
        where step.isOptional && states & 1 << UInt64(index) != 0 {
            states |= 1 << UInt64(index + 1)
        }
        return states
    }

    /// Returns the end of the placeholder that begins at an index, or nil if no placeholder begins
    /// there.
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
