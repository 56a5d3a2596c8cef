import Archive

/// Initial archives, and tar files that are repacked after a mutation.
enum ArchiveSeeds {
    /// A zip file, a compressed tar file, and a plain tar file whose first byte marks it for
    /// compression.
    static let all: [[UInt8]] = {
        let files = [
            ArchiveWriter.File(path: "manifest.json", bytes: Array("{}".utf8)),
            ArchiveWriter.File(path: "a/b.xml", bytes: Array("<strings/>".utf8)),
        ]
        let packed = [ArchiveForm.zip, .tarGzip].compactMap { form in
            try? ArchiveWriter.bytes(of: files, as: form, modified: 0)
        }
        let tar = files.flatMap { header($0.path, $0.bytes.count) + padded($0.bytes) }
        let end = [UInt8](repeating: 0, count: 1024)
        return packed.map { [UInt8(ascii: "p")] + $0 } + [[UInt8(ascii: "t")] + tar + end]
    }()

    /// Returns a tar file in a gzip file, with correct checksums.
    static func packed(_ tar: [UInt8]) -> [UInt8] { gzip(checked(tar)) }

    private static let block = 512

    private static func header(_ path: String, _ size: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: block)
        func put(_ text: String, at offset: Int) {
            bytes.replaceSubrange(offset..<(offset + text.utf8.count), with: text.utf8)
        }
        put(path, at: 0)
        put("0000644", at: 100)
        let digits = String(size, radix: 8)
        put(String(repeating: "0", count: 11 - digits.count) + digits, at: 124)
        put("0", at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        return bytes
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        let rest = bytes.count % block
        return bytes + [UInt8](repeating: 0, count: rest == 0 ? 0 : block - rest)
    }

    /// Returns the bytes with a correct checksum in each block that looks like a header.
    private static func checked(_ tar: [UInt8]) -> [UInt8] {
        var tar = padded(tar)
        for start in stride(from: 0, to: tar.count, by: block)
        where tar[(start + 257)...].starts(with: "ustar".utf8) {
            let field = (start + 148)..<(start + 156)
            tar.replaceSubrange(field, with: Array(repeating: UInt8(ascii: " "), count: 8))
            let sum = tar[start..<(start + block)].reduce(0) { $0 + Int($1) }
            let digits = String(sum, radix: 8)
            let text = String(repeating: "0", count: 6 - min(6, digits.count)) + digits + "\0 "
            tar.replaceSubrange(field, with: text.utf8.prefix(8))
        }
        return tar
    }

    /// Returns a gzip file that contains the bytes uncompressed.
    ///
    /// RFC 1952 defines the format, and RFC 1951 the stored blocks.
    private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let count = UInt32(block.count)
            file.append(rest.isEmpty ? 1 : 0)
            file += little(count, 2) + little(~count, 2) + block
        } while !rest.isEmpty
        return file + little(checksum(bytes), 4)
            + little(UInt32(truncatingIfNeeded: bytes.count), 4)
    }

    private static func little(_ number: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
