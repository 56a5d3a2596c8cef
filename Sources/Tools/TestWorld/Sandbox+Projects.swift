import Foundation
import Machine
import Testing
package import Workspace

extension Sandbox {
    /// Creates a project in `app`, a repository without a work tree.
    package static func withProject(seed: UInt64 = 1) throws -> Sandbox {
        let sandbox = try Sandbox(seed: seed)
        let result = sandbox.run(["init", "app"])
        try #require(result.status == 0, "\(result)")
        return sandbox
    }

    /// Opens the repository in a directory.
    package func open(_ directory: String, guid: String = "guid-of-ines", skew: Int64 = 0) throws
        -> Workspace
    {
        var host = host(in: directory, environment: ["DRAGOMAN_GUID": guid])
        let now = host.now
        host.now = { now() + skew }
        return try Workspace.open(".", host: host)
    }

    /// Runs commands one after another and expects each to succeed.
    package func perform(_ lines: [String], in directory: String) {
        for line in lines {
            let result = run(Transcript.words(line), in: directory)
            #expect(result.status == 0, "\(line): \(result.errors)")
        }
    }

    /// Returns the full id of a commit.
    package func commit(_ revision: String, in directory: String) throws -> String {
        try git("rev-parse", "--verify", revision + "^{commit}", in: directory)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Creates a clone that has a work tree of the branch.
    package func clone(_ origin: String, to directory: String) throws {
        try git("clone", "-q", origin, directory)
    }

    /// Expects that `git fsck` reports no problem.
    package func expectSoundObjects(_ directory: String) throws {
        #expect(try git("fsck", "--strict", "--no-progress", "--no-dangling", in: directory) == "")
    }
}
