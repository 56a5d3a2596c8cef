import Crypto

/// A file that pages load: style, script, icons.
///
/// Its address has a hash of its bytes, so that clients may keep it forever.
struct Asset: Sendable {
    /// The name: `style.css`.
    let name: String
    /// The media type.
    let mediaType: String
    /// The bytes.
    let bytes: [UInt8]
    /// The first 16 hexadecimal digits of the SHA-256 of the bytes.
    let hash: String

    init(_ name: String, _ mediaType: String, _ bytes: [UInt8]) {
        self.name = name
        self.mediaType = mediaType
        self.bytes = bytes
        hash = SHA256.hash(data: bytes).prefix(8)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The path below the server's address.
    var path: String { "/assets/\(hash)/\(name)" }

    /// The style sheet.
    static let style = Asset(
        "style.css", "text/css; charset=utf-8", PackageResources.style_css)
    /// The script.
    static let script = Asset(
        "app.js", "text/javascript; charset=utf-8", PackageResources.app_js)
    /// The sprite of icons.
    static let icons = Asset("icons.svg", "image/svg+xml", PackageResources.icons_svg)

    /// All of them.
    static let all = [style, script, icons]
}
