/// The identity of a string: its section and key.
///
/// Compared by bytes: keys that differ only in Unicode normalization are different strings.
public struct StringID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The section, called a namespace in i18next.
    ///
    /// The project's default section if a format has no sections.
    public let section: String
    /// The name within the section.
    ///
    /// In apps that use the English text as key, that text.
    public let key: String

    /// Creates the identity of the string `key` in `section`.
    public init(section: String, key: String) {
        self.section = section
        self.key = key
    }

    /// The section and key, joined by a colon.
    public var description: String { "\(section):\(key)" }

    /// Compares by bytes.
    public static func == (a: StringID, b: StringID) -> Bool {
        a.key.hasSameBytes(as: b.key) && a.section.hasSameBytes(as: b.section)
    }

    /// Feeds the compared bytes to the hasher.
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
