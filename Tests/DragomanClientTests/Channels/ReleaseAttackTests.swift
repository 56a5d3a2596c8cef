import Foundation
import TestWorld
import Testing

@testable import DragomanClient

/// The attacks that docs/server/threat-model.md lists, by a server that has seen everything but the
/// keys.
@Suite struct ReleaseAttackTests {
    private static let manifest = "manifest.json"
    private static let signature = "manifest.json.sig"
    private static let file = TestRelease.french

    enum Attack: String, CaseIterable {
        case replayed, downgraded
        case manifestTruncated, signatureTruncated, fileTruncated
        case manifestCut, signatureCut, fileCut
        case fileOfOtherRelease, signatureOfOtherRelease
        case otherProject, otherChannel, noChannel, noNumber
        case otherKey, otherNamespace, rsaKey, garbage, expiredKey, signatureMissing
        case manifestChanged, portal
        case otherAppVersions, unreadableAppVersions
        case manifestEndless, signatureEndless, fileEndless, filesTooLarge, releaseTooLarge
        case sameNumber
        case pathOutside, pathOfManifest, pathTwice
        case fileMissing, serverFails, serverRedirects, noRelease
    }

    private let sandbox: Sandbox
    private let server: ServerProcess
    private let signer = TestSigner()
    private let retired = TestSigner()

    init() throws {
        let sandbox = try Sandbox()
        server = try ServerProcess.startHostile(in: sandbox, serving: "server")
        self.sandbox = sandbox
    }

    // MARK: The server

    private func serve(_ release: TestRelease, signedBy signer: TestSigner?) throws {
        let place = sandbox.directory + "/server/bundles/production"
        if FileManager.default.fileExists(atPath: place) {
            try FileManager.default.removeItem(atPath: place)
        }
        for (path, text) in try release.served(signedBy: signer) { try serve(text, at: path) }
    }

    private func serve(_ text: String, at path: String) throws {
        try sandbox.write(text, to: "server/bundles/production/\(path)")
    }

    private func served(_ path: String) throws -> String {
        try sandbox.read("server/bundles/production/\(path)")
    }

    private func answer(_ path: String, in mode: String) throws {
        try serve(mode, at: path + ".mode")
    }

    private func cutShort(_ path: String) throws {
        try serve(String(served(path).dropLast(20)), at: path)
    }

    /// Serves release 13, after an attack on it.
    private func serve(_ attack: Attack) throws {
        var next = TestRelease(13)
        let changes: [Attack: (inout TestRelease) -> Void] = [
            .replayed: { $0 = TestRelease(11) },
            .otherProject: { $0.project = "01JD8ZK5QF7M3V2XN4T6Y8B0CE" },
            .otherChannel: { $0.channel = "beta" }, .noChannel: { $0.channel = nil },
            .noNumber: { $0.sequence = nil }, .otherAppVersions: { $0.appVersions = ">=3.5 <5" },
            .unreadableAppVersions: { $0.appVersions = "^3" },
            .filesTooLarge: { $0.sizes[Self.file] = 1 << 40 },
            .releaseTooLarge: { release in
                for number in 0..<5 { release.sizes["web/en/\(number).json"] = 16 << 20 }
                for path in release.sizes.keys { release.files[path] = "{}" }
            }, .sameNumber: { $0.sequence = 12 },
            .pathOutside: { $0.files["web/../../../x.json"] = "{}" },
            .pathOfManifest: { $0.files["manifest.json"] = "{}" },
        ]
        changes[attack]?(&next)
        let signers: [Attack: TestSigner] = [.otherKey: TestSigner(), .expiredKey: retired]
        try serve(next, signedBy: signers[attack] ?? signer)
        switch attack {
        case .downgraded:
            try serve(TestRelease(11), signedBy: signer)
            let old = try served(Self.manifest)
            try serve(
                old.replacingOccurrences(of: "\"sequence\": 11", with: "\"sequence\": 13"),
                at: Self.manifest)
            #expect(try served(Self.manifest) != old)
        case .manifestTruncated: try cutShort(Self.manifest)
        case .signatureTruncated: try cutShort(Self.signature)
        case .fileTruncated: try cutShort(Self.file)
        case .manifestCut: try answer(Self.manifest, in: "break")
        case .signatureCut: try answer(Self.signature, in: "break")
        case .fileCut: try answer(Self.file, in: "cut")
        case .fileOfOtherRelease:
            try serve(TestRelease(12).files[Self.file] ?? "", at: Self.file)
        case .signatureOfOtherRelease:
            try serve(signer.sign(TestRelease(12).manifest), at: Self.signature)
        case .otherNamespace:
            try serve(signer.sign(next.manifest, namespace: "git"), at: Self.signature)
        case .rsaKey: try serve(SSHVectors.rsa, at: Self.signature)
        case .garbage: try serve("garbage", at: Self.signature)
        case .signatureMissing: try answer(Self.signature, in: "absent")
        case .manifestChanged:
            try serve(
                served(Self.manifest).replacingOccurrences(of: "\"fr\"", with: "\"de\""),
                at: Self.manifest)
        case .portal: try answer(Self.manifest, in: "portal")
        case .manifestEndless: try answer(Self.manifest, in: "endless")
        case .signatureEndless: try answer(Self.signature, in: "endless")
        case .fileEndless: try answer(Self.file, in: "endless")
        case .pathTwice:
            let path = "\"path\": \"web/en/legal.json\""
            let manifest = try served(Self.manifest)
                .replacingOccurrences(of: "\"path\": \"\(Self.file)\"", with: path)
            try serve(manifest, at: Self.manifest)
            try serve(signer.sign(Data(manifest.utf8)), at: Self.signature)
        case .fileMissing: try answer(Self.file, in: "absent")
        case .serverFails: try answer(Self.manifest, in: "error")
        case .serverRedirects: try answer(Self.manifest, in: "elsewhere")
        case .noRelease: try answer(Self.manifest, in: "absent")
        default: break
        }
    }

    private func isExpected(_ problem: ChannelProblem, after attack: Attack) throws -> Bool {
        let expected: ChannelProblem
        switch (attack, problem) {
        case (.manifestCut, .notFetched(Self.manifest, .unreachable)),
            (.signatureCut, .notFetched(Self.signature, .unreachable)),
            (.fileCut, .notFetched(Self.file, .unreachable)),
            (.serverRedirects, .notFetched(Self.manifest, .redirected)),
            (.otherKey, .badSignature(.unknownKey)), (.pathOutside, .malformedManifest),
            (.pathOfManifest, .malformedManifest), (.pathTwice, .malformedManifest):
            return true
        default: break
        }
        switch attack {
        case .replayed: expected = .older(sequence: 11, seen: 12)
        case .downgraded, .manifestTruncated, .signatureOfOtherRelease, .manifestChanged, .portal:
            expected = .badSignature(.mismatch)
        case .signatureTruncated, .garbage: expected = .badSignature(.malformed)
        case .fileTruncated, .fileOfOtherRelease, .fileEndless: expected = .alteredFile(Self.file)
        case .otherProject: expected = .otherProject("01JD8ZK5QF7M3V2XN4T6Y8B0CE")
        case .otherChannel: expected = .otherChannel("beta")
        case .noChannel: expected = .otherChannel(nil)
        case .noNumber: expected = .unnumbered
        case .otherNamespace: expected = .badSignature(.otherNamespace("git"))
        case .rsaKey: expected = .badSignature(.unsupportedKey("ssh-rsa"))
        case .expiredKey:
            expected = .badSignature(.expiredKey(fingerprint: try retired.publicKey().fingerprint))
        case .signatureMissing: expected = .unsigned
        case .otherAppVersions: expected = .otherAppVersions(">=3.5 <5")
        case .unreadableAppVersions: expected = .otherAppVersions("^3")
        case .manifestEndless: expected = .notFetched(path: Self.manifest, .tooLarge)
        case .signatureEndless: expected = .notFetched(path: Self.signature, .tooLarge)
        case .filesTooLarge: expected = .tooLarge(path: Self.file)
        case .releaseTooLarge: expected = .tooLarge(path: nil)
        case .sameNumber: expected = .sameSequence(12)
        case .fileMissing: expected = .missingFile(Self.file)
        case .serverFails: expected = .notFetched(path: Self.manifest, .status(500))
        case .noRelease: expected = .noRelease
        default: return false
        }
        return problem == expected
    }

    // MARK: The app

    private func follower() throws -> ChannelFollower {
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/files"))
        let past = Date(timeIntervalSince1970: 1_000_000)
        var settings = try ChannelSettings(
            projectURL: url, projectID: TestRelease.project, channel: "production",
            appVersion: "3.4",
            keys: [signer.publicKey(), retired.publicKey(validUntil: past)],
            storageDirectory: URL(fileURLWithPath: sandbox.directory + "/store"))
        // A busy machine may take longer than the default timeout.
        settings.timeout = .seconds(600)
        return ChannelFollower(settings)
    }

    private func expectRelease(_ sequence: Int64, of follower: ChannelFollower) throws {
        let release = try #require(follower.release)
        #expect(release.sequence == sequence)
        var options = I18nextOptions()
        options.defaultNamespace = "default"
        let texts = try I18nextTexts(bundle: release, options: options)
        #expect(texts.text("title", language: "fr") == "Panier \(sequence)")
        let strings = try TranslatedStrings(bundle: release, languages: ["fr"])
        #expect(strings["Cart"] == "Panier \(sequence)")
    }

    @Test(arguments: Attack.allCases)
    func textsStay(attack: Attack) async throws {
        try serve(TestRelease(12), signedBy: signer)
        let follower = try follower()
        #expect(await follower.check() == .updated(sequence: 12))
        try serve(attack)
        guard case .kept(let problem) = await follower.check() else {
            Issue.record("The attack was not noticed.")
            return
        }
        #expect(try isExpected(problem, after: attack), "\(problem)")
        try expectRelease(12, of: follower)
        // A new installation takes nothing either, except for releases that it cannot know to be
        // old.
        let isOldOnly = [.replayed, .sameNumber].contains(attack)
        let stored = sandbox.directory + "/store"
        try FileManager.default.moveItem(atPath: stored, toPath: stored + "-12")
        let new = try self.follower()
        _ = await new.check()
        #expect((new.release != nil) == isOldOnly)
        if FileManager.default.fileExists(atPath: stored) {
            try FileManager.default.removeItem(atPath: stored)
        }
        try FileManager.default.moveItem(atPath: stored + "-12", toPath: stored)
        // After a restart, the texts are the same, and the next honest release is taken.
        let restarted = try self.follower()
        try expectRelease(12, of: restarted)
        try serve(TestRelease(14), signedBy: signer)
        #expect(await restarted.check() == .updated(sequence: 14))
        try expectRelease(14, of: restarted)
    }
}
