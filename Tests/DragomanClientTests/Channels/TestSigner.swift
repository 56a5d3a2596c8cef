import Crypto
import Foundation

@testable import DragomanClient

/// A key that signs like `ssh-keygen -Y sign`.
struct TestSigner {
    private let key = Curve25519.Signing.PrivateKey()

    private var encoded: [UInt8] {
        SSHReader.encode(SigningKey.type) + SSHReader.encode(Array(key.publicKey.rawRepresentation))
    }

    /// The public key in OpenSSH's notation.
    var line: String { "ssh-ed25519 \(Data(encoded).base64EncodedString()) test" }

    func publicKey(validUntil: Date? = nil) throws -> SigningKey {
        try SigningKey(line, validUntil: validUntil)
    }

    /// Returns an armored signature of a message.
    func sign(_ message: Data, namespace: String = ReleaseRules.namespace) throws -> String {
        let parts = [Array(namespace.utf8), [], Array("sha512".utf8)]
        let hash = Array(SHA512.hash(data: message))
        let signed = parts + [hash]
        let magic = Array("SSHSIG".utf8)
        let signature = try key.signature(
            for: magic + signed.flatMap { SSHReader.encode($0) })
        let typed = SSHReader.encode(SigningKey.type) + SSHReader.encode(Array(signature))
        let all = magic + [0, 0, 0, 1] + ([encoded] + parts + [typed]).flatMap(SSHReader.encode)
        return """
            -----BEGIN SSH SIGNATURE-----
            \(Data(all).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed]))
            -----END SSH SIGNATURE-----

            """
    }
}
