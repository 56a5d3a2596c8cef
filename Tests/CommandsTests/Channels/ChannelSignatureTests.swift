import JSON
import TestWorld
import Testing

/// Signatures of releases for channels, which cover exactly the bytes of the channel's manifest.
@Suite struct ChannelSignatureTests {
    private static func project() throws -> Sandbox {
        let sandbox = try ChannelVerbsTests.project()
        for name in ["mara", "otto"] {
            let made = try sandbox.execute(
                "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", name])
            try #require(made.status == 0, "\(made)")
        }
        return sandbox
    }

    private static func sign(_ sandbox: Sandbox, _ words: String) throws -> String {
        let result = sandbox.run(
            Transcript.words("channel sign " + words + " --key ../mara"), in: "app")
        try #require(result.status == 0, "\(result)")
        try sandbox.write(result.output, to: "release.sig")
        return result.errors
    }

    private static func set(_ sandbox: Sandbox, _ words: String) -> Sandbox.Result {
        sandbox.run(Transcript.words("channel set " + words), in: "app")
    }

    /// The signature is the one that `bundle` would make with the same options.
    @Test func signingAndPointingInOneStep() throws {
        let sandbox = try Self.project()
        let result = Self.set(sandbox, "production v1 --app-versions '>=1 <2' --sign ../mara")
        #expect(result.status == 0, "\(result)")
        #expect(!result.errors.contains("not signed"))
        let json = sandbox.run(["config", "channel.production", "--format", "json"], in: "app")
        let value = try JSONValue.parse(Array(json.output.utf8)).objectValue?["channel.production"]?
            .objectValue
        try sandbox.write(try #require(value?["signature"]?.stringValue), to: "stored.sig")
        try sandbox.write("mara@example.org \(try sandbox.read("mara.pub"))", to: "signers")
        for (options, status) in [
            ("--channel production --sequence 1", 0), ("--channel beta --sequence 1", 1),
            ("--channel production --sequence 2", 1),
            ("--channel production --sequence 1 --profile i18next-json", 1),
        ] {
            let made = sandbox.run(
                Transcript.words(
                    "bundle --rev v1 -o ../dist --app-versions '>=1 <2' " + options), in: "app")
            #expect(made.status == 0, "\(made)")
            let verified = sandbox.run(
                ["verify", "../dist", "--signers", "../signers", "--signature", "../stored.sig"],
                in: "app")
            #expect(verified.status == Int32(status), "\(options): \(verified)")
        }
    }

    @Test func signingForAnotherPerson() throws {
        let sandbox = try Self.project()
        let said = try Self.sign(sandbox, "production v1")
        #expect(said.contains("Signed v1 for production, sequence 1."))
        #expect(sandbox.run(["channel", "list"], in: "app").output.isEmpty)
        #expect(Self.set(sandbox, "production v1 --signature ../release.sig").status == 0)
        let again = Self.set(sandbox, "production v1 --signature ../release.sig")
        #expect(again.status == 0 && again.errors.contains("already points to v1."), "\(again)")
        // The same release gets a new number for a new signature.
        #expect(try Self.sign(sandbox, "production v1").contains("sequence 2."))
        #expect(Self.set(sandbox, "production v1 --signature ../release.sig").status == 0)
    }

    @Test func aSignatureOfOtherBytesIsRefused() throws {
        let sandbox = try Self.project()
        _ = try Self.sign(sandbox, "production v1 --app-versions '>=1'")
        for wrong in [
            "production v2 --app-versions '>=1'", "beta v1 --app-versions '>=1'", "production v1",
            "production v1 --app-versions '>=1' --sequence 2",
            "production v1 --app-versions '>=1' --profile i18next-json",
        ] {
            let refused = Self.set(sandbox, wrong + " --signature ../release.sig")
            #expect(refused.status == 2, "\(wrong): \(refused)")
            #expect(refused.errors.contains("is not a valid signature of this release's manifest"))
        }
        try sandbox.write("nonsense", to: "release.sig")
        #expect(Self.set(sandbox, "production v1 --signature ../release.sig").status == 2)
        #expect(sandbox.run(["channel", "list"], in: "app").output.isEmpty)
    }

    /// A rollback without a signature, as by a revert, is possible and reported.
    @Test func anUnsignedReleaseIsReported() throws {
        let sandbox = try Self.project()
        #expect(Self.set(sandbox, "production v1 --sign ../mara").status == 0)
        let second = Self.set(sandbox, "production v2")
        #expect(second.errors.contains("note: The release is not signed."))
        let undone = sandbox.run(["undo", "-y"], in: "app")
        #expect(undone.status == 0, "\(undone)")
        let rows = sandbox.run(["channel", "list"], in: "app").output.split(separator: "\n")
        #expect(rows.last?.contains("v1") == true)
        #expect(rows.last?.contains("  3  ") == true)
        #expect(rows.last?.hasSuffix("no") == true)
    }

    @Test func theOwnerOfTheKeyIsShown() throws {
        let sandbox = try Self.project()
        #expect(Self.set(sandbox, "production v1 --sign ../mara").status == 0)
        let print = try sandbox.execute("/usr/bin/ssh-keygen", ["-l", "-f", "mara.pub"])
        let fingerprint = try #require(print.output.split(separator: " ").dropFirst().first)
        let unknown = sandbox.run(["channel", "list"], in: "app").output
        #expect(unknown.contains("\(fingerprint)\n"), "\(unknown)")
        let key = try sandbox.read("mara.pub").split(separator: " ").prefix(2)
            .joined(separator: " ")
        sandbox.run(["config", "signers", "{\"mara@example.org\":[\"\(key)\"]}"], in: "app")
        let known = sandbox.run(["channel", "list"], in: "app").output
        #expect(known.contains("\(fingerprint) mara@example.org\n"), "\(known)")
    }

    @Test func aKeyIsOnlyAskedForIfTheReleaseIsAllowed() throws {
        let sandbox = try Self.project()
        sandbox.run(["config", "maintainers", "[\"otto@example.org\"]", "--force"], in: "app")
        let refused = Self.set(sandbox, "production v1 --sign ../missing")
        #expect(refused.status == 2)
        #expect(!refused.errors.contains("missing"), "\(refused)")
    }
}
