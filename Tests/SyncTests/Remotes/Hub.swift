import Foundation
@testable import Sync
import TestWorld
import Testing
import Translation
import Workspace

/// The kinds of address in the tests of remotes.
enum Way: CaseIterable, Sendable { case path, server }

/// A bare repository for exchange, and its clones in one sandbox.
struct Hub {
    let sandbox: Sandbox
    let way: Way
    let url: String
    private let daemon: GitDaemon?

    /// Creates the hub and `app`, a project that has been pushed to it.
    init(_ way: Way, seed: UInt64 = 1) throws {
        sandbox = try Sandbox.withProject(seed: seed)
        self.way = way
        try sandbox.git("init", "-q", "--bare", "-b", "translations", "hub.git")
        if way == .server {
            let started = try GitDaemon(serving: sandbox.directory)
            daemon = started
            url = started.url + "/hub.git"
        } else {
            daemon = nil
            url = sandbox.directory + "/hub.git"
        }
        try run("locale add fr", in: "app")
        try run("string add greeting 'Good morning'", in: "app")
        try run("remote add origin \(url)", in: "app")
        try run("push", in: "app")
    }

    /// Runs a command that must succeed.
    @discardableResult
    func run(_ line: String, in directory: String = "") throws -> Sandbox.Result {
        let result = sandbox.run(Transcript.words(line), in: directory)
        try #require(result.status == 0, "\(line): \(result)")
        return result
    }

    /// Runs a command that must be refused, and returns its error message.
    func refused(_ line: String, in directory: String = "") throws -> String {
        let result = sandbox.run(Transcript.words(line), in: directory)
        try #require(result.status == 2, "\(line): \(result)")
        return result.errors
    }

    func exchange(_ directory: String) throws -> Exchange {
        try Exchange(".", host: sandbox.host(in: directory))
    }

    /// Adds a hook to a Git directory.
    func addHook(_ name: String, _ script: String, to gitDirectory: String) throws {
        let path = "\(gitDirectory)/hooks/\(name)"
        try sandbox.write("#!/bin/sh\n" + script, to: path)
        try #require(chmod(sandbox.directory + "/" + path, 0o755) == 0)
    }

    /// Lets another user push between `app`'s fetch and its push, commit by commit.
    ///
    /// Each run of a `pre-push` hook in `app` pushes the next commit from another clone. Returns
    /// the path of a file that gets a line for each run.
    func race(_ commits: [String], of other: String) throws -> String {
        let root = sandbox.directory
        try addHook(
            "pre-push",
            """
            echo >> '\(root)/rounds'
            set -- \(commits.joined(separator: " "))
            shift $(($(wc -l < '\(root)/rounds') - 1)) 2>/dev/null || exit 0
            [ -z "$1" ] || git --git-dir='\(root)/\(other)/.git' push -q '\(root)/hub.git' "$1:refs/heads/translations"

            """, to: "app/.git")
        return "rounds"
    }

    /// The commit of the hub's branch.
    var tip: String { get throws { try sandbox.commit("translations", in: "hub.git") } }

    /// Expects that all directories have the same events, without damage.
    func expectSame(_ directories: String..., sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let digests = try directories.map(sandbox.rebuiltDigest)
        #expect(Set(digests).count == 1, sourceLocation: sourceLocation)
        for directory in directories + ["hub.git"] { try sandbox.expectSoundObjects(directory) }
    }
}
