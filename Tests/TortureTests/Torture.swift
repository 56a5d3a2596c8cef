import Foundation
import TestKit

/// How long the suite runs, and from which seed.
///
/// The short form is a part of `make test`; `make torture` sets `DRAGOMAN_TORTURE=1`. Both are the same code. Each test
/// prints its seed, and `SEED=` in the environment replays it.
enum Torture {
    /// Whether everything is tried that can be, and not a part of it.
    static let isLong = ProcessInfo.processInfo.environment["DRAGOMAN_TORTURE"] == "1"

    /// Where random choices come from.
    static let seed: UInt64 =
        ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init)
        ?? (isLong ? UInt64.random(in: 0..<1_000_000) : 1)

    /// One number or another.
    static func rounds(short: Int, long: Int) -> Int { isLong ? long : short }

    /// A generator of its own for each test, so that they do not depend on the order in which they run.
    static func generator(_ name: String) -> SplitMix64 {
        var hash: UInt64 = 14_695_981_039_346_656_037
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
        print("torture: \(name): SEED=\(seed)")
        return SplitMix64(seed: seed ^ hash)
    }

    /// The library that brings faults into a program.
    static var shim: String {
        get throws { try Products.directory + "/libFaultShim.so" }
    }
}

/// The programs that were built with the tests.
enum Products {
    /// The directory that holds them: that of the test bundle.
    static var directory: String {
        get throws {
            let bundle =
                Bundle.allBundles.map(\.bundleURL)
                .first { $0.pathExtension == "xctest" } ?? Bundle.main.bundleURL
            let candidates = [bundle.deletingLastPathComponent(), bundle]
            guard
                let found = candidates.first(where: {
                    FileManager.default.isExecutableFile(
                        atPath: $0.appendingPathComponent("dragoman").path)
                })
            else { throw NotBuilt() }
            return found.path
        }
    }

    static var dragoman: String { get throws { try directory + "/dragoman" } }

    static var bench: String { get throws { try directory + "/bench" } }

    struct NotBuilt: Error {}
}
