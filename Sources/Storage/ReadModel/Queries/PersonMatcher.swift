public import Translation

/// Finds people by a part of their name or email address, ignoring case.
public struct PersonMatcher: Sendable {
    private let part: String

    /// Creates a matcher for a part of a name or address.
    public init(_ part: String) { self.part = part.lowercased() }

    /// Returns true if a person's name or email address matches; `nil` never matches.
    public func matches(_ person: Actor?) -> Bool {
        guard let person else { return false }
        return "\(person.name) <\(person.email)>".lowercased().contains(part)
    }
}
