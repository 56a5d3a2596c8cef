import Compression
import Foundation
import TestKit
import TestWorld
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

    @Test(arguments: [0, 1, 7, 1000, 70_000]) func isReadByGzip(count: Int) throws {
        var random = SplitMix64(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: 97...112, using: &random) }
        let sandbox = try Sandbox()
        try Data(try Gzip.compress(bytes)).write(
            to: URL(fileURLWithPath: sandbox.directory + "/file.gz"))
        let read = try sandbox.execute("/usr/bin/gzip", ["-dc", "file.gz"])
        #expect(read.status == 0)
        #expect(read.output == String(decoding: bytes, as: UTF8.self))
    }
}
