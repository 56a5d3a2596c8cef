import Texts

/// A person, identified as in Git.
public struct Actor: Hashable, Sendable {
    /// The person's name.
    public let name: String
    /// The mail address as written in Git, in any letter case.
    public let email: String

    /// Creates a person with a name and a mail address.
    public init(name: String, email: String) {
        self.name = name
        self.email = email
    }

    /// Compares the bytes of the name and the address.
    public static func == (a: Actor, b: Actor) -> Bool {
        a.name.hasSameBytes(as: b.name) && a.email.hasSameBytes(as: b.email)
    }

    /// Hashes the bytes of the name and the address.
    public func hash(into hasher: inout Hasher) {
        name.hashBytes(into: &hasher)
        email.hashBytes(into: &hasher)
    }
}

/// A guid's hash, as 26 characters.
///
/// Events contain only the hash, so that a clone does not reveal the guid.
public struct HashedGuid: Hashable, Sendable, CustomStringConvertible {
    /// The first 26 characters of SHA-256(project ‖ 0x00 ‖ guid) in Crockford base32.
    public let rawValue: String

    /// Creates a hashed guid from its stored form.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a hashed guid from at least the first 17 bytes of SHA-256(project ‖ 0x00 ‖ guid).
    public init(digest: some Collection<UInt8>) {
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in digest {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(Crockford.alphabet[Int(bits >> UInt32(count) & 31)])
            }
            bits &= 0xFF
        }
        rawValue = String(decoding: text.prefix(26), as: UTF8.self)
    }

    /// The 26 characters, as stored.
    public var description: String { rawValue }

    /// The name for people, such as `App tester K5V7QX`.
    ///
    /// It distinguishes testers, but reveals neither the guid nor its hash.
    public var displayName: String { Self.displayName(of: shortName) }

    /// Returns the name for people by the ``shortName``.
    package static func displayName(of shortName: String) -> String { "App tester " + shortName }

    /// The part of the name that distinguishes testers, such as `K5V7QX`.
    public var shortName: String { rawValue.prefix(Self.shortNameLength).uppercased() }

    /// The number of characters in a ``shortName``.
    public static let shortNameLength = 6

    /// Compares bytes.
    public static func == (a: HashedGuid, b: HashedGuid) -> Bool {
        a.rawValue.hasSameBytes(as: b.rawValue)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }
}
