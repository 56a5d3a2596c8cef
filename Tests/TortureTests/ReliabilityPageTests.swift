import Foundation
import Testing

/// The tests that `docs/internals/reliability.md` names exist.
@Suite struct ReliabilityPageTests {
    @Test func theTestsThatThePageNamesExist() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("docs/internals/reliability.md"),
            encoding: .utf8)
        var sources = ""
        let tests = root.appendingPathComponent("Tests")
        let paths = FileManager.default.subpaths(atPath: tests.path) ?? []
        for path in paths where path.hasSuffix("Tests.swift") {
            sources += try String(
                contentsOf: tests.appendingPathComponent(path), encoding: .utf8)
        }
        var named = 0
        for row in page.split(separator: "\n") where row.hasPrefix("| ") {
            let cells = row.split(separator: "|")
            guard let cell = cells.last(where: { $0.contains("`") }) else { continue }
            for name in cell.split(separator: "`") where name.contains("Tests") {
                let parts = name.split(separator: "/")
                named += 1
                #expect(sources.contains("struct \(parts[0]) "), "\(name)")
                guard parts.count > 1 else { continue }
                #expect(sources.contains("func \(parts[1])("), "\(name)")
            }
        }
        #expect(named > 10)
    }
}
