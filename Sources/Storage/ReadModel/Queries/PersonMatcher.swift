public import Translation

/// Finds people by a part of name or mail address, upper and lower case being the same.
public struct PersonMatcher: Sendable {
    private let part: String

    /// Takes a part of a name or address.
    public init(_ part: String) { self.part = part.lowercased() }

    /// Whether a person is there, and is such a one.
    public func matches(_ person: Actor?) -> Bool {
        guard let person else { return false }
        return "\(person.name) <\(person.email)>".lowercased().contains(part)
    }
}
