import Commands
import Foundation
import Machine
import TestKit
import Sync
import TestWorld
import Testing
import Workspace

/// Three clones of one project that exchange their work through a bare repository.
///
/// One person has two of them, with one guid; the third belongs to another person. Their clocks
/// differ by hours.
final class Clones {
    /// A clone and its user.
    struct Clone {
        let name: String
        let environment: [String: String]
        /// The number of milliseconds by which its clock is ahead.
        let skew: Int64
        /// Whether plain Git can merge in it, because it has a work tree.
        let hasWorkTree: Bool
    }

    let sandbox: Sandbox
    let all: [Clone]
    private let seed: UInt64
    /// The ids of events that commands printed, in order.
    private(set) var acknowledged: [String] = []
    /// The commands so far, one per line, for failure messages.
    private var history: [String] = []
    /// The number of successful writes and exchanges by verb.
    private(set) var tally: [String: Int] = [:]

    /// Creates a project with two languages and a few strings, and three clones of it.
    init(seed: UInt64) throws {
        self.seed = seed
        var random = SplitMix64(seed: seed)
        sandbox = try Sandbox(seed: seed)
        let otto = [
            "GIT_AUTHOR_NAME": "Otto", "GIT_AUTHOR_EMAIL": "otto@example.org",
            "DRAGOMAN_GUID": "guid-of-otto",
        ]
        all = [("desk", [:], false), ("laptop", [:], true), ("otto", otto, true)].map { clone in
            Clone(
                name: clone.0, environment: clone.1,
                skew: Int64(random.number(in: -10_000_000...10_000_000)), hasWorkTree: clone.2)
        }
        try sandbox.git("init", "-q", "--bare", "-b", "translations", "hub.git")
        for line in [
            "init app", "-C app locale add fr", "-C app locale add de",
            "-C app string add greeting Hello", "-C app string add farewell Goodbye",
            "-C app string add -s menu open Open", "-C app set fr greeting Bonjour",
            "-C app remote add origin \(sandbox.directory)/hub.git", "-C app push",
        ] {
            let result = sandbox.run(Transcript.words(line))
            try #require(result.status == 0, "\(line): \(result)")
        }
        for clone in all {
            if clone.hasWorkTree {
                try sandbox.git("clone", "-q", "hub.git", clone.name)
            } else {
                let result = sandbox.run(["clone", "hub.git", clone.name])
                try #require(result.status == 0, "\(result)")
            }
        }
    }

    // MARK: Working

    /// Runs a command in a clone, at the time of its clock.
    @discardableResult
    func run(_ words: [String], in clone: Clone) -> Sandbox.Result {
        let terminal = RecordingTerminal()
        var host = sandbox.host(in: clone.name, environment: clone.environment)
        let now = host.now
        host.now = { now() + clone.skew }
        let status = CommandLineTool.run(words, host: host, terminal: terminal)
        sandbox.advanceClock(milliseconds: 1000)
        return Sandbox.Result(
            status: status, output: String(decoding: terminal.output, as: UTF8.self),
            errors: terminal.errors)
    }

    /// Runs a command that writes, and records the acknowledged events.
    ///
    /// It may be refused, but must not fail otherwise.
    func work(_ words: [String], in clone: Clone) {
        let result = run(words + ["--format", "json"], in: clone)
        note(clone, words, result)
        expect((0...2).contains(result.status), "\(words) in \(clone.name): \(result)")
        let answer = try? JSONSerialization.jsonObject(with: Data(result.output.utf8))
        guard let events = (answer as? [String: Any])?["events"] as? [String] else { return }
        let verb = words.prefix(words[0] == "string" ? 2 : 1).joined(separator: " ")
        if !events.isEmpty { tally[verb, default: 0] += 1 }
        acknowledged += events
    }

    /// Syncs a clone, which must succeed.
    func sync(_ clone: Clone) {
        let result = run(["sync"], in: clone)
        note(clone, ["sync"], result)
        expect(result.status == 0, "sync in \(clone.name): \(result)")
        tally["sync", default: 0] += 1
    }

    /// Returns a new clone that no one works in.
    func freshClone() throws -> Clone {
        try sandbox.git("clone", "-q", "hub.git", "fresh")
        return Clone(name: "fresh", environment: [:], skew: 0, hasWorkTree: true)
    }

    /// Runs git in a clone and returns whether it succeeded.
    @discardableResult
    func git(_ words: String..., in clone: Clone) throws -> Bool {
        let result = try sandbox.execute("/usr/bin/env", ["git"] + words, in: clone.name)
        note(clone, ["git"] + words, result)
        return result.status == 0
    }

    private func note(_ clone: Clone, _ words: [String], _ result: Sandbox.Result) {
        let quoted = words.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
        let said = result.status == 0 ? result.output : result.errors
        history.append(
            "\(clone.name): \(quoted) → \(result.status) \(said.split(whereSeparator: \.isWhitespace).joined(separator: " "))"
        )
    }

    /// Reports the commands so far and the seed if the condition is false.
    func expect(
        _ isSo: Bool, _ what: @autoclosure () -> String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            isSo, "SEED=\(seed): \(what())\n\(history.joined(separator: "\n"))",
            sourceLocation: sourceLocation)
    }

    /// Syncs all clones until none has anything new.
    func rest() throws {
        for _ in 0..<5 {
            for clone in all { sync(clone) }
            let tips = try Set(
                all.map { try sandbox.git("rev-parse", "translations", in: $0.name) })
            if tips.count == 1 { return }
        }
        expect(false, "The clones do not come to rest.")
    }

    // MARK: Inspecting

    /// Returns a clone's output for a command that writes nothing.
    func answer(_ line: String, in clone: Clone) -> String {
        let result = run(Transcript.words(line) + ["--format", "json"], in: clone)
        expect((0...1).contains(result.status), "\(line) in \(clone.name): \(result)")
        return result.output
    }

    /// Returns a member of the objects that a clone prints.
    func strings(_ member: String, of line: String, in clone: Clone) -> [String] {
        let objects = try? JSONSerialization.jsonObject(
            with: Data(answer(line, in: clone).utf8))
        return (objects as? [[String: Any]] ?? []).compactMap { object in
            object[member] as? String ?? (object[member] as? [String: Any])?["id"] as? String
        }
    }

    /// Checks a clone, and returns the digest of its state.
    func digest(_ clone: Clone) throws -> String {
        let report = try RepositoryCheck(open(clone)).run()
        expect(report.isOK, "\(clone.name): \(report.problems)")
        return report.digest
    }

    /// Returns the digest of a clone's state after its projection was rebuilt.
    func rebuiltDigest(_ clone: Clone) throws -> String { try open(clone).rebuild().digest }

    private func open(_ clone: Clone) throws -> Workspace {
        try Workspace.open(
            ".", host: sandbox.host(in: clone.name, environment: clone.environment))
    }
}
