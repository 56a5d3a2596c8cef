import Crypto

/// The kind of a token's bearer.
package enum TokenKind: String, Sendable, CaseIterable {
    /// A person, whose name and address become the actor of events.
    case person
    /// An app, whose testers propose with their guids.
    case app

    /// The prefix of secrets of this kind.
    package var prefix: String {
        switch self {
        case .person: "dgp_"
        case .app: "dga_"
        }
    }
}

/// A token in the form that its bearer uses: `dgp_` or `dga_`, 27 characters of base 62 with 160
/// random bits, and 6 with the CRC-32 of the preceding 31 characters.
///
/// The fixed prefix lets scanners find leaked tokens. The checksum detects typing errors without a
/// lookup. Descriptions hide the secret to keep it out of logs.
package struct TokenSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The kind of bearer: a person or an app.
    package let kind: TokenKind
    /// The full text of the secret, 37 characters.
    package let text: String

    /// The length of a secret, in characters.
    package static let length = SecretText.length

    /// Generates a new secret.
    package init(kind: TokenKind, using random: inout some RandomNumberGenerator) {
        self.kind = kind
        text = SecretText.random(after: kind.prefix, using: &random)
    }

    /// Parses a token; returns nil if its format or checksum is invalid.
    package init?(_ text: String) {
        let kind = TokenKind.allCases.first { SecretText.isValid(text, after: $0.prefix) }
        guard let kind else { return nil }
        self.kind = kind
        self.text = text
    }

    /// The hash to store instead of the secret.
    package var hash: TokenHash { TokenHash(of: text) }

    /// The prefix alone, to keep the secret hidden.
    package var description: String { "\(kind.prefix)…" }
    /// The prefix alone, to keep the secret hidden.
    package var debugDescription: String { description }
}

/// The form that tokens and invitations share: a prefix of 4 characters, random characters and a
/// checksum.
enum SecretText {
    private static let randomDigits = 27
    private static let checksumDigits = 6
    static let length = 4 + randomDigits + checksumDigits

    static func random(
        after prefix: String, using random: inout some RandomNumberGenerator
    ) -> String {
        let words = (0..<5).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
        let start = prefix + Base62.text(of: words, digits: randomDigits)
        return start + checksum(of: start.utf8)
    }

    static func isValid(_ text: String, after prefix: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == length && bytes.starts(with: prefix.utf8)
            && Base62.isText(bytes.dropFirst(prefix.utf8.count))
            && bytes.suffix(checksumDigits)
                .elementsEqual(checksum(of: bytes.dropLast(checksumDigits)).utf8)
    }

    private static func checksum(of bytes: some Sequence<UInt8>) -> String {
        Base62.text(of: [Checksum.crc32(bytes)], digits: checksumDigits)
    }
}

/// The SHA-256 hash of a token.
///
/// A token has 160 random bits, so its hash cannot be reversed by search, even without salt or
/// rounds. A lookup by hash makes no comparison whose timing could help an attacker.
package struct TokenHash: Hashable, Sendable {
    /// The 32 bytes of the hash.
    package let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Hashes a secret.
    init(of secret: String) { bytes = Array(SHA256.hash(data: Array(secret.utf8))) }

    /// Compares in constant time, so that the duration does not reveal the length of a common
    /// prefix.
    package func isEqualInConstantTime(to other: TokenHash) -> Bool {
        guard bytes.count == other.bytes.count else { return false }
        return zip(bytes, other.bytes).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Parses 64 lowercase hexadecimal digits.
    init?(hexadecimal text: String) {
        let digits = Array(text.utf8).map { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        let values = digits.compactMap { $0 }
        guard digits.count == 64, values.count == 64 else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    /// The hash as 64 hexadecimal digits.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
