/// CRC-32 as used by zlib, PNG and Ethernet: reflected polynomial 0xEDB88320.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc1952#section-8>. The code works bit by bit, because
/// the input is only the 31 characters of a token.
enum Checksum {
    static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~crc
    }
}

/// Numbers in base 62: digits, then uppercase and lowercase letters, most significant digit first.
enum Base62 {
    private static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    /// Formats a number with exactly `digits` digits, and drops any higher digits.
    ///
    /// The number is given as 32-bit words, most significant first.
    static func text(of words: [UInt32], digits: Int) -> String {
        var words = words
        var text: [UInt8] = []
        for _ in 0..<digits {
            var remainder: UInt64 = 0
            for index in words.indices {
                let part = remainder << 32 | UInt64(words[index])
                words[index] = UInt32(part / 62)
                remainder = part % 62
            }
            text.append(alphabet[Int(remainder)])
        }
        return String(decoding: text.reversed(), as: UTF8.self)
    }

    /// Returns true if all bytes are digits of base 62.
    static func isText(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: false
            }
        }
    }
}
