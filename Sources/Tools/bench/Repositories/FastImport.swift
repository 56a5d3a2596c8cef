import Foundation
import Git
import Glibc

/// A writer of commits with one file each, through `git fast-import`.
final class FastImport {
    private let process: pid_t
    private let pipe: FileHandle
    private let errors: String
    private let branch: String
    private var base: ObjectID?
    private var buffer: [UInt8] = []

    private static let bufferSize = 1 << 18

    /// Starts committing on top of a branch's commit.
    init(in repository: String, branch: String, on base: ObjectID) throws {
        self.branch = branch
        self.base = base
        errors = repository + "/fast-import-errors"
        let pipe = Pipe()
        self.pipe = pipe.fileHandleForWriting
        // The program must not inherit the writing end.
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process = try Processes.start(
            ["git", "fast-import", "--quiet", "--date-format=raw"], in: repository,
            streams: Streams(
                inputDescriptor: pipe.fileHandleForReading.fileDescriptor, errors: errors))
        try pipe.fileHandleForReading.close()
    }

    /// Adds a commit that adds a file.
    func commit(path: String, content: [UInt8], message: String, seconds: UInt64) throws {
        append("commit refs/heads/\(branch)\n")
        append("committer Bench <bench@example.org> \(seconds) +0000\n")
        append("data \(message.utf8.count)\n\(message)")
        if let base { append("from \(base)\n") }
        base = nil
        append("M 100644 inline \(path)\ndata \(content.count)\n")
        buffer += content
        if buffer.count > Self.bufferSize { try flush() }
    }

    /// Tags the newest commit.
    func tag(_ name: String) throws {
        append("reset refs/tags/\(name)\nfrom refs/heads/\(branch)\n\n")
    }

    /// Waits until everything is stored.
    func end() throws {
        try flush()
        try pipe.close()
        let ended = Processes.wait(for: process, since: .now)
        let said = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
        unlink(errors)
        guard ended.status == 0 else {
            throw ProcessFailure(
                words: ["git", "fast-import"], status: ended.status, errors: said)
        }
    }

    private func append(_ text: String) { buffer += Array(text.utf8) }

    private func flush() throws {
        try pipe.write(contentsOf: buffer)
        buffer = []
    }
}
