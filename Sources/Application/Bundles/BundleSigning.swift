import Foundation
package import Machine
import Translation

package import struct Machine.Host

/// The signer of a bundle.
package struct BundleSigner: Sendable, Equatable {
    /// The person's name in the signers file.
    package let identity: String
    /// The key in OpenSSH notation: its type and fingerprint.
    package let key: String
}

/// Creates and checks signatures of manifests with OpenSSH's `ssh-keygen -Y`.
///
/// A signature covers the bytes of `manifest.json`, in the namespace `dragoman-bundle`, so that a
/// signature made for another purpose is never valid for a bundle.
package struct BundleSigning {
    package static let namespace = "dragoman-bundle"

    private let host: Host
    private let isAttended: Bool
    private let program: String

    /// Finds OpenSSH; `isAttended` is true if a user at the terminal can enter a passphrase.
    package init(_ host: Host, isAttended: Bool) throws {
        self.host = host
        self.isAttended = isAttended
        let directories = (host.variable("PATH") ?? "/usr/bin:/bin").utf8
            .split(separator: UInt8(ascii: ":")).map { host.absolute(String(Substring($0))) }
        guard
            let program = directories.map({ $0 + "/ssh-keygen" })
                .first(where: { access($0, X_OK) == 0 && Files.isFile($0) })
        else {
            throw Refusal(
                .file, "Signatures need ssh-keygen, which is not in PATH.",
                hint: "Install OpenSSH; on Debian: `apt-get install openssh-client`.")
        }
        self.program = program
    }

    /// Signs the bytes of a manifest with a private key.
    ///
    /// `key` is a file with the private key, or with the public key of a private key in the agent.
    package func sign(_ manifest: [UInt8], with key: String) throws -> [UInt8] {
        guard Files.isFile(key) else {
            throw Refusal(
                .file, "There is no key \(key).",
                hint: "`ssh-keygen -t ed25519 -f KEY` creates one.")
        }
        let scratch = try ScratchDirectory(host)
        let file = try scratch.add(manifest, as: BundleManifest.name)
        let result = try run(
            ["-q", "-Y", "sign", "-n", Self.namespace, "-f", key, file], in: scratch)
        let signature = file + ".sig"
        guard result.status == 0, Files.isFile(signature) else {
            throw refusal(of: key, result)
        }
        return try Files.read(signature)
    }

    private func refusal(of key: String, _ result: ChildProcess.Result) -> Refusal {
        guard result.errors.contains("incorrect passphrase") else {
            return Refusal(
                .file, "ssh-keygen cannot sign with \(key): \(result.lastWords).",
                hint: "Specify a private key, or a public key whose private key the agent holds.")
        }
        return isAttended
            ? Refusal(
                .file, "The passphrase for \(key) is wrong.", hint: "Try again, or use an agent.")
            : Refusal(
                .noTerminal,
                "The key \(key) has a passphrase, but there is no terminal to ask for it.",
                hint: .typed("Add it to an agent with `ssh-add KEY`, then use --sign KEY.pub."))
    }

    /// Throws a ``Refusal`` unless the bytes are a valid signature of a manifest, by any key.
    package func requireSignature(_ signature: [UInt8], of manifest: [UInt8]) throws {
        let scratch = try ScratchDirectory(host)
        let result = try run(
            [
                "-Y", "check-novalidate", "-n", Self.namespace, "-s",
                try scratch.add(signature, as: BundleManifest.signatureName),
            ], input: try scratch.add(manifest, as: BundleManifest.name), in: scratch)
        guard result.status == 0 else {
            throw Refusal(
                .invalidValue,
                "The signature is not a valid signature of this release's manifest for this channel.",
                hint:
                    "It covers the channel, its sequence number, its app versions and its profiles, so sign again after any change."
            )
        }
    }

    /// Checks the signature of a bundle, and adds the result to the report.
    ///
    /// `signers` is a file in the format that `ssh-keygen(1)` describes under ALLOWED SIGNERS.
    /// `signature` replaces the signature in the bundle. Without `identity`, any signer whom the
    /// file lists with the signature's key is accepted.
    package func verify(
        _ report: inout BundleReport, signers: String, signature: [UInt8]?, identity: String?
    ) throws {
        guard Files.isFile(signers) else {
            throw Refusal(
                .file, "There is no signers file \(signers).",
                hint:
                    "Its lines look like `mara@example.org ssh-ed25519 AAAA…`; see ALLOWED SIGNERS in `man ssh-keygen`."
            )
        }
        guard !report.manifestBytes.isEmpty else { return }
        guard let signature = signature ?? report.signature else {
            return report.fail("The bundle is not signed.")
        }
        let scratch = try ScratchDirectory(host)
        let manifest = try scratch.add(report.manifestBytes, as: BundleManifest.name)
        let file = try scratch.add(signature, as: BundleManifest.signatureName)
        let named = ["-n", Self.namespace, "-s", file]
        // Three separate checks, so that each failure has one meaning: invalid, unknown signer,
        // signer not allowed.
        let whole = try run(["-Y", "check-novalidate"] + named, input: manifest, in: scratch)
        guard whole.status == 0 else {
            return report.fail("It is not a valid signature of this manifest: \(whole.lastWords).")
        }
        let key = whole.key ?? "an unknown key"
        guard
            let identity = try identity
                ?? principal(in: signers, ofSignature: file, scratch)
        else {
            return report.fail(
                "It was made with a key that is not in the signers file: \(key).")
        }
        let allowed = try run(
            ["-Y", "verify", "-f", signers, "-I", identity] + named, input: manifest, in: scratch)
        guard allowed.status == 0 else {
            return report.fail("It is not a signature by \(identity): it was made with \(key).")
        }
        report.signer = BundleSigner(identity: identity, key: key)
    }

    /// Returns the first signer whom the signers file lists with the signature's key.
    private func principal(
        in signers: String, ofSignature file: String, _ scratch: ScratchDirectory
    ) throws -> String? {
        let found = try run(["-Y", "find-principals", "-s", file, "-f", signers], in: scratch)
        guard found.status == 0 else { return nil }
        return found.output.utf8.split { [0x0A, 0x0D, UInt8(ascii: ",")].contains($0) }
            .map { String(Substring($0)) }.first {
                !$0.isEmpty && $0.utf8.first != UInt8(ascii: "!")
            }
    }

    private func run(
        _ arguments: [String], input: String? = nil, in scratch: ScratchDirectory
    ) throws -> ChildProcess.Result {
        var environment = host.environment
        // The code below parses the output.
        environment["LC_ALL"] = "C"
        if !isAttended {
            environment["DISPLAY"] = nil
            environment["SSH_ASKPASS"] = nil
            environment["SSH_ASKPASS_REQUIRE"] = "never"
        }
        return try ChildProcess.run(
            program, arguments, input: input, isAttended: isAttended, environment: environment,
            in: scratch)
    }
}

extension BundleReport {
    fileprivate mutating func fail(_ message: String) {
        problems.append(
            BundleProblem(path: BundleManifest.signatureName, kind: .signature, message: message))
    }
}

extension ChildProcess.Result {
    /// The last line of standard error (or of standard output, if standard error is empty), without
    /// its full stop.
    fileprivate var lastWords: String {
        let lines = (errors + "\n" + output).split(whereSeparator: \.isNewline)
        let errorLines = errors.split(whereSeparator: \.isNewline)
        let line = errorLines.last ?? lines.last ?? "no reason given"
        return String(line.utf8.last == UInt8(ascii: ".") ? line.dropLast() : line)
    }

    /// The key in `Good "…" signature with ED25519 key SHA256:…`.
    fileprivate var key: String? {
        guard let range = output.range(of: " signature with ") else { return nil }
        return output[range.upperBound...].split(whereSeparator: \.isNewline).first.map(String.init)
    }
}
