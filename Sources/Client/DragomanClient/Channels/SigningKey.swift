import Crypto
public import Foundation

/// A public Ed25519 key whose signatures of releases an app accepts.
public struct SigningKey: Sendable, Hashable {
    /// The time after which the key's signatures are no longer accepted, or nil if there is none.
    public let validUntil: Date?
    /// The key in OpenSSH's encoding.
    let encoded: [UInt8]
    /// The key itself.
    private let raw: [UInt8]

    static let type = Array("ssh-ed25519".utf8)
    private static let length = 32

    /// Reads a key in OpenSSH's notation, such as `ssh-ed25519 AAAAC3Nz… mara@example.org`.
    ///
    /// Throws a ``SigningKeyError`` if the text is not an Ed25519 key.
    public init(_ line: String, validUntil: Date? = nil) throws(SigningKeyError) {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count >= 2, let data = Data(base64Encoded: String(words[1])) else {
            throw .malformed
        }
        var reader = SSHReader(data)
        guard let type = reader.string(), Array(words[0].utf8) == type else { throw .malformed }
        guard type == Self.type else { throw .unsupportedType(String(words[0])) }
        guard let raw = reader.string(), raw.count == Self.length, reader.isAtEnd else {
            throw .malformed
        }
        self.raw = raw
        self.validUntil = validUntil
        encoded = Array(data)
    }

    /// The fingerprint, as printed by `ssh-keygen -l`.
    public var fingerprint: String { Self.fingerprint(of: encoded) }

    static func fingerprint(of encoded: [UInt8]) -> String {
        let hash = Data(SHA256.hash(data: encoded)).base64EncodedString()
        return "SHA256:" + hash.prefix { $0 != "=" }
    }

    /// Returns true if the key's signatures are accepted at a time, or if `time` is nil.
    func isValid(at time: Date?) -> Bool {
        guard let time, let validUntil else { return true }
        return time <= validUntil
    }

    /// Returns true if the key made a signature of exactly these bytes.
    func isSignature(_ signature: [UInt8], of signed: [UInt8]) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: raw) else {
            return false
        }
        return key.isValidSignature(signature, for: signed)
    }
}

/// The reason that a text is not a key for verifying releases.
public enum SigningKeyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text does not have OpenSSH's notation.
    case malformed
    /// The key has another type, such as `ssh-rsa`.
    case unsupportedType(String)

    /// A one-sentence description.
    public var description: String {
        switch self {
        case .malformed: "The key does not have the form “ssh-ed25519 AAAA…”."
        case .unsupportedType(let type):
            "The key has the type \(type), but only ssh-ed25519 is supported."
        }
    }
}
