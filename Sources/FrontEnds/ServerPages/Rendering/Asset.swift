import Crypto
import JSON
import Texts

/// A file that pages load: a style sheet, a script or a set of icons.
///
/// Its address contains a hash of its bytes, so that browsers may cache it forever. Scripts share
/// one hash of all scripts, because they import each other by relative addresses such as
/// `./news.js`.
struct Asset: Sendable {
    /// The name of the file, such as `style.css`.
    let name: String
    let mediaType: String
    let bytes: [UInt8]
    /// The first 16 hexadecimal digits of the SHA-256 of the bytes; for a script, of all scripts'
    /// bytes.
    let hash: String

    private init(_ name: String, _ mediaType: String, _ bytes: [UInt8], hash: String? = nil) {
        self.name = name
        self.mediaType = mediaType
        self.bytes = bytes
        self.hash = hash ?? Self.hash(of: bytes)
    }

    private static func hash(of bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).prefix(8)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The path of the file, relative to the server's base path.
    var path: String { "/assets/\(hash)/\(name)" }

    /// The style sheet, combined into one file.
    static let style = Asset(
        "style.css", "text/css; charset=utf-8",
        PackageResources.base_css + PackageResources.layout_css + PackageResources.controls_css
            + PackageResources.texts_css + PackageResources.lists_css
            + PackageResources.history_css + PackageResources.people_css
            + PackageResources.widths_css)
    /// The main script, which imports the modules.
    static let script = script("app.js", PackageResources.app_js)
    static let modules = moduleFiles.map { script($0.name, $0.bytes) }
    /// The icons as an SVG sprite.
    static let icons = Asset("icons.svg", "image/svg+xml", PackageResources.icons_svg)

    static let all = [style, script, icons] + modules

    private static let moduleFiles: [(name: String, bytes: [UInt8])] = [
        ("changes.js", PackageResources.changes_js),
        ("checks.js", PackageResources.checks_js),
        ("drafts.js", PackageResources.drafts_js),
        ("fields.js", PackageResources.fields_js),
        ("forms.js", PackageResources.forms_js),
        ("keys.js", PackageResources.keys_js),
        ("list.js", PackageResources.list_js),
        ("live.js", PackageResources.live_js),
        ("news.js", PackageResources.news_js),
        ("outbox.js", PackageResources.outbox_js),
        ("page.js", PackageResources.page_js),
        ("panels.js", PackageResources.panels_js),
        ("requests.js", PackageResources.requests_js),
        ("shortcuts.js", PackageResources.shortcuts_js),
        ("translate.js", PackageResources.translate_js),
        ("walk.js", PackageResources.walk_js),
        ("walk-cards.js", PackageResources.walk_cards_js),
        ("walk-queue.js", PackageResources.walk_queue_js),
        ("words.js", PackageResources.words_js),
    ]
    private static let hashOfScripts = hash(
        of: PackageResources.app_js + moduleFiles.flatMap(\.bytes)
            + WordFiles.all.flatMap(\.bytes))

    /// Returns the script that supplies the other scripts with their texts in a language.
    static func words(_ wording: Wording) -> Asset {
        let texts = String(decoding: CanonicalJSON.encode(wording.scriptTexts), as: UTF8.self)
        return script(
            name(ofWords: wording),
            Array("import { setWords } from './words.js';\nsetWords(\(texts));\n".utf8))
    }

    /// Returns the path of the script with the texts in a language.
    static func path(ofWords wording: Wording) -> String {
        "/assets/\(hashOfScripts)/\(name(ofWords: wording))"
    }

    private static func name(ofWords wording: Wording) -> String {
        "words-\(wording.tag.rawValue).js"
    }

    private static func script(_ name: String, _ bytes: [UInt8]) -> Asset {
        Asset(name, "text/javascript; charset=utf-8", bytes, hash: hashOfScripts)
    }
}
