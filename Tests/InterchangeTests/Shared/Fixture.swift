import Foundation
import Testing

/// Files of the folder `Fixtures`.
enum Fixture {
    /// Returns the bytes of a file, by its path in the folder.
    static func bytes(_ path: String) throws -> [UInt8] {
        let file = try #require(
            Bundle.module.url(forResource: "Fixtures/\(path)", withExtension: nil))
        return Array(try Data(contentsOf: file))
    }

    /// Returns the text of a file, by its path in the folder.
    static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }
}
