import Crypto
package import Machine
package import Translation
import Workspace

/// A random key in a file in the state directory, with mode 0600, created at its first use.
///
/// Values that a server derives from it stay the same after a restart, and cannot be guessed from a
/// repository.
package struct StateKey: Sendable {
    private static let length = 32
    private let bytes: [UInt8]

    /// Reads the key with the given name, or creates it.
    ///
    /// Throws a ``Translation/Refusal`` if the file cannot be read or created, or does not contain
    /// a key.
    package init(named name: String, in directory: String, on host: Host) throws {
        let path = "\(directory)/\(name).key"
        if let bytes = try PrivateFile.read(path, upTo: Self.length * 2 + 1) {
            self.bytes = try Self.checked(bytes, path)
            return
        }
        try PrivateFile.makeDirectory(directory)
        bytes = try StateDirectory.hold(directory, patience: 10_000) {
            // Another server that uses the directory may have created the key first.
            if let bytes = try PrivateFile.read(path, upTo: Self.length * 2 + 1) {
                return try Self.checked(bytes, path)
            }
            var random = host.random
            let bytes = (0..<Self.length).map { _ in
                UInt8.random(in: 0...UInt8.max, using: &random)
            }
            try PrivateFile.replace(path, with: Array((Self.hexadecimal(bytes) + "\n").utf8))
            return bytes
        }
    }

    /// Returns the guid for a purpose in a project: 32 hexadecimal digits of HMAC-SHA256.
    package func guid(for purpose: String, in project: Project) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(purpose.utf8) + [0] + Array(project.id.utf8),
            using: SymmetricKey(data: bytes))
        return Self.hexadecimal(code.prefix(16))
    }

    /// Returns the authentication code of a text for a purpose: 64 hexadecimal digits of
    /// HMAC-SHA256.
    ///
    /// Only the holder of the key can compute it.
    package func code(for purpose: String, of text: String) -> String {
        Self.hexadecimal(
            HMAC<SHA256>.authenticationCode(
                for: Self.message(purpose, text), using: SymmetricKey(data: bytes)))
    }

    /// Returns true if `code` equals the result of ``code(for:of:)``.
    ///
    /// Compares in constant time.
    package func isCode(_ code: String, for purpose: String, of text: String) -> Bool {
        guard let hash = TokenHash(hexadecimal: code) else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(
            hash.bytes, authenticating: Self.message(purpose, text),
            using: SymmetricKey(data: bytes))
    }

    private static func message(_ purpose: String, _ text: String) -> [UInt8] {
        Array(purpose.utf8) + [0] + Array(text.utf8)
    }

    private static func checked(_ bytes: [UInt8], _ path: String) throws -> [UInt8] {
        let digits = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
        let pairs = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
        }
        guard digits.count == length * 2, pairs.count == length else {
            throw TokenRefusal.file(
                path, "The file does not contain exactly \(length * 2) hexadecimal digits")
        }
        return pairs
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
