import Crypto
import JSON
import Texts

/// A file that pages load: the style sheet, the script or the set of icons.
///
/// Its address contains a hash of its bytes, so that browsers may cache it forever.
struct Asset: Sendable {
    /// The name of the file, such as `style.css`.
    let name: String
    let mediaType: String
    let bytes: [UInt8]
    /// The first 16 hexadecimal digits of the SHA-256 of the bytes.
    let hash: String

    private init(_ name: String, _ mediaType: String, _ bytes: [UInt8]) {
        self.name = name
        self.mediaType = mediaType
        self.bytes = bytes
        hash = SHA256.hash(data: bytes).prefix(8)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The path of the file, relative to the server's base path.
    var path: String { "/assets/\(hash)/\(name)" }

    static let style = Asset(
        "style.css", "text/css; charset=utf-8",
        AssetBundle.style([
            PackageResources.base_css, PackageResources.layout_css, PackageResources.controls_css,
            PackageResources.texts_css, PackageResources.lists_css, PackageResources.history_css,
            PackageResources.people_css, PackageResources.releases_css,
            PackageResources.widths_css,
        ]))
    static let script = Asset(
        "app.js", "text/javascript; charset=utf-8", AssetBundle.script(modules.map(\.bytes)))
    /// The icons as an SVG sprite.
    static let icons = Asset("icons.svg", "image/svg+xml", PackageResources.icons_svg)

    static let all = [style, script, icons]

    /// The modules of the script, in the order in which browsers would evaluate them.
    static let modules: [(name: String, bytes: [UInt8])] = [
        ("page.js", PackageResources.page_js),
        ("words.js", PackageResources.words_js),
        ("news.js", PackageResources.news_js),
        ("changes.js", PackageResources.changes_js),
        ("live.js", PackageResources.live_js),
        ("requests.js", PackageResources.requests_js),
        ("checks.js", PackageResources.checks_js),
        ("fields.js", PackageResources.fields_js),
        ("drafts.js", PackageResources.drafts_js),
        ("outbox.js", PackageResources.outbox_js),
        ("translate.js", PackageResources.translate_js),
        ("marks.js", PackageResources.marks_js),
        ("panels.js", PackageResources.panels_js),
        ("shortcuts.js", PackageResources.shortcuts_js),
        ("list.js", PackageResources.list_js),
        ("walk-cards.js", PackageResources.walk_cards_js),
        ("walk-queue.js", PackageResources.walk_queue_js),
        ("walk.js", PackageResources.walk_js),
        ("keys.js", PackageResources.keys_js),
        ("forms.js", PackageResources.forms_js),
        ("app.js", PackageResources.app_js),
    ]

    /// Creates the script that supplies the main script with its texts in a language.
    static func words(_ tag: LanguageTag, _ texts: JSONValue) -> Asset {
        let texts = String(decoding: CanonicalJSON.encode(texts), as: UTF8.self)
        return Asset(
            "words-\(tag.rawValue).js", "text/javascript; charset=utf-8",
            Array("globalThis.pageTexts = \(texts);\n".utf8))
    }
}
