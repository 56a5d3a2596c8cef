import TestKit

/// Makes new inputs of known ones: the same from the same seed.
///
/// It knows no grammar, but what grammars of text are made of: bytes, characters, words, quoted texts, brackets that
/// belong together, lines.
struct Mutator {
    /// What is drawn from.
    var random: SplitMix64
    /// Words of the reader, and those that all readers trip over.
    private let words: [[UInt8]]
    private let maximumSize: Int

    init(random: SplitMix64, words: [String], maximumSize: Int) {
        self.random = random
        // A reader's own words come as often as all others together.
        let own = words.map { Array($0.utf8) }
        let general = FuzzDictionary.texts.map { Array($0.utf8) } + FuzzDictionary.bytes
        let times = own.isEmpty ? 0 : max(1, general.count / own.count)
        self.words = general + Array(repeating: own, count: times).flatMap(\.self)
        self.maximumSize = maximumSize
    }

    /// Makes an input from one, with parts of another.
    mutating func mutated(_ input: [UInt8], with other: [UInt8]) -> [UInt8] {
        var bytes = input
        var steps = 1
        while steps < 12, random.chance(1, in: 2) { steps += 1 }
        for _ in 0..<steps {
            bytes = step(bytes, other)
            if bytes.count > maximumSize { bytes = Array(bytes.prefix(maximumSize)) }
        }
        return bytes
    }

    private mutating func step(_ bytes: [UInt8], _ other: [UInt8]) -> [UInt8] {
        switch random.number(in: 0...19) {
        case 0: changingByte(bytes)
        case 1: inserting([UInt8.random(in: 0...255, using: &random)], into: bytes)
        case 2...4: inserting(random.pick(words), into: bytes)
        case 5...7: replacingPiece(of: bytes, by: random.pick(words))
        case 8: removing(range(in: bytes), from: bytes)
        case 9, 10: replacingPiece(of: bytes, by: [])
        case 11: inserting(Array(bytes[range(in: bytes)]), into: bytes)
        case 12, 13: replacingPiece(of: bytes, by: piece(of: bytes))
        case 14: replacingPiece(of: bytes, by: piece(of: other))
        case 15: Array(bytes[..<cut(bytes)]) + other[cut(other)...]
        case 16: repeating(piece(of: bytes), in: bytes)
        case 17: nesting(bytes)
        case 18: swappingLines(bytes)
        default: encodedOtherwise(bytes)
        }
    }

    private mutating func cut(_ bytes: [UInt8]) -> Int { random.number(in: 0...bytes.count) }

    /// A range, short more often than long.
    private mutating func range(in bytes: [UInt8]) -> Range<Int> {
        let start = cut(bytes)
        let longest = random.chance(1, in: 4) ? bytes.count : 8
        return start..<min(bytes.count, start + random.number(in: 0...longest))
    }

    private mutating func changingByte(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return [0] }
        var changed = bytes
        let index = random.number(in: 0...(bytes.count - 1))
        changed[index] ^= 1 << UInt8(random.number(in: 0...7))
        return changed
    }

    private mutating func inserting(_ piece: [UInt8], into bytes: [UInt8]) -> [UInt8] {
        let place = cut(bytes)
        return Array(bytes[..<place]) + piece + bytes[place...]
    }

    private func removing(_ range: Range<Int>, from bytes: [UInt8]) -> [UInt8] {
        Array(bytes[..<range.lowerBound]) + bytes[range.upperBound...]
    }

    private mutating func replacingPiece(of bytes: [UInt8], by piece: [UInt8]) -> [UInt8] {
        let range = Pieces.range(in: bytes, from: cut(bytes), &random)
        return Array(bytes[..<range.lowerBound]) + piece + bytes[range.upperBound...]
    }

    private mutating func piece(of bytes: [UInt8]) -> [UInt8] {
        Array(bytes[Pieces.range(in: bytes, from: cut(bytes), &random)])
    }

    /// The same piece many times: long lists, long words, many members.
    private mutating func repeating(_ piece: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        guard !piece.isEmpty else { return bytes }
        let most = max(1, (maximumSize - min(bytes.count, maximumSize)) / piece.count)
        let count = random.chance(1, in: 16) ? most : random.number(in: 1...min(64, most))
        return inserting(Array(repeating: piece, count: count).flatMap(\.self), into: bytes)
    }

    /// A piece inside many brackets.
    private mutating func nesting(_ bytes: [UInt8]) -> [UInt8] {
        let range = Pieces.range(in: bytes, from: cut(bytes), &random)
        let (open, close) = random.pick([
            ("[", "]"), ("{\"a\":", "}"), ("<a>", "</a>"), ("(", ")"), ("{\"list\":[", "]}"),
            ("\"", "\""), ("{\"by\":\"plural\",\"cases\":{\"other\":", "}}"),
            ("<string>", "</string>"),
        ])
        let depth = random.chance(1, in: 8) ? random.number(in: 1...3000) : random.number(in: 1...6)
        let piece = bytes[range]
        var nested = Array(bytes[..<range.lowerBound])
        nested += Array(repeating: Array(open.utf8), count: depth).flatMap(\.self)
        nested += piece
        nested += Array(repeating: Array(close.utf8), count: depth).flatMap(\.self)
        return nested + bytes[range.upperBound...]
    }

    private mutating func swappingLines(_ bytes: [UInt8]) -> [UInt8] {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.count > 1 else { return bytes }
        lines.swapAt(
            random.number(in: 0...(lines.count - 1)), random.number(in: 0...(lines.count - 1)))
        if random.chance(1, in: 3) { lines.append(random.pick(lines)) }
        return Array(lines.joined(separator: [0x0A]))
    }

    /// The input as other programs save it.
    private mutating func encodedOtherwise(_ bytes: [UInt8]) -> [UInt8] {
        switch random.number(in: 0...4) {
        case 0: return [0xEF, 0xBB, 0xBF] + bytes
        case 1: return [0xFF, 0xFE] + bytes.flatMap { [$0, 0] }
        case 2: return [0, 0] + bytes.flatMap { [0, $0] }
        case 3: return bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
        default: return bytes.map { $0 >= 0x80 ? 0x3F : $0 }
        }
    }
}
