/// A bash command line up to the cursor, split into words as the shell does.
///
/// bash passes the line as it was typed. readline also splits it at colons and equals signs. This
/// parser reads the line itself, to handle quotes and colons correctly.
struct BashLine {
    /// The quotation marks of the shell.
    enum Quote: UInt8 {
        case single = 0x27
        case double = 0x22
    }

    /// The words before the current one, without their quotes.
    private(set) var words: [String] = []
    /// The word at the cursor, without its quotes.
    private(set) var current = ""
    /// The quote that is still open at the cursor.
    private(set) var open: Quote?
    /// The part of ``current`` that readline keeps; the chosen completion replaces the rest.
    private(set) var kept = ""

    /// Parses a line.
    ///
    /// `replaced` is the text that readline would replace, as it was typed.
    init(_ line: String, replaced: String) {
        let bytes = Array(line.utf8)
        // If readline keeps an open quote, the replaced text starts after it.
        let boundary = bytes.count - (bytes.ends(with: replaced.utf8) ? replaced.utf8.count : 0)
        var word: [UInt8]?
        var keptCount = 0
        var index = 0
        while index < bytes.count {
            if index == boundary { keptCount = word?.count ?? 0 }
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : nil
            switch (open, byte) {
            case (nil, UInt8(ascii: " ")), (nil, UInt8(ascii: "\t")):
                if let done = word { words.append(String(decoding: done, as: UTF8.self)) }
                (word, keptCount) = (nil, 0)
            case (nil, _) where Quote(rawValue: byte) != nil:
                open = Quote(rawValue: byte)
                word = word ?? []
            case (.some(let quote), _) where byte == quote.rawValue: open = nil
            case (nil, UInt8(ascii: "\\")), (.double, UInt8(ascii: "\\")):
                if let next, open == nil || Self.escapable.contains(next) {
                    word = (word ?? []) + [next]
                    index += 1
                } else if open != nil {
                    word = (word ?? []) + [byte]
                }
            default: word = (word ?? []) + [byte]
            }
            index += 1
        }
        let last = word ?? []
        if boundary >= bytes.count { keptCount = last.count }
        current = String(decoding: last, as: UTF8.self)
        kept = String(decoding: last.prefix(keptCount), as: UTF8.self)
    }

    /// The characters that a backslash escapes inside double quotes.
    private static let escapable = Set("$`\"\\".utf8)

    /// Returns the text that readline inserts for a complete word, or nil if the word does not
    /// start with the kept part.
    func replacement(for word: String) -> String? {
        guard word.utf8.starts(with: kept.utf8) else { return nil }
        let rest = word.utf8.dropFirst(kept.utf8.count)
        var quoted: [UInt8] = []
        for byte in rest {
            switch open {
            case .single where byte == Quote.single.rawValue: quoted += Array(#"'\''"#.utf8)
            case .double where Self.escapable.contains(byte):
                quoted += [UInt8(ascii: "\\"), byte]
            case nil where !Self.isPlain(byte): quoted += [UInt8(ascii: "\\"), byte]
            default: quoted.append(byte)
            }
        }
        return String(decoding: quoted, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF:
            true
        default: "_-./:,@%+=".utf8.contains(byte)
        }
    }
}

extension [UInt8] {
    fileprivate func ends(with other: some BidirectionalCollection<UInt8>) -> Bool {
        count >= other.count && suffix(other.count).elementsEqual(other)
    }
}
