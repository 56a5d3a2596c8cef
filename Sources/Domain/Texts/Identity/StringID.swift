/// The identity of a string: its section and key.
///
/// Identities are compared by bytes: keys that differ only in Unicode normalization identify
/// different strings.
public struct StringID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The section, called a namespace in i18next.
    ///
    /// If a file format has no sections, this is the project's default section.
    public let section: String
    /// The key within the section.
    ///
    /// If an app uses its English texts as keys, this is the English text.
    public let key: String

    /// Creates the identity of a string from its section and key.
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
