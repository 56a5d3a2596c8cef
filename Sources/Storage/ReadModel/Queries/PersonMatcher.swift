public import Translation

/// Finds people by a part of their name or email address, ignoring case.
public struct PersonMatcher: Sendable {
    private let part: String
    private let matchesAddresses: Bool

    /// Creates a matcher for a part of a name or address.
    ///
    /// If `matchesAddresses` is false, for readers who may not see addresses, only names match.
    public init(_ part: String, matchesAddresses: Bool = true) {
        self.part = part.lowercased()
        self.matchesAddresses = matchesAddresses
    }

    /// Returns true if a person's name or email address matches; `nil` never matches.
    public func matches(_ person: Actor?) -> Bool {
        guard let person else { return false }
        let name = matchesAddresses ? "\(person.name) <\(person.email)>" : person.name
        return name.lowercased().contains(part)
    }
}
