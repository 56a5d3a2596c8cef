import Foundation
import GitEventStore
import Machine
import ReadModel
import TestKit
import TestWorld
import Testing
import Translation
import Workspace

/// Bytes lost by a disk: they are found and named, never folded, and restored from another copy.
@Suite struct DamageTests {
    /// A project whose remote `origin` has all of its objects.
    private struct Patient {
        let sandbox: Sandbox
        let digest: String
        var objects: String { sandbox.directory + "/app/.git/objects" }

        init(seed: UInt64 = 1, isPacked: Bool = false) throws {
            sandbox = try Sandbox.withProject(seed: seed)
            sandbox.perform(
                [
                    "locale add fr", "string add greeting Hello",
                    "string add -s auth title 'Log in'",
                    "set fr greeting Salut", "propose fr auth:title Connexion",
                    "set fr greeting Bonjour",
                ], in: "app")
            try sandbox.git("clone", "-q", "--bare", "app", "origin.git")
            try sandbox.git("remote", "add", "origin", "../origin.git", in: "app")
            if isPacked { try sandbox.git("gc", "-q", in: "app") }
            digest = try sandbox.rebuiltDigest("app")
        }

        /// Returns the files of the object database, relative to it.
        func files() throws -> [String] {
            try Files.filesBelow(objects).filter { $0.contains("/") && !$0.hasPrefix("info/") }
        }

        func forgetReadModel() throws {
            for name in try FileManager.default.contentsOfDirectory(
                atPath: sandbox.directory + "/app/.git/dragoman")
            where name.contains(".sqlite") {
                try FileManager.default.removeItem(
                    atPath: sandbox.directory + "/app/.git/dragoman/" + name)
            }
        }

        /// Damages a file of the object database.
        func harm(_ path: String, _ change: (inout Data) -> Void) throws {
            let url = URL(fileURLWithPath: objects + "/" + path)
            var data = try Data(contentsOf: url)
            change(&data)
            // Git's object files are read-only.
            try FileManager.default.removeItem(at: url)
            try data.write(to: url)
        }

        /// Expects that the state is read unchanged or refused, and that refused objects are named
        /// and restored.
        func expectHonesty(_ what: String) throws {
            let read = sandbox.run(["rebuild", "--format", "json"], in: "app")
            let found = sandbox.run(["fsck", "--format", "json"], in: "app")
            #expect([0, 1].contains(found.status), "\(what): \(found)")
            if read.status == 0 {
                #expect(read.output.contains(digest), "\(what): \(read.output)")
            } else {
                #expect(read.status == 2, "\(what): \(read.errors)")
                #expect(read.errors.contains("dragoman fsck"), "\(what): \(read.errors)")
                #expect(found.status == 1, "\(what): \(found.output)")
            }
            // The write goes to a copy, so that later steps see only the damage.
            try FileManager.default.copyItem(
                atPath: sandbox.directory + "/app", toPath: sandbox.directory + "/copy")
            let written = sandbox.run(["comment", "--locale", "fr", "greeting", "Hm."], in: "copy")
            #expect([0, 2].contains(written.status), "\(what): \(written.errors)")
            try FileManager.default.removeItem(atPath: sandbox.directory + "/copy")
            let repaired = sandbox.run(["fsck", "--repair"], in: "app")
            #expect(repaired.status == 0, "\(what): \(repaired)")
            let after = sandbox.run(["rebuild", "--format", "json"], in: "app")
            #expect(after.output.contains(digest), "\(what): \(after)")
        }
    }

    private static func harm(_ data: inout Data, _ random: inout SplitMix64) -> String {
        switch random.number(in: 0...5) {
        case 0:
            data = Data()
            return "emptied"
        case 1:
            let length = random.number(in: 0...max(0, data.count - 1))
            data = data.prefix(length)
            return "cut to \(length)"
        default:
            guard !data.isEmpty else { return "left" }
            let index = random.number(in: 0...(data.count - 1))
            let bit = random.number(in: 0...7)
            data[data.startIndex + index] ^= 1 << UInt8(bit)
            return "bit \(bit) of byte \(index)"
        }
    }

    /// A repair waits for writers as long as they wait for each other, and names the one that it
    /// waits for.
    @Test func aRepairWaitsForNobodyForEver() throws {
        let patient = try Patient()
        try patient.sandbox.git("config", "dragoman.lockTimeout", "50", in: "app")
        let directory = patient.sandbox.directory + "/app/.git/dragoman-state"
        let refused = try WriteLock.hold(in: directory) {
            patient.sandbox.run(["fsck", "--repair"], in: "app")
        }
        #expect(
            refused.status == 2 && refused.errors.contains("dragoman.lockTimeout"), "\(refused)")
        #expect(patient.sandbox.run(["fsck", "--repair"], in: "app").status == 0)
    }

    @Test(arguments: 0..<4, [false, true])
    func anyByteOfAnyObject(seed: Int, isPacked: Bool) throws {
        var random = SplitMix64(seed: seed)
        let patient = try Patient(seed: UInt64(seed + 1), isPacked: isPacked)
        // Each round starts with an intact repository.
        for _ in 0..<3 {
            if random.chance(1, in: 2) { try patient.forgetReadModel() }
            let files = try patient.files().filter { !$0.hasSuffix(".rev") }
            var what: [String] = []
            for _ in 0..<random.number(in: 1...(isPacked ? 1 : 3)) {
                let path = files[random.number(in: 0...(files.count - 1))]
                if random.chance(1, in: 8) {
                    try? FileManager.default.removeItem(atPath: patient.objects + "/" + path)
                    what.append("\(path) removed")
                } else if Files.exists(patient.objects + "/" + path) {
                    try patient.harm(path) { what.append("\(path) \(Self.harm(&$0, &random))") }
                }
            }
            try patient.expectHonesty("seed \(seed): \(what)")
        }
    }

    /// Returns the blob of the last text at the tip, and the path of its object file.
    private func lastFile(_ patient: Patient) throws -> (blob: String, path: String) {
        let tree = try patient.sandbox.git(
            "diff-tree", "-r", "--no-commit-id", "translations", in: "app")
        let fields = tree.split(whereSeparator: \.isWhitespace)
        let blob = String(fields[3])
        return (blob, "\(blob.prefix(2))/\(blob.dropFirst(2))")
    }

    @Test func whatTheReadModelStillKnows() throws {
        let patient = try Patient()
        try patient.sandbox.git("remote", "remove", "origin", in: "app")
        let (blob, path) = try lastFile(patient)
        try patient.harm(path) { $0 = Data() }
        // Texts that were read before can still be read.
        let text = patient.sandbox.run(["get", "fr", "greeting"], in: "app")
        #expect(text.output == "Bonjour\n")
        let found = patient.sandbox.run(["fsck"], in: "app")
        #expect(found.status == 1)
        #expect(found.output.contains(blob))
        #expect(found.output.contains("(01"), "it names the event: \(found.output)")
        let repaired = patient.sandbox.run(["fsck", "--repair"], in: "app")
        #expect(repaired.status == 0, "\(repaired)")
        #expect(repaired.errors.contains("this repository's own data"))
        #expect(try patient.sandbox.rebuiltDigest("app") == patient.digest)
        try patient.sandbox.expectSoundObjects("app")
    }

    @Test func whatNobodyHas() throws {
        let patient = try Patient()
        try patient.sandbox.git("remote", "remove", "origin", in: "app")
        try patient.forgetReadModel()
        let (blob, path) = try lastFile(patient)
        try patient.harm(path) { $0 = $0.prefix(20) }
        for line in ["status", "get fr greeting", "log", "export --format verid-xml -l fr"] {
            let result = patient.sandbox.run(Transcript.words(line), in: "app")
            #expect(result.status == 2, "\(line): \(result)")
            #expect(result.errors.contains("dragoman fsck"), "\(line): \(result.errors)")
        }
        let tried = patient.sandbox.run(["fsck", "--repair"], in: "app")
        #expect(tried.status == 1)
        #expect(tried.errors.contains("Could not find 1 object in any searched repository"))
        #expect(tried.output.contains(blob))
        // The source is another clone, given by its path.
        let healed = patient.sandbox.run(
            ["fsck", "--repair", "--from", "../origin.git"], in: "app")
        #expect(healed.status == 0, "\(healed)")
        #expect(try patient.sandbox.rebuiltDigest("app") == patient.digest)
    }

    @Test func theTipItself() throws {
        let patient = try Patient()
        let tip = try patient.sandbox.commit("translations", in: "app")
        try FileManager.default.removeItem(
            atPath: patient.objects + "/\(tip.prefix(2))/\(tip.dropFirst(2))")
        let read = patient.sandbox.run(["get", "fr", "greeting"], in: "app")
        #expect(read.status == 2)
        #expect(read.errors.contains("dragoman fsck"))
        let found = patient.sandbox.run(["fsck", "--format", "json"], in: "app")
        #expect(found.status == 1)
        #expect(found.output.contains(tip))
        #expect(patient.sandbox.run(["fsck", "--repair"], in: "app").status == 0)
        #expect(try patient.sandbox.rebuiltDigest("app") == patient.digest)
    }

    @Test func aReadModelThatLies() throws {
        let patient = try Patient()
        let path = patient.sandbox.directory + "/app/.git/dragoman/translations.sqlite"
        let changed = try patient.sandbox.execute(
            "/usr/bin/env", ["sqlite3", path, "UPDATE subject SET value = NULL; SELECT changes()"])
        #expect((Int(changed.output.dropLast()) ?? 0) > 0, "\(changed)")
        let lies = patient.sandbox.run(["fsck"], in: "app")
        #expect(lies.status == 1)
        #expect(lies.output.contains("dragoman rebuild"))
        #expect(patient.sandbox.run(["rebuild"], in: "app").status == 0)
        #expect(patient.sandbox.run(["fsck"], in: "app").status == 0)
    }

    @Test(arguments: 0..<8)
    func aReadModelWithOtherBytes(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let patient = try Patient()
        let directory = patient.sandbox.directory + "/app/.git/dragoman"
        for name in ["translations.sqlite-wal", "translations.sqlite-shm"] {
            try? FileManager.default.removeItem(atPath: directory + "/" + name)
        }
        let url = URL(fileURLWithPath: directory + "/translations.sqlite")
        var data = try Data(contentsOf: url)
        for _ in 0..<random.number(in: 1...200) where !data.isEmpty {
            data[random.number(in: 0...(data.count - 1))] ^= 0xFF
        }
        try data.write(to: url)
        for line in ["status", "get fr greeting", "proposals", "log", "fsck"] {
            let result = patient.sandbox.run(Transcript.words(line), in: "app")
            #expect([0, 1, 2].contains(result.status), "seed \(seed): \(line): \(result)")
        }
        #expect(patient.sandbox.run(["rebuild"], in: "app").status == 0)
        let sound = patient.sandbox.run(["fsck", "--format", "json"], in: "app")
        #expect(sound.status == 0, "\(sound)")
        #expect(sound.output.contains(patient.digest))
    }

    @Test func namesAndReferences() throws {
        let patient = try Patient()
        let sandbox = patient.sandbox
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        let wrong = "s-" + String(repeating: "0", count: 64)
        try sandbox.write("", to: "tree/events/fr/\(wrong).jsonl")
        try sandbox.write("", to: "tree/events/fr/\(wrong.uppercased()).jsonl")
        try sandbox.write("notes", to: "tree/events/fr/notes.txt")
        try sandbox.git("add", ".", in: "tree")
        try sandbox.git("commit", "-q", "--no-verify", "-m", "by hand", in: "tree")
        try sandbox.write("nonsense\n", to: "app/.git/refs/heads/broken")
        let found = sandbox.run(["fsck"], in: "app")
        #expect(found.status == 1)
        for part in [
            "not the hash of its contents", "only in letter case", "is ignored",
            "refs/heads/broken",
        ] { #expect(found.output.contains(part), "\(part): \(found.output)") }
    }
}
