/// A file as a sequence of words and signs, each with the white space before it.
///
/// A word is a run of letters, digits, `_` and non-ASCII characters. Every other character is a
/// separate sign. The last token is the end of the file. Concatenating the tokens with their white
/// space restores the file.
struct LayoutTokens {
    /// The kind of a word.
    ///
    /// The kind of a sign is its byte, and the kind of the end is 0.
    static let word = UInt8(ascii: "w")

    let bytes: [UInt8]
    /// The range of the white space before each token.
    private(set) var leads: [Range<Int>] = []
    /// The range of each token, without white space.
    private(set) var cores: [Range<Int>] = []
    /// A number for each token.
    ///
    /// If files share the same ``LayoutNames``, equal tokens have equal numbers.
    private(set) var ids: [Int] = []
    /// A number for the white space before each token.
    private(set) var leadIDs: [Int] = []
    /// The kind of each token.
    private(set) var kinds: [UInt8] = []
    /// The number of line feeds before each token.
    private(set) var breaks: [Int] = []

    /// Splits a file into tokens.
    ///
    /// The cost is linear.
    init(_ bytes: [UInt8], _ names: inout LayoutNames) {
        self.bytes = bytes
        var position = 0
        while true {
            let start = position
            var breaks = 0
            while position < bytes.count, Self.isSpace(bytes[position]) {
                if bytes[position] == 0x0A { breaks += 1 }
                position += 1
            }
            let core = position
            let first = core < bytes.count ? bytes[core] : 0
            let isWord = core < bytes.count && Self.isOfWord(first)
            if core < bytes.count { position += 1 }
            while isWord, position < bytes.count, Self.isOfWord(bytes[position]) { position += 1 }
            leads.append(start..<core)
            cores.append(core..<position)
            leadIDs.append(names.number(of: bytes[start..<core]))
            ids.append(names.number(of: bytes[core..<position]))
            kinds.append(isWord ? Self.word : first)
            self.breaks.append(breaks)
            guard core < bytes.count else { return }
        }
    }

    /// The number of tokens, including the end.
    var count: Int { ids.count }

    /// Returns the white space before a token.
    func lead(_ index: Int) -> ArraySlice<UInt8> { bytes[leads[index]] }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_")
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

/// Assigns a number to each distinct piece of a file.
struct LayoutNames {
    private var numbers: [ArraySlice<UInt8>: Int] = [:]
    private(set) var pieces: [ArraySlice<UInt8>] = []

    /// Returns the number of a piece; pieces with equal bytes have the same number.
    mutating func number(of piece: ArraySlice<UInt8>) -> Int {
        if let number = numbers[piece] { return number }
        numbers[piece] = pieces.count
        pieces.append(piece)
        return pieces.count - 1
    }
}
