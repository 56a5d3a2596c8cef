import Foundation
import Interchange
import Testing

/// Files for the tests of Ver-ID XML.
enum VerIDSample {
    static func read(_ xml: String) throws -> ReadFile { try read(Array(xml.utf8)) }

    static func read(_ bytes: [UInt8]) throws -> ReadFile {
        try VerIDXML().read(bytes, context: ReadContext(section: "default", isSource: false))
    }

    /// Returns the bytes of a file in `Fixtures/verid`.
    static func fixture(_ name: String) throws -> [UInt8] {
        let file = try #require(
            Bundle.module.url(forResource: "Fixtures/verid/\(name)", withExtension: nil))
        return Array(try Data(contentsOf: file))
    }
}
