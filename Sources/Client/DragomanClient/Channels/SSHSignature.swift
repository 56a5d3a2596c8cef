import Crypto
package import Foundation

/// A signature made by `ssh-keygen -Y sign`, as in OpenSSH's `PROTOCOL.sshsig`.
///
/// Only Ed25519 keys are supported.
package struct SSHSignature: Sendable, Equatable {
    /// The maximum size of the file with a signature, in bytes.
    static let maximumSize = 16 << 10

    private static let firstLine = "-----BEGIN SSH SIGNATURE-----"
    private static let lastLine = "-----END SSH SIGNATURE-----"
    private static let magic = Array("SSHSIG".utf8)
    private static let version: UInt32 = 1

    /// The public key in OpenSSH's encoding.
    private let key: [UInt8]
    private let namespace: [UInt8]
    /// Bytes without a meaning so far, which the signature covers.
    private let reserved: [UInt8]
    private let hashName: [UInt8]
    /// The 64 bytes of the Ed25519 signature.
    private let signature: [UInt8]

    /// Reads an armored signature.
    ///
    /// Throws ``SignatureProblem/malformed`` if the data does not have this format, and
    /// ``SignatureProblem/unsupportedKey(_:)`` if the key is not an Ed25519 key.
    package init(armored data: Data) throws(SignatureProblem) {
        let lines = String(decoding: data, as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // The marker lines contain spaces themselves.
        guard lines.hasPrefix(Self.firstLine), lines.hasSuffix(Self.lastLine),
            lines.count >= Self.firstLine.count + Self.lastLine.count
        else { throw .malformed }
        let base64 = lines.dropFirst(Self.firstLine.count).dropLast(Self.lastLine.count)
            .filter { $0 != " " }
        guard let bytes = Data(base64Encoded: String(base64)) else { throw .malformed }
        var reader = SSHReader(bytes)
        guard reader.bytes(Self.magic.count) == Self.magic, reader.number() == Self.version,
            let key = reader.string(), let namespace = reader.string(),
            let reserved = reader.string(), let hashName = reader.string(),
            let typed = reader.string(), reader.isAtEnd
        else { throw .malformed }
        var keyReader = SSHReader(Data(key))
        var signatureReader = SSHReader(Data(typed))
        guard let keyType = keyReader.string(), let type = signatureReader.string() else {
            throw .malformed
        }
        guard keyType == SigningKey.type else {
            throw .unsupportedKey(String(decoding: keyType.prefix(100), as: UTF8.self))
        }
        guard type == SigningKey.type, let signature = signatureReader.string(),
            signatureReader.isAtEnd
        else { throw .malformed }
        self.key = key
        self.namespace = namespace
        self.reserved = reserved
        self.hashName = hashName
        self.signature = signature
    }

    /// Checks that the signature covers a message, and that it was made for `namespace` by one of
    /// the keys.
    ///
    /// A key whose validity ended before `time` does not count. If `time` is nil, keys are valid
    /// forever.
    func verify(
        _ message: Data, namespace: String, keys: [SigningKey], at time: Date?
    ) throws(SignatureProblem) {
        guard self.namespace == Array(namespace.utf8) else {
            throw .otherNamespace(String(decoding: self.namespace.prefix(100), as: UTF8.self))
        }
        let candidates = keys.filter { $0.encoded == key }
        guard let known = candidates.first else {
            throw .unknownKey(fingerprint: SigningKey.fingerprint(of: key))
        }
        guard candidates.contains(where: { $0.isValid(at: time) }) else {
            throw .expiredKey(fingerprint: known.fingerprint)
        }
        let hash: [UInt8]
        switch String(decoding: hashName, as: UTF8.self) {
        case "sha512": hash = Array(SHA512.hash(data: message))
        case "sha256": hash = Array(SHA256.hash(data: message))
        default: throw .malformed
        }
        var signed = Self.magic
        for part in [self.namespace, reserved, hashName, hash] { signed += SSHReader.encode(part) }
        guard known.isSignature(signature, of: signed) else { throw .mismatch }
    }
}

/// Reads OpenSSH's binary encoding: numbers of four bytes, and strings preceded by their length.
struct SSHReader {
    private var rest: Data

    init(_ data: Data) { rest = data }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func number() -> UInt32? {
        bytes(4)?.reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func string() -> [UInt8]? {
        number().flatMap { Int(exactly: $0) }.flatMap { bytes($0) }
    }

    /// Returns a string preceded by its length.
    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt32(truncatingIfNeeded: bytes.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + bytes
    }
}
