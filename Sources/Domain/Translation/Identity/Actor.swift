import Texts

/// A person, identified as in Git.
public struct Actor: Hashable, Sendable {
    /// The person's name.
    public let name: String
    /// The mail address.
    public let email: String

    /// Creates a person.
    public init(name: String, email: String) {
        self.name = name
        self.email = email
    }

    /// Compares the bytes of name and address.
    public static func == (a: Actor, b: Actor) -> Bool {
        a.name.hasSameBytes(as: b.name) && a.email.hasSameBytes(as: b.email)
    }

    /// Hashes the bytes of name and address.
    public func hash(into hasher: inout Hasher) {
        name.hashBytes(into: &hasher)
        email.hashBytes(into: &hasher)
    }
}

/// A hashed guid of 26 characters.
///
/// Events contain only the hash, so that a clone does not reveal the guid.
public struct HashedGuid: Hashable, Sendable, CustomStringConvertible {
    /// Crockford base32 of SHA-256(project ‖ 0x00 ‖ guid), the first 26 characters.
    public let rawValue: String

    /// Creates a guid from its stored hash.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a guid from at least 17 bytes of SHA-256(project ‖ 0x00 ‖ guid).
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

    /// The 26 characters.
    public var description: String { rawValue }

    /// Compares bytes.
    public static func == (a: HashedGuid, b: HashedGuid) -> Bool {
        a.rawValue.hasSameBytes(as: b.rawValue)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }
}
