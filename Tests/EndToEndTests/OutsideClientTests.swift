import Foundation
import TestWorld
import Testing

/// Another package that uses the libraries sees exactly the public declarations.
@Suite struct OutsideClientTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The compiler checks a client of all library products that is outside of our package.
    @Test func aClientOfAllProductsCompiles() throws {
        let client = Self.root.path + "/Tests/EndToEndTests/OutsideClient/main.swift"
        let result = try compile(client)
        #expect(result.status == 0, "\(result.errors)")
    }

    /// Package access hides declarations that only our own targets call.
    @Test func whatIsOfThePackageIsHidden() throws {
        let sandbox = try Sandbox()
        let client = sandbox.directory + "/main.swift"
        try sandbox.write(
            """
            import Translation

            func traits(of payload: Payload) -> Any { payload.traits }
            """, to: "main.swift")
        let result = try compile(client)
        #expect(result.status != 0)
        #expect(result.errors.contains("inaccessible due to 'package' protection level"))
    }

    private func compile(_ client: String) throws -> (status: Int32, errors: String) {
        let products = try Products.directory
        let sandbox = try Sandbox()
        let headers = try sandbox.execute(
            "/usr/bin/env",
            ["pkg-config", "--cflags", "libexttextcat", "libxml-2.0", "libgit2", "sqlite3"])
        try #require(headers.status == 0)
        let maps = try moduleMaps(in: products).map { "-fmodule-map-file=" + $0 }
        let flags = maps + headers.output.split(whereSeparator: \.isWhitespace).map(String.init)
        let result = try sandbox.execute(
            "/usr/bin/env",
            ["swiftc", "-typecheck", "-swift-version", "6", "-module-cache-path", "cache"]
                + ["-I", products + "/Modules"] + flags.flatMap { ["-Xcc", $0] } + [client])
        return (result.status, result.errors)
    }

    /// Returns the module maps of our C modules: those of `Sources/C` and of other packages, and
    /// those that the build generated.
    private func moduleMaps(in products: String) throws -> [String] {
        let root = Self.root.path
        let inSources = try [root + "/Sources/C", root + "/.build/checkouts"].flatMap { place in
            try FileManager.default.subpathsOfDirectory(atPath: place).map { place + "/" + $0 }
        }.filter { $0.hasSuffix("/module.modulemap") && $0.contains("/Sources/") }
        let made = try FileManager.default.contentsOfDirectory(atPath: products)
            .filter { $0.hasSuffix(".build") && !$0.hasSuffix("-tool.build") }
            .map { "\(products)/\($0)/module.modulemap" }
            .filter(FileManager.default.fileExists)
        return inSources + made
    }
}
