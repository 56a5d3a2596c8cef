import Foundation
import Hosting
import HTTPTypes
import Hummingbird
import Machine
import Mustache
import Server
import Translation
import Workspace

/// What all pages of a server share: the projects, the people, the templates.
struct Site: Sendable {
    let foundation: ServerFoundation
    let templates: Templates

    /// The path of the server's own address, with a path below it: behind a proxy it is part of every link.
    func path(_ path: String) -> String { foundation.links.basePath + path }

    /// The base path as the request has it: some proxies take it away.
    func basePath(of context: RequestContext) -> String {
        let base = foundation.links.basePath
        let path = context.path
        return !base.isEmpty && (path == base || path.hasPrefix(base + "/")) ? base : ""
    }

    /// What proves to this server that a form came from one of its pages.
    func formToken(_ context: RequestContext) -> String {
        (try? context.formToken()) ?? ""
    }

    /// A new idempotency key.
    func idempotencyKey() -> String {
        let random = foundation.host.random
        return String(random.next(), radix: 36) + String(random.next(), radix: 36)
    }

    /// Answers with a page.
    func page(
        _ content: some Template, _ frame: Frame, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        var headers: HTTPFields = [.cacheControl: "private, no-cache"]
        if frame.clearsNotice { headers.append(Notice.clearing(isSecure: foundation.isSecure)) }
        if let seconds = frame.refresh { headers[.retryAfter] = String(seconds) }
        let page = try templates.render(content, in: frame.values(in: self))
        return .html(page, status: status, headers: headers)
    }
}

/// The parsed templates.
///
/// swift-mustache escapes the values of `{{holes}}` for HTML. `{{{` and `{{&` would not; `.ci/layers` rejects them.
struct Templates: Sendable {
    private let library: MustacheLibrary

    /// A template that does not exist, which is a defect of the program.
    struct Missing: Error {
        let name: String
    }

    /// Parses all templates for a server whose address has the given path.
    ///
    /// Throws parser errors; a test parses all templates.
    init(basePath: String) throws {
        var library = MustacheLibrary()
        for (name, bytes) in TemplateFiles.all {
            try library.register(Self.withoutIndentation(bytes), named: name)
        }
        // The address of the icons is the same in each page, and is a partial instead of a hole.
        let sprite = (basePath + Asset.icons.path).replacing("&", with: "&amp;")
        try library.register(sprite, named: Self.sprite)
        self.library = library
    }

    /// The name of the partial with the address of the icons.
    static let sprite = "sprite"

    /// Fills a page's template.
    func render<Content: Template>(_ content: Content, in frame: PageFrame) throws -> String {
        let values = try FilledHoles(content, frame: frame)
        guard let page = library.render(values, withTemplate: Content.template) else {
            throw Missing(name: Content.template)
        }
        return page
    }

    /// Removes the indentation and the last line end of a template.
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
