import Hosting
import HTTPTypes
package import Hummingbird
import Logging
package import Server
import Translation
import Workspace

extension Problem {
    /// Converts any error to a problem.
    init(catching error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let refusal as Refusal: self.init(refusal)
        default: self = Problem(of: error)
        }
    }
}

extension Pages {
    /// Returns a function that renders a problem if no page handled the request, for example for an
    /// unknown address or an oversized body.
    ///
    /// `basePath` is the server's base path. Throws if a template cannot be parsed.
    package static func problemPage(basePath: String) throws
        -> @Sendable (Problem, Request, String) -> Response
    {
        let templates = try Templates(basePath: basePath)
        return { problem, request, requestID in
            let wording = templates.wordings.wording(
                chosen: Preferences(request.headers).language,
                accepting: request.headers[.acceptLanguage])
            let frame = PageFrame(
                basePath: basePath, page: "error", title: "\(problem.status.code) · Dragoman",
                wording)
            let content = ErrorContent(
                status: String(problem.status.code), detail: problem.pageDetail,
                hint: problem.pageHint, lang: problem.language(on: wording), nearest: nil,
                requestId: problem.status.code >= 500 ? requestID : nil,
                ways: [
                    .init(
                        label: wording("frame.allProjects"), href: basePath + "/", primary: true)
                ])
            guard let page = try? templates.render(content, in: frame, wording) else {
                return .text(problem.pageDetail, status: problem.status)
            }
            return .html(page, status: problem.status)
        }
    }
}

extension PageRequest {
    /// Returns an error page: the problem, the hint, and links to other pages.
    func errorPage(_ error: any Error) async throws -> Response {
        if error is Site.SignInNeeded {
            let here = context.path + (context.rawQuery.map { "?" + $0 } ?? "")
            let own = path(String(here.dropFirst(basePath.utf8.count)))
            return site.redirect(path("/login") + "?back=" + PercentEncoding.text(own))
        }
        let problem = Problem(catching: error)
        context.record.note { $0.code = problem.code }
        if problem.code == .defect {
            context.logger.error(
                "A page failed.", metadata: ["error": .string("\(type(of: error))")])
        }
        return try await problemPage(problem)
    }

    /// Returns the frame with the tabs of the project, or nil if the project cannot be read.
    private func projectFrame(_ title: String) async -> Frame? {
        guard let call = try? await site.call(self) else { return nil }
        var frame = try? await call.project.read { snapshot in
            try call.projectFrame(
                "error", title: title, crumbs: [.init(label: title)], in: snapshot)
        }
        frame?.title = "\(title) · \(call.name) · Dragoman"
        // An error page shows nothing that changes.
        frame?.events = nil
        return frame
    }

    private func problemPage(_ problem: Problem) async throws -> Response {
        var frame = Frame(
            self, page: "error", title: "\(problem.status.code) · Dragoman")
        var ways: [ErrorContent.Way] = []
        func way(_ label: String, _ href: String) {
            ways.append(.init(label: label, href: href, primary: ways.isEmpty))
        }
        if let name = context.projectName,
            site.foundation.projects.configuration.project(named: name) != nil,
            context.scope != nil
        {
            if let known = await projectFrame(String(problem.status.code)) {
                frame = known
            } else {
                frame.crumbs = [.init(label: name, href: path("/projects/\(name)"))]
                frame.project = .init(name: name, href: path("/projects/\(name)"))
            }
            if let tag = context.parameters["tag"], let nearest = problem.nearest.first,
                problem.code.rawValue == Refusal.Code.unknownKey.rawValue
            {
                let key = nearest.split(separator: ":", maxSplits: 1).map(String.init)
                let query =
                    key.count == 2
                    ? "section=\(PercentEncoding.text(key[0]))&key=\(PercentEncoding.text(key[1]))"
                    : "key=\(PercentEncoding.text(nearest))"
                way(
                    wording("errors.open", ["name": nearest]),
                    path("/projects/\(name)/languages/\(PercentEncoding.text(tag))/string?" + query)
                )
            }
            way(wording("errors.languagesOf", ["project": name]), path("/projects/\(name)"))
        } else {
            way(wording("frame.allProjects"), path("/"))
        }
        if problem.status.code == 401 || problem.code == .scope, !context.isSession {
            way(wording("common.signIn"), path("/login"))
        }
        // It is safe to repeat a GET request.
        if problem.status.code == 503, context.isRead { frame.refresh = 3 }
        let isDefect = problem.code == .defect
        let content = ErrorContent(
            status: String(problem.status.code),
            detail: isDefect ? wording("errors.defect") : problem.pageDetail,
            hint: isDefect ? wording("errors.defectHint") : problem.pageHint,
            lang: isDefect ? nil : problem.language(on: wording),
            nearest: problem.nearest.first.map { wording("errors.nearest", ["name": $0]) },
            requestId: problem.status.code >= 500 ? context.id : nil, ways: ways)
        return try site.page(content, frame, status: problem.status)
    }
}
