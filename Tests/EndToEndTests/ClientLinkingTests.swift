import Foundation
import TestWorld
import Testing

/// An example with only the library shows which libraries an app would link.
@Suite struct ClientLinkingTests {
    private static let readelf = "/usr/bin/readelf"

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: readelf), "readelf is not installed"))
    func anAppLinksSwiftAndFoundationOnly() throws {
        let program = try Products.directory + "/dragoman-client-example"
        let result = try Sandbox().execute(Self.readelf, ["-d", program])
        try #require(result.status == 0)
        let needed = result.output.split(separator: "\n").filter { $0.contains("(NEEDED)") }
            .compactMap { $0.split(separator: "[").last?.split(separator: "]").first }
        #expect(!needed.isEmpty)
        // The last ones are the C library and compiler runtimes.
        let allowed = [
            "libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime",
            "libc.", "libm.", "libgcc_s.", "libstdc++.", "ld-linux",
        ]
        let others = needed.filter { name in !allowed.contains { name.hasPrefix($0) } }
        #expect(others.isEmpty)
    }
}
