import Crypto
import Foundation
import ReadModel
package import Translation
package import Workspace

/// The signer of a channel's manifest, as the signature names it.
///
/// It is not proof: only a check of the signature is.
package struct ManifestSigner: Sendable, Equatable {
    /// The fingerprint of the public key, as `ssh-keygen -l` prints it.
    package let key: String
    /// The mail address of the key's owner, if the setting `signers` lists the key.
    package let owner: String?
}

/// Finds the signers of manifests among the people whose keys the project lists.
package struct ManifestSigners: Sendable {
    /// The owners of keys, by the bytes of the key.
    private let owners: [[UInt8]: String]

    /// Creates an instance from the keys in the setting `signers`.
    package init(_ keys: [SigningKey]) {
        owners = Dictionary(
            keys.compactMap { key in
                key.key.split(separator: " ").dropFirst().first
                    .flatMap { Data(base64Encoded: String($0)) }.map { (Array($0), key.email) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the signer of a channel's manifest, or nil if it is not signed.
    ///
    /// A signature without a readable key is an unknown key.
    package func signer(of channel: ReleaseChannel) -> ManifestSigner? {
        channel.signature.map { signature in
            guard let key = Self.publicKey(in: signature) else {
                return ManifestSigner(key: "unknown key", owner: nil)
            }
            let hash = Data(SHA256.hash(data: key)).base64EncodedString()
            return ManifestSigner(
                key: "SHA256:" + hash.prefix { $0 != "=" }, owner: owners[key])
        }
    }

    /// Returns the public key in an armoured signature.
    ///
    /// See <https://cvsweb.openbsd.org/src/usr.bin/ssh/PROTOCOL.sshsig>: the magic `SSHSIG`, a
    /// version of four bytes, and then the key with its length in four bytes.
    private static func publicKey(in signature: String) -> [UInt8]? {
        let lines = signature.split(whereSeparator: \.isNewline)
        let body = lines.dropFirst().prefix { !$0.hasPrefix("-") }.joined()
        guard let bytes = Data(base64Encoded: body).map(Array.init),
            bytes.starts(with: "SSHSIG".utf8)
        else { return nil }
        let rest = bytes.dropFirst(10)
        let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let key = rest.dropFirst(4).prefix(length)
        return length > 0 && key.count == length ? Array(key) : nil
    }
}

extension Snapshot {
    /// Returns the finder of signers, with the keys that the project lists.
    package func manifestSigners() throws -> ManifestSigners {
        ManifestSigners(SigningKey.keys(in: try model.setting(Setting.signers.name).value))
    }
}
