import Crypto

/// The formats of stored pictures.
package enum PictureFormat: String, Sendable, CaseIterable {
    case png
    case jpeg = "jpg"

    package var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        }
    }

    /// Recognizes a file's format by its first bytes.
    package init?(signatureOf file: [UInt8]) {
        switch file {
        case let file where file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]):
            self = .png
        case let file where file.starts(with: [0xFF, 0xD8, 0xFF]): self = .jpeg
        default: return nil
        }
    }
}

/// The name of a stored picture: the SHA-256 of its bytes, and its format, such as `ab12….png`.
package struct PictureName: Sendable, Hashable, CustomStringConvertible {
    /// The SHA-256 of the picture, in lower-case hexadecimal.
    package let hash: String
    package let format: PictureFormat

    init(of bytes: [UInt8], _ format: PictureFormat) {
        hash = Self.hash(of: bytes)
        self.format = format
    }

    private static func hash(of bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// Returns true if bytes can be stored under this name: they have its hash, and the form in
    /// which this program stores pictures.
    package func matches(_ bytes: [UInt8]) -> Bool {
        PictureFormat(signatureOf: bytes) == format && Picture.isStoredForm(bytes, format)
            && Self.hash(of: bytes) == hash
    }

    /// Parses a name, such as `ab12….png`.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 64, parts[0].utf8.allSatisfy(Self.isDigit),
            let format = PictureFormat(rawValue: String(parts[1]))
        else { return nil }
        hash = String(parts[0])
        self.format = format
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }

    package var description: String { "\(hash).\(format.rawValue)" }

    static let directory = "pictures/"

    /// The reference to the whole picture: `pictures/ab12….png`.
    package var reference: String { Self.directory + description }
}
