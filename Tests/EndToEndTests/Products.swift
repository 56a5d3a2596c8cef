import Foundation
import TestWorld

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

    static var dragoman: String {
        get throws { try directory + "/dragoman" }
    }

    static var swiftStrings: String {
        get throws { try directory + "/dragoman-swift-strings" }
    }

    struct NotBuilt: Error {}
}
