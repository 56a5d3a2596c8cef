import Foundation
@testable import Sync
import TestWorld
import Testing
import Translation
import Workspace

/// The kinds of address that the tests of remotes use.
enum Way: CaseIterable, Sendable { case path, server }

/// A bare repository that people exchange through, and their clones in one sandbox.
struct Hub {
    let sandbox: Sandbox
    let way: Way
    let url: String
    private let daemon: GitDaemon?

    /// `app` holds a project, and has pushed it to the hub.
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

    /// Runs a command; it must succeed.
    @discardableResult
    func run(_ line: String, in directory: String = "") throws -> Sandbox.Result {
        let result = sandbox.run(Transcript.words(line), in: directory)
        try #require(result.status == 0, "\(line): \(result)")
        return result
    }

    /// Runs a command that must be refused, and returns what it says.
    func refused(_ line: String, in directory: String = "") throws -> String {
        let result = sandbox.run(Transcript.words(line), in: directory)
        try #require(result.status == 2, "\(line): \(result)")
        return result.errors
    }

    func exchange(_ directory: String) throws -> Exchange {
        try Exchange(".", host: sandbox.host(in: directory))
    }

    /// Puts a hook into a Git directory.
    func addHook(_ name: String, _ script: String, to gitDirectory: String) throws {
        let path = "\(gitDirectory)/hooks/\(name)"
        try sandbox.write("#!/bin/sh\n" + script, to: path)
        try #require(chmod(sandbox.directory + "/" + path, 0o755) == 0)
    }

    /// Lets somebody else push in the moment between the look at the hub and the push of `app`, commit by commit.
    ///
    /// A `pre-push` hook of `app` pushes the next of the commits, which lie in another clone, each time it runs. Returns the path
    /// of a file that gets a line for each run.
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

    /// Where the hub's branch is.
    var tip: String { get throws { try sandbox.commit("translations", in: "hub.git") } }

    /// All directories hold the same events, and nothing is damaged.
    func expectSame(_ directories: String..., sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let digests = try directories.map(sandbox.rebuiltDigest)
        #expect(Set(digests).count == 1, sourceLocation: sourceLocation)
        for directory in directories + ["hub.git"] { try sandbox.expectSoundObjects(directory) }
    }
}
