import Hosting
import HTTPTypes
import Hummingbird
import JSON
import Logging
import Texts
import Translation
import Workspace

extension I18nextRoutes {
    /// Receives reports from i18next's `saveMissing`.
    func missing(_ isNamed: Bool) -> Route {
        let texts = JSONSchema.map(of: .string)
        return Route(
            id: id("add", isNamed), .post, path("/locales/add/{lng}/{ns...}", isNamed),
            "Accepts an app's missing keys, and proposes them for the source language.",
            family: .compatible, access: .everybody,
            parameters: [
                .init(
                    "lng", in: .path,
                    "The language in which the app looked up the keys; any tag is accepted."),
                .init("ns", in: .path, "A section; `translation` by default."),
            ],
            body: Route.Body(
                content: [
                    ("application/json", texts), ("application/x-www-form-urlencoded", texts),
                ], maximumBytes: 64 << 10),
            answers: [
                .json(
                    .object(), status: 202,
                    "Accepted, but not necessarily proposed. Apps report a key again until it is."
                )
            ]
        ) { context in
            let call = try await directory.call(context)
            try Self.requireReporter(call)
            let reports = try Self.reports(
                try await context.body(), type: context.header(.contentType),
                section: context["ns"], limits: call.project.settings.limits)
            let dropped = call.project.missingKeys.add(reports)
            if dropped > 0 {
                context.logger.notice(
                    "Missing keys were dropped, because too many are already waiting.",
                    metadata: ["dropped": .stringConvertible(dropped)])
            }
            return .json(
                .members(), status: .accepted, headers: [.cacheControl: "no-store"])
        }
    }

    /// Throws unless the sender may propose texts in the source language, because missing keys
    /// become such proposals.
    private static func requireReporter(_ call: ProjectCall) throws(Problem) {
        switch call.project.settings.missingKeys {
        // A token limits its bearer's rights even if no token is required.
        case .open where call.context.principal.kind == .anonymous: return
        case .open, .token:
            try call.context.require(.propose)
            try call.requireLanguage(call.project.project.source)
        case .off:
            throw Problem(
                .scope, "This project does not collect missing keys.",
                hint: "Ask the server's operator to set `add` in the section [i18next].")
        }
    }

    /// Parses `{"key":"default"}`, as JSON or as a form.
    ///
    /// i18next-http-backend sends a form if `fetch` is unavailable. The body is parsed as JSON if
    /// it starts with `{` or a byte order mark, or if its media type is JSON.
    static func reports(
        _ body: [UInt8], type: String?, section: String, limits: ServerLimits
    ) throws -> [MissingKeys.Report] {
        guard section.utf8.count <= limits.key, SafePath.isSafe(section) else {
            throw Problem(
                ProblemCode(.invalidValue), "This is not a valid section name.",
                hint: "Use at most \(limits.key) bytes, and no segment such as “..”.")
        }
        return try members(body, type: type).map { key, text in
            guard !key.isEmpty, key.utf8.count <= limits.key else {
                throw Problem(
                    ProblemCode(.invalidValue), "A key must have 1 to \(limits.key) bytes.",
                    hint: "Use a shorter key with a default text.")
            }
            guard text.utf8.count <= limits.value else {
                throw Problem(
                    ProblemCode(.invalidValue), "A text must have at most \(limits.value) bytes.",
                    hint: "Split the text.")
            }
            let control =
                ForbiddenCharacters.first(inKey: key) ?? ForbiddenCharacters.first(in: text)
            if let control {
                throw Problem(
                    ProblemCode(.invalidValue),
                    "A key or text contains the control character \(ForbiddenCharacters.spelled(control)).",
                    hint: "Remove it. Only tabs and line breaks are allowed.")
            }
            return MissingKeys.Report(StringID(section: section, key: key), text: text)
        }
    }

    private static func members(
        _ body: [UInt8], type: String?
    ) throws -> [(key: String, text: String)] {
        let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let isMarked = body.starts(with: [0xEF, 0xBB, 0xBF])
        guard first != UInt8(ascii: "{"), !isMarked, type?.lowercased().contains("json") != true
        else {
            return try object(body)
        }
        guard first != nil, let text = String(validating: body, as: UTF8.self),
            let form = try? Query(text, isLenient: false)
        else {
            throw Problem(
                .malformed, "The body is neither a JSON object nor a form.",
                hint: "Send {\"key\":\"default text\"}.")
        }
        return form.items.map { ($0.name, $0.value) }
    }

    private static func object(_ body: [UInt8]) throws -> [(key: String, text: String)] {
        let value: JSONValue
        do {
            value = try JSONValue.parseMarked(body)
        } catch {
            throw Problem(error)
        }
        let wrong = Problem(
            ProblemCode(.invalidValue), "The body is not an object whose values are all strings.",
            hint: "Send {\"key\":\"default text\"}.")
        guard let object = value.objectValue else { throw wrong }
        return try object.members.map { key, value in
            guard let text = value.stringValue else { throw wrong }
            return (key, text)
        }
    }
}
