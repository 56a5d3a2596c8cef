import EventStore
import Foundation
import Git
import GitEventStore
import Machine
@testable import Sync
import TestWorld
import Testing
import Texts
import Translation

@testable import Workspace

/// Packing, with git and without it.
@Suite struct CollectingTests {
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr"] + (0..<12).map { "string add key.\($0) Text" }, in: "app")
        return sandbox
    }

    /// Opens a repository on a machine with or without git.
    private func open(_ sandbox: Sandbox, git: Bool) throws -> Workspace {
        let path =
            git ? ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin" : sandbox.directory
        return try Workspace.open(
            ".",
            host: sandbox.host(
                in: "app",
                environment: [
                    "PATH": path, "GIT_CONFIG_GLOBAL": "/dev/null",
                    "GIT_CONFIG_SYSTEM": "/dev/null",
                ]))
    }

    @Test(arguments: [true, false])
    func everythingIsStillThere(git: Bool) throws {
        let sandbox = try project()
        let digest = try sandbox.rebuiltDigest("app")
        let objects = try sandbox.git("rev-list", "--objects", "--all", in: "app")
        let dry = try GarbageCollection(open(sandbox, git: git)).run(isDryRun: true)
        #expect(dry.after == nil && dry.before.looseObjects > 50)
        let report = try GarbageCollection(open(sandbox, git: git)).run()
        #expect(report.method == (git ? .git : .libgit2))
        #expect(report.before == dry.before)
        #expect(report.after?.packs == 1 && report.after?.looseObjects == 0)
        #expect(try sandbox.git("rev-list", "--objects", "--all", in: "app") == objects)
        try sandbox.expectSoundObjects("app")
        #expect(try sandbox.rebuiltDigest("app") == digest)
        // A second run has nothing to do.
        #expect(try GarbageCollection(open(sandbox, git: git)).run().after?.packs == 1)
        sandbox.perform(["set fr key.0 Texte"], in: "app")
    }

    /// A writer may be about to refer to an unreferenced object.
    @Test(arguments: [true, false])
    func newObjectsThatNobodyRefersToStay(git: Bool) throws {
        let sandbox = try project()
        let workspace = try open(sandbox, git: git)
        let blob = try workspace.store.repository.writeBlob(Array("just written".utf8))
        _ = try GarbageCollection(workspace).run()
        #expect(
            try sandbox.git("cat-file", "-p", blob.description, in: "app") == "just written")
    }

    /// No setting lets packing remove recent objects; the user's longer period is respected.
    @Test(
        arguments: [
            ("now", 0, true), ("1.hour.ago", 1, true), ("5.days.ago", 13, true), ("now", 15, false),
            (nil, 15, false), ("3.months.ago", 15, true), ("never", 400, true),
        ] as [(String?, Int, Bool)])
    func nothingYoungIsPruned(setting: String?, days: Int, stays: Bool) throws {
        let sandbox = try project()
        if let setting { try sandbox.git("config", "gc.pruneExpire", setting, in: "app") }
        let workspace = try open(sandbox, git: true)
        let blob = try workspace.store.repository.writeBlob(Array("just written".utf8)).description
        let path = "\(sandbox.directory)/app/.git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))"
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -Double(days) * 86_400)],
            ofItemAtPath: path)
        _ = try GarbageCollection(workspace).run()
        #expect(FileManager.default.fileExists(atPath: path) == stays)
        let warned = try RepositoryCheck(workspace).run().problems.contains {
            $0.path == "gc.pruneExpire"
        }
        #expect(warned == ["now", "5.days.ago", "1.hour.ago"].contains(setting))
        #expect(try RepositoryCheck(workspace).run().isOK)
    }

    /// Automatic packing runs beside writers, so it must keep recently stored objects.
    @Test func automaticPackingPrunesNothingYoung() throws {
        let sandbox = try project()
        for (key, value) in [
            ("gc.pruneExpire", "now"), ("gc.autoDetach", "false"), ("dragoman.gcAuto", "1"),
        ] { try sandbox.git("config", key, value, in: "app") }
        let workspace = try open(sandbox, git: true)
        let blob = try workspace.store.repository.writeBlob(Array("just written".utf8))
        var index = 0
        while workspace.store.repository.objectUsage().packs == 0, index < 200 {
            try workspace.define("more.\(index)")
            index += 1
        }
        #expect(workspace.store.repository.objectUsage().packs == 1)
        #expect(
            try sandbox.git("cat-file", "-p", blob.description, in: "app") == "just written")
    }

    @Test(arguments: [true, false])
    func oneAtATime(git: Bool) throws {
        let sandbox = try project()
        // Git writes the process and its machine in this form.
        let host = ProcessInfo.processInfo.hostName
        try sandbox.write("\(getpid()) \(host)", to: "app/.git/gc.pid")
        #expect {
            try GarbageCollection(open(sandbox, git: git)).run()
        } throws: { ($0 as? Refusal)?.code == .busy }
        // A process that has ended holds no lock.
        try sandbox.write("999999999 \(host)", to: "app/.git/gc.pid")
        #expect(try GarbageCollection(open(sandbox, git: git)).run().after?.looseObjects == 0)
    }

    @Test func leftoversGo() throws {
        let sandbox = try project()
        for name in ["gone.sqlite", "gone.sqlite-wal", "translations.sqlite-old", "notes.txt"] {
            try sandbox.write("x", to: "app/.git/dragoman/\(name)")
        }
        try sandbox.write("x", to: "app/.git/objects/tmp_object_git2_abc123")
        try sandbox.write("x", to: "app/.git/objects/pack/pack_git2_abc123")
        try sandbox.git("branch", "topic/x", "translations", in: "app")
        sandbox.perform(["--branch topic/x status"], in: "app")
        var host = sandbox.host(in: "app")
        host.now = { Int64(Date().timeIntervalSince1970 * 1000) + 2 * 86_400_000 }
        host.environment["PATH"] = sandbox.directory
        let report = try GarbageCollection(Workspace.open(".", host: host)).run()
        #expect(
            report.removed.map { $0.split(separator: "/").last } == [
                "gone.sqlite", "gone.sqlite-wal", "pack_git2_abc123", "tmp_object_git2_abc123",
            ])
        #expect(report.removed.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
        let kept = try FileManager.default.contentsOfDirectory(
            atPath: sandbox.directory + "/app/.git/dragoman")
        #expect(kept.contains("topic%2fx.sqlite") && kept.contains("notes.txt"))
    }

    @Test func manyLooseObjectsArePackedWithoutBeingAsked() throws {
        let sandbox = try project()
        try sandbox.git("config", "gc.autoDetach", "false", in: "app")
        try sandbox.git("config", "dragoman.gcAuto", "300", in: "app")
        let workspace = try open(sandbox, git: true)
        func set(_ index: Int) throws {
            _ = try workspace.perform(
                "define",
                .addString(
                    StringID(section: "default", key: "more.\(index)"),
                    Definition(value: Value("x"))))
        }
        try sandbox.git("config", "gc.auto", "0", in: "app")
        for index in 0..<60 { try set(index) }
        #expect(workspace.store.repository.objectUsage().packs == 0)
        try sandbox.git("config", "gc.auto", "6700", in: "app")
        // The number is estimated from one directory of 256, so some more may be needed.
        var index = 60
        while workspace.store.repository.objectUsage().packs == 0, index < 200 {
            try set(index)
            index += 1
        }
        #expect(workspace.store.repository.objectUsage().packs == 1)
        #expect(try RepositoryCheck(workspace).run().isOK)
    }

    /// Fetched objects count like written ones, loose or in packs.
    @Test(arguments: ["fetch", "sync", "gather --all"], ["gc.autoPackLimit", "dragoman.gcAuto"])
    func whatBringsObjectsPacksThemToo(verb: String, setting: String) throws {
        let sandbox = try project()
        try sandbox.git("clone", "-q", "--bare", "app", "hub")
        try sandbox.git("remote", "add", "origin", sandbox.directory + "/hub", in: "app")
        sandbox.perform(["sync"], in: "app")
        let isPacked = setting.hasPrefix("gc")
        if isPacked {
            // These are packs of other programs; Git packs no object twice.
            for index in 0..<3 {
                sandbox.perform(["string add pack.\(index) Text"], in: "app")
                try sandbox.git("repack", "-q", "-d", in: "app")
            }
            sandbox.perform(["push"], in: "app")
        } else {
            // The number is estimated from one directory of 256, in which Git requires more than
            // one.
            var number = 0
            let directory = sandbox.directory + "/app/.git/objects/17"
            func names() -> [String] {
                (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            }
            while names().count < 2 {
                try sandbox.write("\(number)", to: "blob")
                try sandbox.git("hash-object", "-w", "../blob", in: "app")
                number += 1
            }
        }
        for (key, value) in [
            ("gc.autoDetach", "false"), ("dragoman.gcAuto", isPacked ? "100000" : "1"),
            ("gc.autoPackLimit", isPacked ? "1" : "0"),
        ] {
            try sandbox.git("config", key, value, in: "app")
        }
        let repository = try sandbox.open("app").store.repository
        let before = repository.objectUsage()
        #expect(isPacked ? before.packs == 3 : before.packs == 0)
        sandbox.perform([verb], in: "app")
        #expect(repository.objectUsage().packs == 1)
        #expect(try RepositoryCheck(sandbox.open("app")).run().isOK)
    }

    /// `git gc` also packs references, whose lock another process may hold.
    @Test func aLockThatGitNeedsIsHeld() throws {
        let sandbox = try project()
        let lock = sandbox.directory + "/app/.git/packed-refs.lock"
        try sandbox.write("", to: "app/.git/packed-refs.lock")
        // The lock is recent, on the clock of the sandbox as well.
        let wallClock = Int64(Date().timeIntervalSince1970 * 1000)
        sandbox.advanceClock(milliseconds: wallClock - sandbox.host(in: "app").now())
        let workspace = try open(sandbox, git: true)
        let refusal = #expect(throws: Refusal.self) { try GarbageCollection(workspace).run() }
        #expect(refusal?.code == .busy, "\(String(describing: refusal))")
        #expect(
            refusal?.message.hasSuffix("File exists.") == true, "\(String(describing: refusal))")
        try FileManager.default.removeItem(atPath: lock)
        _ = try GarbageCollection(workspace).run()
    }

    @Test func writersGoOnBesideIt() throws {
        let sandbox = try project()
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            do {
                let workspace = try open(sandbox, git: worker == 0)
                for index in 0..<8 {
                    if worker < 2 {
                        do { _ = try GarbageCollection(workspace).run() } catch let refusal
                            as Refusal
                        {
                            #expect(refusal.code == .busy, "\(refusal.message)")
                        }
                    } else {
                        try workspace.define("w\(worker).\(index)")
                    }
                }
            } catch {
                Issue.record(error)
            }
        }
        let workspace = try sandbox.open("app")
        #expect(try workspace.storedEvents().count == 13 + 16)
        #expect(try RepositoryCheck(workspace).run().isOK)
        try sandbox.expectSoundObjects("app")
    }
}
