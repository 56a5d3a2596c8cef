import TestKit

/// The pieces that a text seems to be made of.
enum Pieces {
    /// The piece at or after a place: a word, a quoted text, what stands between brackets that belong together, a
    /// line, or one character.
    static func range(
        in bytes: [UInt8], from place: Int, _ random: inout SplitMix64
    ) -> Range<Int> {
        guard place < bytes.count else { return bytes.count..<bytes.count }
        let first = bytes[place]
        if let close = closing(first), let end = matching(first, close, in: bytes, from: place) {
            return place..<end
        }
        if first == UInt8(ascii: "\""), let end = endOfQuote(in: bytes, from: place) {
            return place..<end
        }
        if random.chance(1, in: 8) {
            let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
            return start..<end
        }
        guard isWord(first) else {
            // A character of several bytes is one piece.
            let end = bytes[(place + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
            return place..<(first < 0x80 ? place + 1 : min(end, place + 4))
        }
        let start = bytes[..<place].lastIndex { !isWord($0) }.map { $0 + 1 } ?? 0
        return start..<(bytes[place...].firstIndex { !isWord($0) } ?? bytes.count)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func closing(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "{"): UInt8(ascii: "}")
        case UInt8(ascii: "["): UInt8(ascii: "]")
        case UInt8(ascii: "<"): UInt8(ascii: ">")
        case UInt8(ascii: "("): UInt8(ascii: ")")
        default: nil
        }
    }

    private static func matching(
        _ open: UInt8, _ close: UInt8, in bytes: [UInt8], from place: Int
    ) -> Int? {
        var depth = 0
        for index in place..<bytes.count {
            if bytes[index] == open { depth += 1 }
            if bytes[index] == close { depth -= 1 }
            if depth == 0 { return index + 1 }
        }
        return nil
    }

    private static func endOfQuote(in bytes: [UInt8], from place: Int) -> Int? {
        var index = place + 1
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\") {
                index += 1
            } else if bytes[index] == UInt8(ascii: "\"") {
                return index + 1
            }
            index += 1
        }
        return nil
    }
}
