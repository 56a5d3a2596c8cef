/// The author or committer of a change in Git, with the time.
public struct Signature: Sendable {
    /// The person's name, which must not be empty when written.
    public var name: String

    /// The person's email address.
    public var email: String

    /// The time in seconds since 1970-01-01 00:00 UTC.
    public var secondsSinceEpoch: Int64

    /// The offset of the local time from UTC in minutes, positive to the east.
    public var offsetMinutes: Int32

    /// Creates a signature without checking the name and the address.
    ///
    /// Writing a signature removes characters that Git does not allow in names and addresses: `<`,
    /// `>`, line feeds and NUL anywhere, and spaces and punctuation at both ends. If nothing is
    /// left of the name, the write is rejected.
    public init(name: String, email: String, secondsSinceEpoch: Int64, offsetMinutes: Int32 = 0) {
        self.name = name
        self.email = email
        self.secondsSinceEpoch = secondsSinceEpoch
        self.offsetMinutes = offsetMinutes
    }
}

extension Signature: Hashable {
    /// Returns true if the signatures have the same bytes and the same time.
    public static func == (left: Signature, right: Signature) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8)
            && left.email.utf8.elementsEqual(right.email.utf8)
            && left.secondsSinceEpoch == right.secondsSinceEpoch
            && left.offsetMinutes == right.offsetMinutes
    }

    /// Feeds the time and the lengths of the texts to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(secondsSinceEpoch)
        hasher.combine(offsetMinutes)
        hasher.combine(name.utf8.count)
        hasher.combine(email.utf8.count)
    }
}
