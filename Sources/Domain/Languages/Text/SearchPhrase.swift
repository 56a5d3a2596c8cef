import CICU

/// A phrase to search for in texts.
///
/// The comparison uses Unicode's NFKC_Casefold, which ignores case, the width and style of letters,
/// and invisible characters: `ＡＢＣ` matches `abc`, and `STRASSE` matches `straße`. Accents and
/// vowel marks count. Line breaks and other controls count as spaces. See
/// <https://www.unicode.org/reports/tr31/#NFKC_Modifications>.
public struct SearchPhrase: Hashable, Sendable {
    /// The folded phrase in UTF-8.
    public let bytes: [UInt8]
    /// True if the folded phrase contains only ASCII characters.
    private let isASCII: Bool

    /// Creates a phrase; an empty phrase matches every text.
    public init(_ text: String) {
        bytes = Self.fold(text)
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    /// Returns true if a text contains the phrase.
    public func matches(_ text: String) -> Bool {
        Self.fold(text).withUnsafeBytes { contains(in: $0, folding: false) }
    }

    /// Returns false if a text cannot contain the phrase, given its bytes in UTF-8 or JSON.
    ///
    /// This rejects most texts without creating a string.
    public func mayMatch(_ text: UnsafeRawBufferPointer) -> Bool {
        for byte in text where byte >= 0x80 || byte < 0x20 || byte == UInt8(ascii: "\\") {
            return true
        }
        // The folded form of an ASCII text is ASCII.
        return isASCII && contains(in: text, folding: true)
    }

    private func contains(in text: UnsafeRawBufferPointer, folding: Bool) -> Bool {
        guard let first = bytes.first else { return true }
        guard text.count >= bytes.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            for start in 0...(text.count - bytes.count)
            where (folding ? Self.lower(text[start]) : text[start]) == first {
                var length = 1
                while length < bytes.count {
                    let byte = text[start + length]
                    guard (folding ? Self.lower(byte) : byte) == bytes[length] else { break }
                    length += 1
                }
                if length == bytes.count { return true }
            }
            return false
        }
    }

    /// Returns the folded form of a text, in UTF-8.
    ///
    /// Takes linear time.
    public static func fold(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.map(plain) }
        var status: ICUStatus = 0
        guard let normalizer = icu_unorm2_getNFKCCasefoldInstance(&status), status.isSuccess else {
            return text.lowercased().utf8.map(plain)
        }
        let units = Array(text.utf16)
        let folded = ICUBuffer.readText(capacity: units.count + 16) {
            icu_unorm2_normalize(normalizer, units, Int32(units.count), $0, $1, &$2)
        }
        return (folded ?? text.lowercased()).utf8.map(plain)
    }

    /// Returns a byte in lower case, or a space if it is a control character.
    private static func plain(_ byte: UInt8) -> UInt8 {
        byte < 0x20 || byte == 0x7F ? UInt8(ascii: " ") : lower(byte)
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
