import Foundation
import TestKit

/// The duration of the suite, and its seed.
///
/// The short form is part of `make test`; `make torture` sets `DRAGOMAN_TORTURE=1`. Both run the
/// same code. Each test prints its seed, and `SEED=` in the environment replays it.
enum Torture {
    /// Whether all combinations are tested, instead of a sample.
    static let isLong = ProcessInfo.processInfo.environment["DRAGOMAN_TORTURE"] == "1"

    /// The seed of random choices.
    static let seed: UInt64 =
        ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init)
        ?? (isLong ? UInt64.random(in: 0..<1_000_000) : 1)

    /// Returns the number of rounds.
    static func rounds(short: Int, long: Int) -> Int { isLong ? long : short }

    /// Returns a separate generator for each test, so that results do not depend on the order of
    /// tests.
    static func generator(_ name: String) -> SplitMix64 {
        var hash: UInt64 = 14_695_981_039_346_656_037
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
        print("torture: \(name): SEED=\(seed)")
        return SplitMix64(seed: seed ^ hash)
    }

    /// The path of the library that injects faults into a program.
    static var shim: String { get throws { try builtShim.get() } }

    /// Compiles the library once, because the package manager builds loadable libraries only as
    /// products.
    private static let builtShim = Result {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "FaultShim/faults.c").path
        let library = try Products.directory + "/libFaultShim.so"
        // Another run may be loading the library, so it is replaced only when complete.
        let draft = "\(library).\(ProcessInfo.processInfo.processIdentifier)"
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = ["clang", "-shared", "-fPIC", "-O1", "-o", draft, source]
        try compiler.run()
        compiler.waitUntilExit()
        guard compiler.terminationStatus == 0, rename(draft, library) == 0 else {
            throw NotCompiled()
        }
        return library
    }

    struct NotCompiled: Error {}
}

/// The programs that were built with the tests.
enum Products {
    /// The directory that contains them: that of the test bundle.
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

    struct NotBuilt: Error {}
}
