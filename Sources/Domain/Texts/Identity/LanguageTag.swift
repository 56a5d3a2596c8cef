/// A BCP 47 language tag in canonical form, such as `fr-CA`.
///
/// The domain compares tags literally. Callers normalize case, replace deprecated codes and check
/// registration before they create a tag.
public struct LanguageTag: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The stored tag: ASCII letters, digits and `-`.
    public let rawValue: String

    /// Creates a tag from well-formed subtags: 1 to 8 ASCII letters or digits each, joined by `-`.
    public init?(_ rawValue: String) {
        guard rawValue.utf8.count <= 255 else { return nil }
        var length = 0
        for byte in rawValue.utf8 {
            if byte == UInt8(ascii: "-") {
                guard (1...8).contains(length) else { return nil }
                length = 0
            } else {
                guard Self.isAlphanumeric(byte) else { return nil }
                length += 1
            }
        }
        guard (1...8).contains(length) else { return nil }
        self.rawValue = rawValue
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// The tag's language subtag, such as `fr` in `fr-CA`.
    public var language: Substring {
        rawValue.prefix { $0 != "-" }
    }

    /// Returns whether this tag is `other` with additional subtags, such as `en-GB` for `en`.
    public func isVariant(of other: LanguageTag) -> Bool {
        rawValue.hasPrefix(other.rawValue + "-")
    }

    /// The stored tag.
    public var description: String { rawValue }

    /// Orders tags by their bytes.
    public static func < (a: LanguageTag, b: LanguageTag) -> Bool {
        a.rawValue.precedesInBytes(b.rawValue)
    }
}
