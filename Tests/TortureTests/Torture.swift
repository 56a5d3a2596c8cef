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
    static var shim: String { get throws { try builtShim.get() } }

    /// Compiles the library once, since the package manager builds a loadable one only as a product.
    private static let builtShim = Result {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "FaultShim/faults.c").path
        let library = try Products.directory + "/libFaultShim.so"
        // Another run may load the library at the moment, so a finished one takes its place.
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

    struct NotBuilt: Error {}
}
