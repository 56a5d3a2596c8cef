import Foundation
import Glibc
import ReadModel
import Texts
import Translation
import struct Workspace.Host
import Workspace

/// Tasks that propose texts through the one writer of a repository, as a server's clients do.
struct Proposers {
    let directory: String
    let name: String

    /// How many propose at once.
    private static let tasks = 64

    /// Makes so many proposals, and prints the ids of each as one line of JSON when it is acknowledged: `{"events":["…"]}`.
    func propose(_ count: Int) async throws {
        let host = Host(
            currentDirectory: FileManager.default.currentDirectoryPath,
            environment: [
                "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": "\(name)@example.org",
            ], now: { Int64(Date().timeIntervalSince1970 * 1000) }, random: .system)
        let workspace = try Workspace.open(directory, host: host)
        let strings = try workspace.read { try $0.model.existingStrings() }
        let locale = try workspace.language("fr")
        let writer = ProjectWriter(workspace)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<Self.tasks {
                group.addTask {
                    for step in stride(from: task, to: count, by: Self.tasks) {
                        let text = "Text \(step) of \(name)"
                        let string = strings[step % strings.count]
                        let request = WriteRequest(
                            "propose", actor: nil, guid: HashedGuid("\(name)-\(task)")
                        ) { _ in
                            .propose(
                                locale, string, Proposing(value: Value(text)))
                        }
                        Self.acknowledge(try await writer.submit(request).outcome)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// One call for a line, so that lines of several tasks stay whole, and are out when the process dies.
    private static func acknowledge(_ outcome: Outcome) {
        let ids = outcome.eventIDs.map { "\"\($0)\"" }.joined(separator: ",")
        let line = Array("{\"events\":[\(ids)]}\n".utf8)
        _ = write(STDOUT_FILENO, line, line.count)
    }
}
