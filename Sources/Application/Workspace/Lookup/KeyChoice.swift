import ReadModel
public import Texts
import Translation

/// The strings that a section and a key mean together: all of a section, one string, or those with keys like a
/// pattern.
///
/// One grammar for all verbs: a key as it is printed (`cart:items`), a key or a pattern of keys in any section (`items`, `list.*`), or one
/// in a section (`cart:list.*`, `:list.*` for the default one). A string of the default section counts before those of others.
public struct KeyChoice {
    /// The section, where one is named.
    public private(set) var section: String?
    /// The string, where one is named.
    public private(set) var string: StringID?
    /// The pattern, where `*` stands in the key and no string has it as its name.
    public private(set) var pattern: String?

    /// Which strings count.
    public enum Scope: Sendable {
        /// Those that exist at the moment.
        case present
        /// Those that exist or existed.
        case known
        /// Those that are known, and any section.
        case anySection
    }

    /// Looks the key up; a section and a key that do not count are refused, and a pattern that nothing is like is told.
    ///
    /// `others` count too: strings that are known from elsewhere, such as another revision.
    public init(
        section: String?, key: String?, in snapshot: Snapshot, _ scope: Scope = .anySection,
        or others: Set<StringID> = []
    ) throws {
        self.section = section.map(snapshot.section)
        if let section, scope != .anySection {
            try Self.require(section, in: snapshot, scope, or: others)
        }
        guard let key else { return }
        let string = try snapshot.string(KeyArgument(key, section: section), or: others)
        let isKnown =
            try scope == .present
            ? snapshot.model.exists(string) : snapshot.model.hasEvents(of: string)
        if isKnown || others.contains(string) {
            self.string = string
        } else if key.utf8.contains(UInt8(ascii: "*")) {
            pattern = string.key
            // The section that stands before the first colon counts; the default one only where it was named.
            if !string.key.hasSameBytes(as: key) { self.section = string.section }
            try warnIfNothingMatches(key, in: snapshot, or: others)
        } else if section == nil, string.key.hasSameBytes(as: key),
            try Self.isKey(key, in: snapshot, scope, or: others)
        {
            pattern = key
        } else {
            try snapshot.requireString(string)
        }
    }

    /// Returns whether a string is one of those that are meant.
    public func includes(_ other: StringID) -> Bool {
        if let string { return string == other }
        return section.map(other.section.hasSameBytes) ?? true
            && pattern.map { KeyPattern($0).matches(other.key) } ?? true
    }

    /// Whether a string of another section than the default one has this key.
    private static func isKey(
        _ key: String, in snapshot: Snapshot, _ scope: Scope, or others: Set<StringID>
    ) throws -> Bool {
        if others.contains(where: { $0.key.hasSameBytes(as: key) }) { return true }
        switch scope {
        case .present:
            return try snapshot.model.existingStrings().contains { $0.key.hasSameBytes(as: key) }
        case .known:
            return try !snapshot.model.events(EventFilter(keyPattern: key, limit: 1)).isEmpty
        case .anySection: return false
        }
    }

    private static func require(
        _ section: String, in snapshot: Snapshot, _ scope: Scope, or others: Set<StringID>
    ) throws {
        let name = snapshot.section(section)
        guard !others.contains(where: { $0.section.hasSameBytes(as: name) }) else { return }
        if scope == .known,
            try !snapshot.model.events(EventFilter(section: name, limit: 1)).isEmpty
        {
            return
        }
        try snapshot.requireSection(section)
    }

    private func warnIfNothingMatches(
        _ key: String, in snapshot: Snapshot, or others: Set<StringID>
    ) throws {
        guard let warn = snapshot.warn, !others.contains(where: includes),
            try !snapshot.model.existingStrings().contains(where: includes)
        else { return }
        warn("No string has a key like “\(key)”.")
    }
}
