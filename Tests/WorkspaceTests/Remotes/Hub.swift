import Foundation
import TestSupport
import Testing
import Translation
import Workspace

/// How the tests of remotes transfer.
struct Way: CustomTestStringConvertible, Sendable {
    let transport: String
    let isServed: Bool

    static let all = ["git", "libgit2"].flatMap { transport in
        [false, true].map { Way(transport: transport, isServed: $0) }
    }

    var testDescription: String { "\(transport) over \(isServed ? "a server" : "a path")" }
}

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
        if way.isServed {
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

    var environment: [String: String] { ["DRAGOMAN_TRANSPORT": way.transport] }

    /// Runs a command; it must succeed.
    @discardableResult
    func run(_ line: String, in directory: String = "") throws -> Sandbox.Result {
        let result = sandbox.run(Transcript.words(line), in: directory, environment: environment)
        try #require(result.status == 0, "\(line): \(result)")
        return result
    }

    /// Runs a command that must be refused, and returns what it says.
    func refused(_ line: String, in directory: String = "") throws -> String {
        let result = sandbox.run(Transcript.words(line), in: directory, environment: environment)
        try #require(result.status == 2, "\(line): \(result)")
        return result.errors
    }

    func exchange(_ directory: String) throws -> Exchange {
        try Exchange(".", host: sandbox.host(in: directory, environment: environment))
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
