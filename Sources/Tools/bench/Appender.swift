import Foundation
import Texts
import Translation
import struct Workspace.Host
import Workspace

/// A writer that adds strings to a repository, a commit each, as fast as it can.
struct Appender {
    let directory: String
    let name: String

    func append(_ count: Int) throws {
        let host = Host(
            currentDirectory: FileManager.default.currentDirectoryPath,
            environment: [
                "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": "\(name)@example.org",
            ], now: { Int64(Date().timeIntervalSince1970 * 1000) }, random: .system)
        let workspace = try Workspace.open(directory, host: host)
        for index in 0..<count {
            _ = try workspace.perform(
                "define",
                .addString(
                    StringID(section: workspace.project.defaultSection, key: "\(name).\(index)"),
                    Definition(value: Value("Text \(index) of \(name)"))))
        }
    }
}
