import Texts

/// A text as checks read it: its bytes, which ASCII characters it has, and its prose.
///
/// It is read once for all checks; most of them see at once that there is nothing for them.
final class ScannedText {
    /// The text.
    let string: String
    /// Its bytes in UTF-8.
    let bytes: [UInt8]
    /// Whether all of it is ASCII.
    let isASCII: Bool
    private let low: UInt64
    private let high: UInt64
    /// The bytes with a zero for each that belongs to a placeholder, a tag, an entity or an address.
    private(set) lazy var prose: [UInt8] = Prose.bytes(of: self)
    /// Its placeholders.
    private(set) lazy var placeholders = PlaceholderScan(string, notations)
    private let notations: PlaceholderNotations

    /// Scans a text, with the notations of the project.
    init(_ string: String, _ notations: PlaceholderNotations = .implied) {
        self.notations = notations
        self.string = string
        bytes = Array(string.utf8)
        var low: UInt64 = 0
        var high: UInt64 = 0
        var all: UInt8 = 0
        for byte in bytes {
            all |= byte
            if byte < 64 {
                low |= 1 << UInt64(byte)
            } else if byte < 128 {
                high |= 1 << UInt64(byte - 64)
            }
        }
        self.low = low
        self.high = high
        isASCII = all < 0x80
    }

    /// Returns whether an ASCII character stands in the text.
    func contains(_ character: Unicode.Scalar) -> Bool {
        let value = UInt64(character.value)
        return value < 64 ? low & 1 << value != 0 : value < 128 && high & 1 << (value - 64) != 0
    }

    /// Whether a placeholder could stand in the text.
    var mayHavePlaceholders: Bool {
        contains("%") || contains("$") || contains("{") || notations.mayUse(contains)
    }

    /// Whether a digit of ASCII stands in the text.
    var hasASCIIDigit: Bool { low & 0x03FF_0000_0000_0000 != 0 }

    /// Whether there are more bytes at an index than a beginning.
    func has(_ beginning: StaticString, at index: Int) -> Bool {
        guard index + beginning.utf8CodeUnitCount <= bytes.count else { return false }
        return bytes[index...].starts(with: beginning.description.utf8)
    }
}
