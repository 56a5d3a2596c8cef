import Foundation
import TestWorld
import Testing

/// Signatures of bundles, made and checked with OpenSSH.
@Suite struct BundleSignatureTests {
    /// A project, keys of Mara and Otto without passphrases, and an allowed-signers file that lists
    /// Mara.
    private static func project() throws -> Sandbox {
        let sandbox = try MakeBundleTests.project()
        for (name, passphrase) in [("mara", ""), ("otto", ""), ("locked", "secret")] {
            let made = try sandbox.execute(
                "/usr/bin/ssh-keygen",
                ["-q", "-t", "ed25519", "-N", passphrase, "-C", name, "-f", name])
            try #require(made.status == 0, "\(made)")
        }
        try sandbox.write(
            "mara@example.org,m@example.org \(try sandbox.read("mara.pub"))", to: "signers")
        return sandbox
    }

    private static func verify(_ sandbox: Sandbox, _ words: String...) -> Sandbox.Result {
        sandbox.run(["verify", "../dist", "--signers", "../signers"] + words, in: "app")
    }

    @Test(arguments: ["dist", "dist.tar.gz", "dist.zip"])
    func aSignatureIsMadeAndChecked(path: String) throws {
        let sandbox = try Self.project()
        let made = sandbox.run(["bundle", "-o", "../" + path, "--sign", "../mara"], in: "app")
        #expect(made.status == 0, "\(made)")
        let result = sandbox.run(["verify", "../" + path, "--signers", "../signers"], in: "app")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("signed by mara@example.org with ED25519 key SHA256:"))
        let named = sandbox.run(
            ["verify", "../" + path, "--signers", "../signers", "--identity", "m@example.org"],
            in: "app")
        #expect(named.output.contains("signed by m@example.org"))
        let unasked = sandbox.run(["verify", "../" + path], in: "app")
        #expect(unasked.status == 0)
        #expect(unasked.errors.contains("The signature was not checked"))
        // With another key, only the signature differs.
        #expect(
            sandbox.run(["bundle", "-o", "../" + path, "--sign", "../otto"], in: "app").status == 0)
        let other = sandbox.run(["verify", "../" + path, "--signers", "../signers"], in: "app")
        #expect(other.status == 1)
        #expect(other.output.contains("a key that is not in the signers file"))
    }

    @Test func whatIsNotSignedByThemIsNamed() throws {
        let sandbox = try Self.project()
        sandbox.run(["bundle", "-o", "../dist"], in: "app")
        #expect(
            Self.verify(sandbox).output.hasPrefix("signature  manifest.json.sig: The bundle is not")
        )
        sandbox.run(["bundle", "-o", "../dist", "--sign", "../mara"], in: "app")
        #expect(Self.verify(sandbox).status == 0)
        let otto = Self.verify(sandbox, "--identity", "otto@example.org")
        #expect(otto.status == 1)
        #expect(otto.output.contains("It is not a signature by otto@example.org"))

        let signature = try sandbox.read("dist/manifest.json.sig")
        var lines = signature.split(separator: "\n").map(String.init)
        lines[3] = String(lines[3].reversed())
        for wrong in ["", "nonsense\n", lines.joined(separator: "\n") + "\n"] {
            try sandbox.write(wrong, to: "dist/manifest.json.sig")
            let result = Self.verify(sandbox)
            #expect(result.status == 1, "\(result)")
            #expect(result.output.contains("It is not a valid signature of this manifest"))
            try sandbox.write(signature, to: "good.sig")
            #expect(Self.verify(sandbox, "--signature", "../good.sig").status == 0)
        }
        // A signature of the same bytes for another purpose is not accepted for a bundle.
        try sandbox.execute(
            "/usr/bin/ssh-keygen",
            ["-q", "-Y", "sign", "-n", "git", "-f", "mara", "dist/manifest.json"])
        #expect(Self.verify(sandbox).status == 1)
        // Nor is a signature of another manifest.
        try sandbox.write(signature, to: "dist/manifest.json.sig")
        sandbox.run(["set", "fr", "greeting", "Salut"], in: "app")
        sandbox.run(["bundle", "-o", "../dist"], in: "app")
        #expect(
            !FileManager.default.fileExists(atPath: sandbox.directory + "/dist/manifest.json.sig"))
        #expect(Self.verify(sandbox, "--signature", "../good.sig").status == 1)
    }

    @Test func whatCannotBeSignedIsRefused() throws {
        let sandbox = try Self.project()
        func refused(_ key: String, _ environment: [String: String] = [:]) -> Sandbox.Result {
            sandbox.run(
                ["bundle", "-o", "../none", "--sign", key], in: "app", environment: environment)
        }
        let locked = refused("../locked")
        #expect(locked.status == 2)
        #expect(locked.errors.contains("has a passphrase, but there is no terminal"), "\(locked)")
        #expect(refused("../nobody").errors.contains("There is no key"))
        try sandbox.write("no key", to: "wrong")
        #expect(refused("../wrong").errors.contains("ssh-keygen cannot sign"))
        let missing = refused("../mara", ["PATH": sandbox.directory])
        #expect(missing.status == 2)
        #expect(missing.errors.contains("Signatures need ssh-keygen"))
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/none"))
        sandbox.run(["bundle", "-o", "../dist"], in: "app")
        let signers = sandbox.run(["verify", "../dist", "--signers", "../nobody"], in: "app")
        #expect(signers.status == 2)
    }

    /// A signature made by hand, as docs/guide/bundles.md describes, is equally valid.
    @Test func handmadeSignaturesCount() throws {
        let sandbox = try Self.project()
        sandbox.run(["bundle", "-o", "../dist"], in: "app")
        let signed = try sandbox.execute(
            "/usr/bin/ssh-keygen",
            ["-q", "-Y", "sign", "-n", "dragoman-bundle", "-f", "mara", "dist/manifest.json"])
        #expect(signed.status == 0, "\(signed)")
        #expect(Self.verify(sandbox).status == 0)
        sandbox.run(["bundle", "-o", "../dist", "--sign", "../mara"], in: "app")
        let checked = try sandbox.execute(
            "/bin/sh",
            [
                "-c",
                "ssh-keygen -Y verify -f signers -I mara@example.org -n dragoman-bundle -s dist/manifest.json.sig <dist/manifest.json",
            ])
        #expect(checked.status == 0, "\(checked)")
    }
}
