import ReadModel
public import Texts
import Translation

/// The strings that a section and a key select: all strings in a section, one string, or the
/// strings whose keys match a pattern.
///
/// All verbs use the same grammar. A key may be written as it is printed (`cart:items`). A key or a
/// pattern may apply to any section (`items`, `list.*`), or to one section (`cart:list.*`, or
/// `:list.*` for the default section). A string in the default section takes precedence over
/// strings in other sections.
public struct KeyChoice {
    /// The section, if the user specified a section.
    public private(set) var section: String?
    /// The string, if the user specified a single string.
    public private(set) var string: StringID?
    /// The pattern, if the key contains `*` and no string has that exact key.
    public private(set) var pattern: String?

    /// The strings to choose from.
    public enum Scope: Sendable {
        /// Strings that exist now.
        case present
        /// Strings that exist or existed.
        case known
        /// Strings that exist or existed; the section may be unknown.
        case anySection
    }

    /// Looks up a section and a key.
    ///
    /// Rejects a section or a key that is out of scope. If a pattern matches no string, warns the
    /// user. `others` are further strings to choose from, such as the strings of another revision.
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
            // A section before the first colon limits the pattern. Without a colon, the pattern is
            // not limited to the default section.
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

    /// Returns true if the choice includes a string.
    public func includes(_ other: StringID) -> Bool {
        if let string { return string == other }
        return section.map(other.section.hasSameBytes) ?? true
            && pattern.map { KeyPattern($0).matches(other.key) } ?? true
    }

    /// Returns true if a string outside the default section has this key.
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
