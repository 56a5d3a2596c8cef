import Foundation
import TestWorld

/// The program `fuzz`, as it was built with the tests.
enum FuzzProgram {
    /// The root of the repository's files.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// Runs it in a sandbox.
    static func run(_ arguments: [String], in sandbox: Sandbox) throws -> Sandbox.Result {
        try sandbox.execute(try path(), arguments)
    }

    private static func path() throws -> String {
        let bundle =
            Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
            ?? Bundle.main.bundleURL
        let candidates = [bundle.deletingLastPathComponent(), bundle]
            .map { $0.appendingPathComponent("fuzz").path }
        guard let found = candidates.first(where: FileManager.default.isExecutableFile) else {
            throw NotBuilt()
        }
        return found
    }

    struct NotBuilt: Error {}
}
