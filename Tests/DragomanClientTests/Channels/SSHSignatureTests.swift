import Foundation
import TestWorld
import Testing

@testable import DragomanClient

@Suite struct SSHSignatureTests {
    private static let message = Data(SSHVectors.message.utf8)

    private func problem(
        _ armored: String, _ message: Data = message, namespace: String = "dragoman-bundle",
        keys: [SigningKey], at time: Date? = nil
    ) -> SignatureProblem? {
        do throws(SignatureProblem) {
            try SSHSignature(armored: Data(armored.utf8)).verify(
                message, namespace: namespace, keys: keys, at: time)
            return nil
        } catch {
            return error
        }
    }

    private func key() throws -> SigningKey { try SigningKey(SSHVectors.key) }

    @Test(arguments: [SSHVectors.good, SSHVectors.sha256])
    func signaturesOfOpenSSHAreValid(armored: String) throws {
        let other = try SigningKey(SSHVectors.other)
        #expect(try problem(armored, keys: [other, key()]) == nil)
        // Line ends and white space of a form or a mail change nothing.
        let crlf = armored.replacingOccurrences(of: "\n", with: "\r\n")
        #expect(try problem("\n " + crlf + "\n\n", keys: [key()]) == nil)
        #expect(try problem(armored, Data("{}".utf8), keys: [key()]) == .mismatch)
        #expect(
            problem(armored, keys: [other]) == .unknownKey(fingerprint: SSHVectors.fingerprint))
        #expect(problem(armored, keys: []) == .unknownKey(fingerprint: SSHVectors.fingerprint))
    }

    @Test func signaturesForOtherPurposesOrByOtherKeysAreNot() throws {
        let keys = [try key()]
        #expect(problem(SSHVectors.otherNamespace, keys: keys) == .otherNamespace("git"))
        #expect(problem(SSHVectors.otherNamespace, namespace: "git", keys: keys) == nil)
        #expect(problem(SSHVectors.rsa, keys: keys) == .unsupportedKey("ssh-rsa"))
        #expect(problem(SSHVectors.ecdsa, keys: keys) == .unsupportedKey("ecdsa-sha2-nistp256"))
        let fingerprint = try SigningKey(SSHVectors.other).fingerprint
        #expect(problem(SSHVectors.otherKey, keys: keys) == .unknownKey(fingerprint: fingerprint))
    }

    @Test func aKeyCountsUntilItsEnd() throws {
        let end = Date(timeIntervalSince1970: 1_000_000)
        let key = try SigningKey(SSHVectors.key, validUntil: end)
        #expect(problem(SSHVectors.good, keys: [key], at: end) == nil)
        let later = end.addingTimeInterval(1)
        #expect(
            problem(SSHVectors.good, keys: [key], at: later)
                == .expiredKey(fingerprint: SSHVectors.fingerprint))
        // The same key may be listed with a later end.
        #expect(try problem(SSHVectors.good, keys: [key, self.key()], at: later) == nil)
        #expect(problem(SSHVectors.good, keys: [key], at: nil) == nil)
    }

    private static let lines = SSHVectors.good.split(separator: "\n").map(String.init)
    private static let blob = Data(base64Encoded: lines.dropFirst().dropLast().joined())

    private func armor(_ blob: Data) -> String {
        [Self.lines[0], blob.base64EncodedString(), Self.lines.last ?? ""].joined(separator: "\n")
    }

    /// No changed, missing or added byte leaves a signature valid.
    @Test func everyByteCounts() throws {
        let blob = try #require(Self.blob)
        let keys = [try key()]
        #expect(problem(armor(blob), keys: keys) == nil)
        for index in blob.indices {
            for bit in 0..<8 {
                var changed = blob
                changed[index] ^= 1 << bit
                #expect(problem(armor(changed), keys: keys) != nil, "byte \(index), bit \(bit)")
            }
            #expect(problem(armor(blob.prefix(index)), keys: keys) == .malformed)
        }
        #expect(problem(armor(blob + [0]), keys: keys) == .malformed)
    }

    @Test(arguments: [
        "", "garbage", "-----BEGIN SSH SIGNATURE-----", "-----BEGIN SSH SIGNATURE----------",
        "-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----",
        "-----BEGIN SSH SIGNATURE-----\n!!!!\n-----END SSH SIGNATURE-----",
        "-----BEGIN PGP SIGNATURE-----\nAAAA\n-----END PGP SIGNATURE-----",
        "-----BEGIN SSH SIGNATURE-----\nU1NIU0lH/////w==\n-----END SSH SIGNATURE-----",
    ])
    func otherTextsAreMalformed(text: String) throws {
        #expect(try problem(text, keys: [key()]) == .malformed)
        #expect(
            try problem(SSHVectors.good + text, keys: [key()]) == (text.isEmpty ? nil : .malformed))
    }

    // MARK: Keys

    @Test func keysAreReadInOpenSSHsNotation() throws {
        let key = try key()
        #expect(key.fingerprint == SSHVectors.fingerprint && key.validUntil == nil)
        let words = SSHVectors.key.split(separator: " ")
        #expect(try SigningKey("  \(words[0])\t\(words[1])\n") == key)
    }

    @Test(arguments: [
        "", "ssh-ed25519", "ssh-ed25519 !", "ssh-ed25519 AAAA", "AAAAC3NzaC1lZDI1NTE5AAAAIPiq",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPiqnbMhcqOdRubuVeHeWr6aixyMLHHbMmQ4A90RLq8=",
        "ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIPiqnbMhcqOdRubuVeHeWr6aixyMLHHbMmQ4A90RLq8v",
        "mara@example.org ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPiqnbMhcqOdRubuVeHeWr6aixyMLHHbMmQ4A90RLq8v",
    ])
    func otherTextsAreNotKeys(text: String) {
        #expect(throws: SigningKeyError.malformed) { try SigningKey(text) }
    }

    @Test func otherKeysAreNamed() {
        #expect(throws: SigningKeyError.unsupportedType("ssh-rsa")) {
            try SigningKey(SSHVectors.rsaPublicKey)
        }
    }

    // MARK: OpenSSH itself

    @Test func opensshAndTheClientAgree() throws {
        let sandbox = try Sandbox()
        func run(_ command: String) throws -> Sandbox.Result {
            try sandbox.execute("/bin/sh", ["-c", command])
        }
        try sandbox.write(SSHVectors.message, to: "manifest.json")
        let made = try run(
            """
            ssh-keygen -q -t ed25519 -N '' -C mara -f key &&
            ssh-keygen -q -Y sign -f key -n dragoman-bundle manifest.json
            """)
        try #require(made.status == 0, "\(made.errors)")
        let key = try SigningKey(try sandbox.read("key.pub"))
        #expect(try problem(sandbox.read("manifest.json.sig"), keys: [key]) == nil)
        // The signatures of the other tests are valid for OpenSSH.
        let signer = TestSigner()
        try sandbox.write(try signer.sign(Self.message), to: "test.sig")
        try sandbox.write("test \(signer.line)\n", to: "signers")
        let verified = try run(
            "ssh-keygen -Y verify -f signers -I test -n dragoman-bundle -s test.sig < manifest.json"
        )
        #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
        #expect(verified.output.contains(try signer.publicKey().fingerprint))
    }
}
