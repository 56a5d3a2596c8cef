import Foundation
import HTTPTypes
import Hosting
import TestKit
import TestWorld
import Testing

@testable import Server

/// Compares the tables of docs/server/api.md with the routes and the problems of the server.
///
/// With `RECORD_GOLDEN=1` the tables in the file are replaced, and the tests still fail, as for
/// golden files.
@Suite(.serialized) struct APIDocumentTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs/server/api.md")

    /// All routes of a server, in the order of the OpenAPI document.
    private func routes() throws -> [Route] {
        let sandbox = try Sandbox()
        sandbox.run(["init", "shop"])
        let host = sandbox.host()
        let configuration = try ServerConfiguration.serving(
            directory: sandbox.directory + "/shop", on: host)
        let projects = OpenProjects(configuration, readers: 1, host: host, warn: { _, _ in })
        let directory = ProjectDirectory(projects: projects)
        let operations = OperationRoutes(
            configuration: try TestServer.configuration(),
            parts: ServerParts(
                routes: [], authenticator: TestServer.authenticator, metrics: MetricsRegistry()),
            lifecycle: Lifecycle())
        return operations.all(
            beside: ProjectRoutes.all(
                directory, FeedStreams(metrics: MetricsRegistry()),
                BundleStore(stateDirectory: sandbox.directory, capacity: 1 << 20),
                Replicator(projects, host: host) { _, _ in }, version: "1.2.3")
        )
    }

    @Test func theRoutesAreThoseOfTheServer() throws {
        try check(RightsTable.markdown(try routes()))
    }

    @Test func theProblemsAreThoseOfTheServer() throws {
        let rows = ProblemTable.rows.map {
            "| \($0.status.code) | `\($0.code)` | \($0.explanation) |"
        }
        try check((["| Status | Code | |", "|---|---|---|"] + rows).joined(separator: "\n") + "\n")
    }

    /// Compares a table with the one in the document that has the same first line.
    private func check(_ table: String) throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let head = try #require(table.split(separator: "\n").first)
        let start = try #require(text.range(of: head + "\n")).lowerBound
        let end = text.range(of: "\n\n", range: start..<text.endIndex)?.lowerBound
        let found = text[start..<(end.map { text.index(after: $0) } ?? text.endIndex)]
        guard ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != "1" else {
            try text.replacingCharacters(in: start..<found.endIndex, with: table)
                .write(to: Self.file, atomically: true, encoding: .utf8)
            Issue.record("The table “\(head)” was written.")
            return
        }
        let difference = GoldenDifference.lines(expected: String(found), actual: table)
        #expect(found == table, "docs/server/api.md (RECORD_GOLDEN=1 writes it):\n\(difference)")
    }
}
