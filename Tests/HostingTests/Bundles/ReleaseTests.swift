import Bundles
import Foundation
import JSON
import Synchronization
import TestWorld
import Testing
import Texts
import Translation
import Workspace

@testable import Hosting

@Suite(.timeLimit(.minutes(10))) struct ReleaseTests {
    private let hosted: HostedProject

    init() throws { hosted = try HostedProject() }

    private func cli(_ words: String...) throws -> String {
        let result = hosted.sandbox.run(words, in: "app")
        try #require(result.status == 0, "\(words): \(result.errors)")
        return result.output
    }

    private func commit(of revision: String = "translations") throws -> String {
        try hosted.sandbox.git("rev-parse", revision + "^{commit}", in: "app")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test func channelsFollowTheirSettings() async throws {
        let project = try await hosted.open()
        #expect(try await project.channels().isEmpty)
        let first = try commit()
        _ = try cli("config", "channel.production", #"{"commit":"\#(first)","sequence":1}"#)
        try await project.lookForOthers(at: .zero)
        let channel = try #require(try await project.channels()["production"])
        #expect(channel.release == ReleaseChannel(commit: first, sequence: 1))
        #expect(channel.event.payload.typeName == "setting.changed")
        _ = try cli("config", "channel.production", "--unset")
        try await project.lookForOthers(at: .zero)
        #expect(try await project.channels().isEmpty)
    }

    @Test func onlyCommitsOfBranchesAndTagsAreReleases() async throws {
        let git = hosted.sandbox
        let first = try commit()
        try git.git("tag", "v1", first, in: "app")
        _ = try cli("set", "fr", "title", "Titre")
        let tip = try commit()
        // A commit on a branch of its own, one below a tag, and one that nothing leads to.
        let tree = tip + "^{tree}"
        func orphan(_ message: String) throws -> String {
            try git.git("commit-tree", "-m", message, "-p", first, tree, in: "app")
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let (branch, tagged, lost) = (try orphan("b"), try orphan("t"), try orphan("l"))
        try git.git("branch", "side", branch, in: "app")
        try git.git("tag", "-a", "-m", "x", "release/2", tagged, in: "app")
        let project = try await hosted.open()
        for commit in [first, tip, branch, tagged] {
            #expect(try await project.hasRelease(commit))
        }
        for commit in [lost, String(repeating: "7", count: 40)] {
            #expect(try await !project.hasRelease(commit))
        }
        #expect(try await project.release(named: "v1") == first)
        #expect(try await project.release(named: "release/2") == tagged)
        #expect(try await project.release(named: String(tip.prefix(9))) == tip)
        #expect(try await project.release(named: tip.uppercased()) == tip)
        for name in [
            "HEAD", "translations~1", ":/create", "v1^{tree}", "side", "abc", "v2", "", lost,
        ] {
            let error = await #expect(throws: Refusal.self) {
                try await project.release(named: name)
            }
            #expect(error?.code == .unknownRevision, "\(name)")
        }
        let error = await #expect(throws: Refusal.self) { try await project.release(named: "v11") }
        #expect(error?.nearest == ["v1"])
    }

    /// The command line, the state of the tip, and the state of the commit give the same bytes.
    @Test func aBundleDependsOnItsCommitAlone() async throws {
        _ = try cli("set", "fr", "title", "Titre")
        let first = try commit()
        let project = try await hosted.open()
        let atTip = try await project.bundleFiles(of: ServedRelease(commit: first))
        _ = try await project.submit(hosted.setting("Autre titre"))
        let later = try await project.bundleFiles(of: ServedRelease(commit: first))
        #expect(atTip.map(\.path) == later.map(\.path))
        #expect(atTip.map(\.bytes) == later.map(\.bytes))
        _ = try cli("bundle", "--rev", first, "-o", "../dist")
        for file in later {
            let written = try Data(
                contentsOf: URL(filePath: "\(hosted.sandbox.directory)/dist/\(file.path)"))
            #expect(Array(written) == file.bytes, "\(file.path)")
        }
    }

    @Test func aChannelHasItsOwnManifestAndSignature() async throws {
        let commit = try commit()
        let signature =
            "-----BEGIN SSH SIGNATURE-----\nU1NIU0lH\n-----END SSH SIGNATURE-----\n"
        let value = ReleaseChannel(
            commit: commit, sequence: 7, appVersions: AppVersionRange(">=3.2 <5"),
            signature: signature)
        let project = try await hosted.open()
        let files = try await project.bundleFiles(of: ServedRelease(value, named: "production"))
        func bytes(_ path: String) throws -> [UInt8] {
            try #require(files.first { $0.path == path }).bytes
        }
        let manifest = try BundleManifest(try bytes("manifest.json"))
        #expect(manifest.channel == "production")
        #expect(manifest.sequence == 7)
        #expect(manifest.appVersions?.description == ">=3.2 <5")
        #expect(try bytes("manifest.json.sig") == Array(signature.utf8))
        let plain = try await project.bundleFiles(of: ServedRelease(commit: commit))
        #expect(!plain.contains { $0.path == "manifest.json.sig" })
        let names = ["manifest.json", "manifest.json.sig"]
        #expect(
            plain.filter { !names.contains($0.path) }.map(\.bytes)
                == files.filter { !names.contains($0.path) }.map(\.bytes))
        // Every part of the value, and the program, give another bundle.
        let keys = [
            ServedRelease(commit: commit), ServedRelease(value, named: "production"),
            ServedRelease(value, named: "beta"),
            ServedRelease(ReleaseChannel(commit: commit, sequence: 8), named: "production"),
        ].flatMap { release in ["1", "2"].map { release.key(in: "app", version: $0) } }
        #expect(Set(keys).count == 8)
    }
}
