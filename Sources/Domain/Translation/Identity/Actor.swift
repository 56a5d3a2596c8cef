import Texts

/// Who did something, as Git names people.
public struct Actor: Hashable, Sendable {
    /// The person's name.
    public let name: String
    /// The person's mail address.
    public let email: String

    /// Names a person.
    public init(name: String, email: String) {
        self.name = name
        self.email = email
    }

    /// Compares by bytes.
    public static func == (a: Actor, b: Actor) -> Bool {
        a.name.hasSameBytes(as: b.name) && a.email.hasSameBytes(as: b.email)
    }

    /// Feeds the bytes that are compared.
    public func hash(into hasher: inout Hasher) {
        name.hashBytes(into: &hasher)
        email.hashBytes(into: &hasher)
    }
}

/// A guid as events carry it: 26 characters of a hash, so that a clone does not tell the guid itself.
public struct HashedGuid: Hashable, Sendable, CustomStringConvertible {
    /// Crockford base32 of SHA-256(project ‖ 0x00 ‖ guid), the first 26 characters.
    public let rawValue: String

    /// Takes a hash as it is stored.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Takes the bytes of SHA-256(project ‖ 0x00 ‖ guid); at least 17 are needed.
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

    /// Compares by bytes.
    public static func == (a: HashedGuid, b: HashedGuid) -> Bool {
        a.rawValue.hasSameBytes(as: b.rawValue)
    }

    /// Feeds the bytes that are compared.
    public func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }
}
