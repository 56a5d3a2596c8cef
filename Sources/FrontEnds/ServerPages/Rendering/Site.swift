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
        _ template: String, _ frame: Frame, _ content: PageValues,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        var values = content
        values.merge(frame.values(in: self)) { own, _ in own }
        var headers: HTTPFields = [.cacheControl: "private, no-cache"]
        if frame.clearsNotice { headers.append(Notice.clearing(isSecure: foundation.isSecure)) }
        if let seconds = frame.refresh { headers[.retryAfter] = String(seconds) }
        return .html(try templates.render(template, values), status: status, headers: headers)
    }
}

/// The templates, parsed.
struct Templates: Sendable {
    private let library: MustacheLibrary

    /// A template that is not there, which is a defect of the program.
    struct Missing: Error {
        let name: String
    }

    /// Parses all templates.
    ///
    /// Throws what the parser throws; a test parses them all.
    init() throws {
        var library = MustacheLibrary()
        for (name, bytes) in TemplateFiles.all {
            try library.register(String(decoding: bytes, as: UTF8.self), named: name)
        }
        self.library = library
    }

    /// Fills a template.
    func render(_ name: String, _ values: PageValues) throws -> String {
        guard let page = library.render(values, withTemplate: name) else {
            throw Missing(name: name)
        }
        return page
    }
}
