/// Small pictures for tests, as files.
public enum SamplePicture {
    /// Returns a PNG file of RGB pixels in one color, which differs by `shade`.
    ///
    /// `chunks` are additional chunks, such as a text, before the pixels. `trailer` follows the end.
    /// If `isHollow`, the pixels are missing, so that only the header states a size.
    public static func png(
        width: Int = 4, height: Int = 3, shade: UInt8 = 90,
        chunks: [(type: String, data: [UInt8])] = [], isHollow: Bool = false,
        trailer: [UInt8] = []
    ) -> [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += chunk("IHDR", bytes(width) + bytes(height) + [8, 2, 0, 0, 0])
        for (type, data) in chunks { file += chunk(type, data) }
        var pixels: [UInt8] = []
        if !isHollow {
            var row: [UInt8] = [0]
            for _ in 0..<width { row += [shade, 40, 200] }
            for _ in 0..<height { pixels += row }
        }
        file += chunk("IDAT", isHollow ? [] : stored(pixels))
        return file + chunk("IEND", []) + trailer
    }

    /// A JPEG file with a gray picture of 16 × 8 pixels, in the form SOI, `segments`, picture.
    public static func jpeg(segments: [UInt8] = []) -> [UInt8] {
        Array(gray[..<2]) + segments + gray[2...]
    }

    /// Returns a JPEG file with gray noise of coarse quality, with 16 bytes for each block of 8 × 8
    /// pixels.
    ///
    /// It is several times as large when it is encoded with a better quality.
    public static func noise(blocksPerSide: Int) -> [UInt8] {
        let side = bytes(8 * blocksPerSide)[2...]
        var file: [UInt8] = [0xFF, 0xD8]
        file += segment(0xDB, [0] + [UInt8](repeating: 255, count: 64))
        file += segment(0xC0, [8] + side + side + [1, 1, 0x11, 0])
        // The code of the first coefficient is 00, without a value; that of each other one is 0,
        // and its sign follows.
        let rest = [UInt8](repeating: 0, count: 14)
        file += segment(0xC4, [0x00, 0, 1] + rest + [0])
        file += segment(0xC4, [0x10, 1, 0] + rest + [1])
        file += segment(0xDA, [1, 1, 0, 0, 63, 0])
        var random = SplitMix64(seed: 48)
        for _ in 0..<blocksPerSide * blocksPerSide {
            for mask in [0x1555_5555_5555_5555, 0x5555_5555_5555_5555] as [UInt64] {
                let bits = random.next() & mask
                for shift in stride(from: 56, through: 0, by: -8) {
                    file.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
                }
            }
        }
        return file + [0xFF, 0xD9]
    }

    /// Returns a segment of a JPEG file.
    public static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        let length = data.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + data
    }

    /// Returns the types of a PNG file's chunks.
    public static func chunkTypes(of file: [UInt8]) -> [String] {
        var types: [String] = []
        var position = 8
        while position + 12 <= file.count {
            let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            types.append(String(decoding: file[position + 4..<position + 8], as: UTF8.self))
            position += 12 + length
        }
        return types
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        return bytes(data.count) + content + bytes(Int(checksum(content)))
    }

    /// Returns a zlib stream without compression (RFC 1950, RFC 1951).
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 0xFFFF, data.count)
            let count = end - start
            stream += [end == data.count ? 1 : 0]
            for number in [count, ~count] {
                stream += [
                    UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8),
                ]
            }
            stream += data[start..<end]
            start = end
        } while start < data.count
        var (low, high) = (1, 0)
        for byte in data {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + bytes(high << 16 | low)
    }

    /// Returns the CRC-32 of a chunk (PNG, annex D).
    private static func checksum(_ content: [UInt8]) -> UInt32 {
        ~content.reduce(0xFFFF_FFFF as UInt32) { checksum, byte in
            var value = (checksum ^ UInt32(byte)) & 0xFF
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
            return value ^ (checksum >> 8)
        }
    }

    private static let gray: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xDB, 0x00, 0x43, 0x00, 0x10, 0x0B, 0x0C, 0x0E, 0x0C,
        0x0A, 0x10, 0x0E, 0x0D, 0x0E, 0x12, 0x11, 0x10, 0x13, 0x18, 0x28, 0x1A,
        0x18, 0x16, 0x16, 0x18, 0x31, 0x23, 0x25, 0x1D, 0x28, 0x3A, 0x33, 0x3D,
        0x3C, 0x39, 0x33, 0x38, 0x37, 0x40, 0x48, 0x5C, 0x4E, 0x40, 0x44, 0x57,
        0x45, 0x37, 0x38, 0x50, 0x6D, 0x51, 0x57, 0x5F, 0x62, 0x67, 0x68, 0x67,
        0x3E, 0x4D, 0x71, 0x79, 0x70, 0x64, 0x78, 0x5C, 0x65, 0x67, 0x63, 0xFF,
        0xC0, 0x00, 0x0B, 0x08, 0x00, 0x08, 0x00, 0x10, 0x01, 0x01, 0x11, 0x00,
        0xFF, 0xC4, 0x00, 0x15, 0x00, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x06, 0x07, 0xFF,
        0xC4, 0x00, 0x14, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xDA, 0x00,
        0x08, 0x01, 0x01, 0x00, 0x00, 0x3F, 0x00, 0x1C, 0xAF, 0xBF, 0xFF, 0xD9,
    ]
}
