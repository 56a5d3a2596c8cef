import Commands
import Foundation
import Machine
import Synchronization
import TestWorld
import Testing
import Workspace

/// A repository in which commands run with faults, and the events that they acknowledged.
final class Scene: Sendable {
    /// The surroundings of the repository.
    enum Surroundings: Sendable {
        case nothing
        /// The branch is checked out in the work tree `linked`, which has to follow.
        case workTree
        /// The repository is a clone of `origin.git`, and `other` is another one.
        case clones
    }

    let sandbox: Sandbox
    private let surroundings: Surroundings
    private let ids = Mutex<[String]>([])

    /// The ids of events that commands printed, in order.
    var acknowledged: [String] { ids.withLock { $0 } }

    /// Creates a project with two languages, a few texts and a proposal.
    init(_ surroundings: Surroundings = .nothing) throws {
        self.surroundings = surroundings
        sandbox = try Sandbox()
        let program = try Products.dragoman
        let made = try sandbox.execute(program, ["init", "app"])
        try #require(made.status == 0, "\(made)")
        // A held lock is reported immediately: no lock may remain after a death.
        try sandbox.git("config", "dragoman.lockTimeout", "0", in: "app")
        for line in [
            "locale add fr", "locale add de", "string add greeting Hello",
            "string add farewell Goodbye", "set fr farewell Adieu", "propose fr greeting Bonjour",
        ] {
            let result = try execute(Transcript.words(line))
            try #require(result.status == 0, "\(line): \(result)")
        }
        switch surroundings {
        case .nothing: break
        case .workTree: try addWorkTree()
        case .clones:
            try sandbox.git("clone", "-q", "--bare", "app", "origin.git")
            // The relative path stays valid in a copy.
            try sandbox.git("remote", "add", "origin", "../origin.git", in: "app")
            try sandbox.git("clone", "-q", "origin.git", "other")
            try sandbox.git("remote", "set-url", "origin", "../origin.git", in: "other")
        }
    }

    /// Copies a scene to another directory.
    private init(copying other: Scene) throws {
        surroundings = other.surroundings
        sandbox = try Sandbox()
        for name in ["app", "origin.git", "other", "import.json"] {
            let path = other.sandbox.directory + "/" + name
            guard FileManager.default.fileExists(atPath: path) else { continue }
            try FileManager.default.copyItem(
                atPath: path, toPath: sandbox.directory + "/" + name)
        }
        ids.withLock { $0 = other.acknowledged }
        if surroundings == .workTree {
            // Otherwise the copy would refer to the other's work tree.
            try FileManager.default.removeItem(
                atPath: sandbox.directory + "/app/.git/worktrees/linked")
            try addWorkTree()
        }
    }

    func copy() throws -> Scene { try Scene(copying: self) }

    private func addWorkTree() throws {
        try sandbox.git("worktree", "add", "-q", "../linked", "translations", in: "app")
    }

    // MARK: Running

    /// Runs the built program.
    func execute(
        _ words: [String], environment: [String: String] = [:]
    ) throws -> Sandbox.Result {
        try sandbox.execute(try Products.dragoman, words, in: "app", environment: environment)
    }

    /// Runs the program's code in this process, with the wall clock or a clock that is ahead of it.
    @discardableResult
    func run(
        _ words: [String], in directory: String = "app", later milliseconds: Int64 = 0
    ) -> Sandbox.Result {
        let terminal = RecordingTerminal()
        var host = sandbox.host(in: directory)
        host.now = { Int64(Date().timeIntervalSince1970 * 1000) + milliseconds }
        let status = CommandLineTool.run(words, host: host, terminal: terminal)
        return Sandbox.Result(
            status: status, output: String(decoding: terminal.output, as: UTF8.self),
            errors: terminal.errors)
    }

    /// Records the events that a command acknowledged; a truncated output acknowledges nothing.
    func acknowledge(_ result: Sandbox.Result) throws {
        let answer = try? JSONSerialization.jsonObject(with: Data(result.output.utf8))
        guard let events = (answer as? [String: Any])?["events"] as? [String] else { return }
        ids.withLock { $0 += events }
    }

    // MARK: Checking

    /// Returns the problems after a command ended in any way; empty if all is well.
    ///
    /// All acknowledged events exist, reading and writing work, writing after the given
    /// `milliseconds`, and no lock is left.
    func problems(later milliseconds: Int64 = 0) throws -> [String] {
        var problems: [String] = []
        func expect(_ isSo: Bool, _ what: @autoclosure () -> String) {
            if !isSo { problems.append(what()) }
        }
        let read = run(["status"])
        expect(read.status == 0, "status: \(read)")
        let written = run(
            ["comment", "--locale", "fr", "farewell", "after"], later: milliseconds)
        expect(written.status == 0, "the next write: \(written)")
        if surroundings == .clones { problems += try problemsOfClones() }
        let log = run(["log", "--format", "json"])
        let events = try? JSONSerialization.jsonObject(with: Data(log.output.utf8))
        let there = Set((events as? [[String: Any]] ?? []).compactMap { $0["id"] as? String })
        let lost = acknowledged.filter { !there.contains($0) }
        expect(lost.isEmpty, "acknowledged and lost: \(lost)")
        let checked = run(["fsck"])
        expect(checked.status == 0, "fsck: \(checked)")
        let sound = try sandbox.execute(
            "/usr/bin/env", ["git", "fsck", "--strict", "--no-progress", "--no-dangling"], in: "app"
        )
        expect(sound.status == 0 && sound.output == "", "git fsck: \(sound)")
        // Packing removes the locks of other references' reflogs.
        if !leftFiles({ $0.hasPrefix("logs/refs/remotes/") && $0.hasSuffix(".lock") }).isEmpty {
            let packed = run(["gc"], later: 20_000)
            expect(packed.status == 0, "gc: \(packed)")
        }
        // libgit2's temporary file for an index has the suffix `.lock` but is none: its name is
        // always new.
        let left = leftFiles {
            $0.hasSuffix(".lock") && !$0.contains("/pack_git2_") || $0.hasSuffix("/moving")
        }
        expect(left.isEmpty, "left behind: \(left)")
        if surroundings == .workTree {
            let status = try sandbox.git("status", "--porcelain", in: "linked")
            expect(status == "", "the work tree: \(status)")
        }
        return problems
    }

    /// Returns the problems that keep two clones and their remote apart after each has synced.
    private func problemsOfClones() throws -> [String] {
        var problems: [String] = []
        for name in ["app", "other", "app"] {
            // The lock of a remote-tracking branch counts as stale after ten seconds.
            let synced = run(["sync"], in: name, later: 20_000)
            if synced.status != 0 { problems.append("sync of \(name): \(synced)") }
        }
        let tips = try ["app", "other", "origin.git"].map { name in
            try sandbox.git("rev-parse", "refs/heads/translations", in: name)
        }
        if Set(tips).count != 1 { problems.append("apart: \(tips)") }
        return problems
    }

    /// Returns the files of the repository whose names match.
    func leftFiles(_ isOfKind: (String) -> Bool) -> [String] {
        let paths = FileManager.default.subpaths(atPath: sandbox.directory + "/app/.git") ?? []
        return paths.filter(isOfKind)
    }
}
