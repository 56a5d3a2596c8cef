import Foundation
import Hosting
import HTTPTypes
import Hummingbird
import Machine
import Mustache
import Server
import Texts
import Translation
import Workspace

/// The parts shared by all pages of a server: its foundation and the templates.
struct Site: Sendable {
    let foundation: ServerFoundation
    let templates: Templates
    /// The files that pages load.
    let assets: [Asset]
    let releaseFacts = ReleaseFactsKeeper()

    /// Parses the templates and the texts.
    ///
    /// Throws for a template or a text that cannot be parsed, which is a defect in the program.
    init(_ foundation: ServerFoundation) throws {
        self.foundation = foundation
        templates = try Templates(basePath: foundation.links.basePath)
        assets = Asset.all + templates.wordings.all.map(\.wording.script)
    }

    /// Returns a path with the server's base path, which every link needs behind a proxy.
    func path(_ path: String) -> String { foundation.links.basePath + path }

    func idempotencyKey() -> String {
        let random = foundation.host.random
        return String(random.next(), radix: 36) + String(random.next(), radix: 36)
    }

    func page(
        _ content: some Template, _ frame: Frame, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        var headers: HTTPFields = [.cacheControl: "private, no-cache"]
        if frame.clearsNotice { headers.append(Notice.clearing(isSecure: foundation.isSecure)) }
        if let seconds = frame.refresh { headers[.retryAfter] = String(seconds) }
        let page = try templates.render(
            content, in: frame.values(in: self), frame.wording)
        return .html(page, status: status, headers: headers)
    }
}

/// The parsed templates.
///
/// swift-mustache escapes the values of `{{holes}}` for HTML. `{{{` and `{{&` would not;
/// `.ci/layers` rejects them.
struct Templates: Sendable {
    /// The texts of the pages in all languages.
    let wordings: Wordings
    /// The templates by language, with the texts of the language.
    private let libraries: [LanguageTag: MustacheLibrary]

    /// The error thrown when a template does not exist, which is a defect in the program.
    struct Missing: Error {
        let name: String
    }

    /// Parses all templates in all languages for a server with a base path.
    ///
    /// Throws parser errors; a test parses all templates.
    init(basePath: String) throws {
        let wordings = try Wordings.builtIn.get()
        // The address of the icons is the same on all pages, so it is a partial instead of a hole.
        let sprite = (basePath + Asset.icons.path).replacing("&", with: "&amp;")
        let files = TemplateFiles.all.map { ($0.name, Self.withoutIndentation($0.bytes)) }
        var libraries: [LanguageTag: MustacheLibrary] = [:]
        for (_, wording) in wordings.all {
            var library = MustacheLibrary()
            for (name, text) in files {
                try library.register(wording.fill(text), named: name)
            }
            try library.register(sprite, named: Self.sprite)
            libraries[wording.tag] = library
        }
        self.wordings = wordings
        self.libraries = libraries
    }

    /// The name of the partial that contains the address of the icons.
    static let sprite = "sprite"

    /// Renders the template of a page in a language.
    func render<Content: Template>(
        _ content: Content, in frame: PageFrame, _ wording: Wording
    ) throws -> String {
        let values = try FilledHoles(content, frame: frame)
        guard
            let page = libraries[wording.tag]?.render(values, withTemplate: Content.template)
        else {
            throw Missing(name: Content.template)
        }
        return page
    }

    /// Removes the indentation and the final line feed of a template.
    ///
    /// Otherwise the renderer would indent the lines of an indented partial, even in a `textarea`.
    static func withoutIndentation(_ bytes: [UInt8]) -> String {
        var lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " } }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }
}
