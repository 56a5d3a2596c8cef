import Foundation
import Testing

@Suite struct ProductTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Apps can only use modules that are products.
    @Test func productsThatPagesNameExist() throws {
        let manifest = try String(
            contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let page = try String(
            contentsOf: root.appendingPathComponent("docs/guide/suggestions.md"), encoding: .utf8)
        let named = page.components(separatedBy: "product `").dropFirst().compactMap {
            $0.split(separator: "`").first.map(String.init)
        }
        let products = try #require(
            manifest.components(separatedBy: "products: ").last?
                .components(separatedBy: "dependencies: ").first)
        #expect(named.contains("Recognition"))
        for name in named { #expect(products.contains("\"\(name)\"")) }
    }
}
