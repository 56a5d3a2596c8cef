import Foundation
@testable import Sync
import TestWorld
import Testing
import Translation
import Workspace

/// If the tip is lost everywhere, the branch can be reset to the newest intact commit of its
/// reflog.
@Suite struct SettingBackTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr", "string add greeting Hello", "set fr greeting Salut"], in: "app")
    }

    private func commit(_ revision: String) throws -> String {
        try sandbox.commit(revision, in: "app")
    }

    /// Removes the objects of a revision that `translations~3` lacks, as premature pruning would.
    private func lose(_ revision: String) throws {
        let objects = try sandbox.git(
            "rev-list", "--objects", revision, "^\(revision)~1", in: "app")
        for line in objects.split(separator: "\n") {
            let id = String(line.prefix(40))
            try FileManager.default.removeItem(
                atPath: "\(sandbox.directory)/app/.git/objects/\(id.prefix(2))/\(id.dropFirst(2))")
        }
    }

    @Test func theTipIsGone() throws {
        let whole = try commit("translations")
        let digest = try sandbox.rebuiltDigest("app")
        sandbox.perform(["set fr greeting Bonjour"], in: "app")
        let tip = try commit("translations")
        try lose("translations")
        // Otherwise the events would be restored from the read model.
        try FileManager.default.removeItem(atPath: "\(sandbox.directory)/app/.git/dragoman")

        // Without a terminal, the repair is only described.
        let asked = sandbox.run(["fsck", "--repair"], in: "app")
        #expect(asked.status == 1, "\(asked)")
        for words in [
            String(tip.prefix(12)), String(whole.prefix(12)), "set fr greeting",
            "`dragoman fsck --repair --yes`",
        ] { #expect(asked.errors.contains(words), "\(asked)") }
        #expect(try sandbox.read("app/.git/refs/heads/translations").hasPrefix(tip))

        let mended = sandbox.run(["fsck", "--repair", "--yes"], in: "app")
        #expect(mended.output.hasSuffix("ok\n") && mended.status == 0, "\(mended)")
        #expect(try commit("translations") == whole)
        #expect(try sandbox.rebuiltDigest("app") == digest)
        sandbox.perform(["set fr greeting Bonsoir"], in: "app")
        #expect(sandbox.run(["fsck"], in: "app").status == 0)
    }

    /// Events of the lost commits that the read model has are restored.
    @Test func theReadModelStillHasTheEvents() throws {
        let whole = try commit("translations")
        sandbox.perform(["set fr greeting Bonjour", "set fr greeting Coucou"], in: "app")
        let digest = try RepositoryCheck(sandbox.open("app")).run().digest
        #expect(sandbox.run(["status"], in: "app").status == 0)
        try lose("translations")
        try lose("\(try commit("translations@{1}"))")
        let mended = sandbox.run(["fsck", "--repair", "--yes"], in: "app")
        #expect(mended.status == 0, "\(mended)")
        #expect(mended.errors.contains("with 2 events added from the read model"), "\(mended)")
        #expect(try commit("translations~1") == whole)
        #expect(try sandbox.rebuiltDigest("app") == digest)
    }

    /// Files in a work tree may be the only copy of an event.
    @Test func aWorkTreeKeepsItsFiles() throws {
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        sandbox.perform(["set fr greeting Bonjour"], in: "app")
        let added = try sandbox.git("diff", "--name-only", "HEAD~1", in: "tree")
        let path = try #require(added.split(separator: "\n").first)
        try lose("translations")
        let mended = sandbox.run(["fsck", "--repair", "--yes"], in: "app")
        #expect(mended.errors.contains("The files in the work tree "), "\(mended)")
        #expect(try sandbox.read("tree/\(path)").contains("Bonjour"))
        try sandbox.git("add", "-A", in: "tree")
        try sandbox.git("commit", "-q", "--no-verify", "-m", "by hand", in: "tree")
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Bonjour\n")
        #expect(sandbox.run(["fsck"], in: "app").status == 0)
    }

    @Test func aBranchThatIsWholeStays() throws {
        let tip = try commit("translations")
        let result = sandbox.run(["fsck", "--repair", "--yes"], in: "app")
        #expect(result.status == 0, "\(result)")
        #expect(result.errors == "No objects were damaged.\n")
        #expect(try commit("translations") == tip)
        #expect(sandbox.run(["fsck", "--yes"], in: "app").status == 64)
    }
}
