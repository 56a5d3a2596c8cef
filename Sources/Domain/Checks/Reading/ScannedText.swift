import Texts

/// A text prepared for checks: its bytes, the set of its ASCII characters, and its prose.
///
/// The text is parsed once for all checks. With the set of characters, most checks can tell
/// immediately that they do not apply.
final class ScannedText {
    let string: String
    /// The text's UTF-8 bytes.
    let bytes: [UInt8]
    /// Whether the text contains only ASCII characters.
    let isASCII: Bool
    private let low: UInt64
    private let high: UInt64
    /// The bytes, with a zero for each byte of a placeholder, tag, entity or address.
    private(set) lazy var prose: [UInt8] = Prose.bytes(of: self)
    private(set) lazy var placeholders = PlaceholderScan(string, notations)
    private let notations: PlaceholderNotations

    /// Scans a text with the project's placeholder notations.
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

    /// Returns whether the text contains an ASCII character.
    func contains(_ character: Unicode.Scalar) -> Bool {
        let value = UInt64(character.value)
        return value < 64 ? low & 1 << value != 0 : value < 128 && high & 1 << (value - 64) != 0
    }

    /// Whether the text could contain a placeholder.
    var mayHavePlaceholders: Bool {
        contains("%") || contains("$") || contains("{") || notations.mayUse(contains)
    }

    /// Whether the text contains an ASCII digit.
    var hasASCIIDigit: Bool { low & 0x03FF_0000_0000_0000 != 0 }

    /// Returns whether the bytes from an index on start with `beginning`.
    func has(_ beginning: StaticString, at index: Int) -> Bool {
        guard index + beginning.utf8CodeUnitCount <= bytes.count else { return false }
        return bytes[index...].starts(with: beginning.description.utf8)
    }
}
