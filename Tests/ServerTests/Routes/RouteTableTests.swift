import Hosting
import Hummingbird
import Testing

@testable import Server

@Suite struct RouteTableTests {
    private static func table(_ paths: String...) throws -> RouteTable {
        try RouteTable(
            paths.map { path in
                Route(
                    id: path, .get, PathTemplate(path), "", family: .api, access: .everybody,
                    answers: []
                ) { _ in Response(status: .noContent) }
            })
    }

    private static func find(_ path: String, in table: RouteTable) throws -> (String, [String])? {
        guard let match = table.match(try PathDecoding.segments(of: path)) else { return nil }
        return try (#require(match.routes[.get].map { table.routes[$0].id }), match.values)
    }

    private static let files = [
        "/", "/locales/{lng}/{ns...}.json", "/locales/resources.json",
        "/bundles/{channel}/{path...}",
        "/bundles/at/{commit}.tar.gz", "/bundles/at/{commit}.gz", "/bundles/at/{commit}/{path...}",
    ]

    @Test(arguments: [
        ("/", "/", []),
        ("/locales/de/common.json", "/locales/{lng}/{ns...}.json", ["de", "common"]),
        ("/locales/de/a/b.json", "/locales/{lng}/{ns...}.json", ["de", "a/b"]),
        ("/locales/de/a%2Fb.json", "/locales/{lng}/{ns...}.json", ["de", "a/b"]),
        ("/locales/resources.json", "/locales/resources.json", []),
        ("/%6Cocales/d%65/n.json", "/locales/{lng}/{ns...}.json", ["de", "n"]),
        ("/bundles/at/abc.tar.gz", "/bundles/at/{commit}.tar.gz", ["abc"]),
        ("/bundles/at/abc.gz", "/bundles/at/{commit}.gz", ["abc"]),
        ("/bundles/at/abc/de.json", "/bundles/at/{commit}/{path...}", ["abc", "de.json"]),
        ("/bundles/live/de.json", "/bundles/{channel}/{path...}", ["live", "de.json"]),
        // A placeholder's value equals a literal: the tree backtracks and tries the parameter.
        ("/bundles/at/manifest.json", "/bundles/{channel}/{path...}", ["at", "manifest.json"]),
        ("/locales/%2525/x.json", "/locales/{lng}/{ns...}.json", ["%25", "x"]),
    ]) func finds(path: String, template: String, values: [String]) throws {
        let found = try #require(try Self.find(path, in: Self.fileTable()))
        #expect(found == (template, values))
    }

    @Test(arguments: [
        "/locales", "/locales/", "/locales/de", "/locales/de/", "/locales/de/.json",
        "/locales/de//a.json",
        "/locales//a.json", "/locales/d%2Fe/a.json", "/bundles/at/", "//", "/Locales/de/a.json",
    ]) func misses(path: String) throws {
        #expect(try Self.find(path, in: Self.fileTable()) == nil)
    }

    private static func fileTable() throws -> RouteTable {
        try RouteTable(files.flatMap { try table($0).routes })
    }

    @Test(arguments: [
        "/a/../b", "/a/..", "/./a", "/%2e%2e/a", "/a/%2E", "/a%2F..%2Fb", "/a%5Cb", "/a\\b",
        "/a%00", "/a%0Ab", "/%7f",
    ]) func refusesUnsafePaths(path: String) throws {
        #expect(throws: Problem.self) { try PathDecoding.segments(of: path) }
        do {
            _ = try PathDecoding.segments(of: path)
        } catch {
            #expect(error.code == .unsafePath)
        }
    }

    @Test(arguments: ["/%", "/%f", "/%zz", "/%ff", "/%c3"]) func refusesBadEscapes(path: String) {
        do {
            _ = try PathDecoding.segments(of: path)
            Issue.record("It was read.")
        } catch {
            #expect(error.code == .malformed)
        }
    }

    @Test func refusesCollisions() {
        #expect(throws: RouteTable.Collision.self) { try Self.table("/a/{b}", "/a/{c}") }
        #expect(throws: RouteTable.Collision.self) { try Self.table("/a", "/a") }
    }
}
