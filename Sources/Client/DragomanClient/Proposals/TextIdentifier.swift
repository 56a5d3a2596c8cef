/// The identifier of a text: a section and a key.
///
/// Identifiers are compared by bytes.
public struct TextIdentifier: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The name of the default section on the server.
    public static let defaultSection = "default"

    /// The section; the default one is ``defaultSection``.
    public let section: String
    /// The key.
    public let key: String

    /// Creates an identifier.
    ///
    /// `defaultSection` is the name of the default section in code that NStack generates, and stands for `default`.
    public init(section: String = Self.defaultSection, key: String) {
        let isDefault = section.utf8.elementsEqual("defaultSection".utf8)
        self.section = isDefault ? Self.defaultSection : section
        self.key = key
    }

    /// Reads `section.key`, or returns nil unless the path has exactly two parts.
    ///
    /// Keys with dots need ``init(section:key:)``.
    public init?(_ path: String) {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.init(section: String(parts[0]), key: String(parts[1]))
    }

    /// The section and the key, with a dot between them.
    public var description: String { "\(section).\(key)" }

    /// Returns true if the bytes of both parts are equal.
    public static func == (a: Self, b: Self) -> Bool {
        a.section.utf8.elementsEqual(b.section.utf8) && a.key.utf8.elementsEqual(b.key.utf8)
    }

    /// Hashes the bytes of both parts.
    public func hash(into hasher: inout Hasher) {
        for part in [section, key] {
            for byte in part.utf8 { hasher.combine(byte) }
            hasher.combine(UInt8(0xFF))
        }
    }

    /// Orders by section, then by key.
    public static func < (a: Self, b: Self) -> Bool {
        guard a.section.utf8.elementsEqual(b.section.utf8) else {
            return a.section.utf8.lexicographicallyPrecedes(b.section.utf8)
        }
        return a.key.utf8.lexicographicallyPrecedes(b.key.utf8)
    }
}
