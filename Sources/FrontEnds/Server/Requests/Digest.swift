import Crypto

/// Computes digests for entity tags.
package enum Digest {
    /// Returns the first 16 bytes of SHA-256, in hexadecimal.
    package static func short(_ bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).prefix(16).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
