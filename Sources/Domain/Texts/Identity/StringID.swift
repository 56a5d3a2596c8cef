/// The identity of a string: its section and its key.
///
/// Compared byte by byte: keys that differ only in Unicode normalisation are different strings.
public struct StringID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The section, called a namespace in i18next; the project's default section if a format has
    /// none.
    public let section: String
    /// The name in the section; for apps whose key is the English text, that text.
    public let key: String

    /// Names the string `key` of `section`.
    public init(section: String, key: String) {
        self.section = section
        self.key = key
    }

    /// Section and key, with a colon between them.
    public var description: String { "\(section):\(key)" }

    /// Compares by bytes.
    public static func == (a: StringID, b: StringID) -> Bool {
        a.key.hasSameBytes(as: b.key) && a.section.hasSameBytes(as: b.section)
    }

    /// Feeds the bytes that are compared.
    public func hash(into hasher: inout Hasher) {
        section.hashBytes(into: &hasher)
        key.hashBytes(into: &hasher)
    }

    /// Orders by bytes.
    public static func < (a: StringID, b: StringID) -> Bool {
        a.section.hasSameBytes(as: b.section)
            ? a.key.precedesInBytes(b.key) : a.section.precedesInBytes(b.section)
    }
}
