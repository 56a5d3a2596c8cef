import Crypto
public import Translation

extension HashedGuid {
    /// Hashes a guid for a project.
    ///
    /// The hash has 26 characters: Crockford base32 of SHA-256(project ‖ 0x00 ‖ guid).
    public init(guid: String, project: Project) {
        let salted = Array(project.id.utf8) + [0] + Array(guid.utf8)
        self.init(digest: Array(SHA256.hash(data: salted)))
    }
}

/// Guids like those that client programs create.
public enum Guid {
    /// Returns a random UUID of version 4, in lowercase: RFC 9562, section 5.4.
    public static func random(using random: inout some RandomNumberGenerator) -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...UInt8.max, using: &random) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
            .joined(separator: "-")
    }
}
