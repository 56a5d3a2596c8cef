import Compression
import Testing

@Suite struct GzipTests {
    @Test func compressesRepetitions() throws {
        let bytes = [UInt8](repeating: 7, count: 100_000)
        let packed = try Gzip.compress(bytes)
        #expect(packed.starts(with: [0x1F, 0x8B, 8]))
        #expect(packed.count < 500)
    }

    @Test func givesTheSameBytesAgain() throws {
        let bytes = Array("a name, or a time, would differ".utf8)
        #expect(try Gzip.compress(bytes) == Gzip.compress(bytes))
    }
}
