import EventStore
import Hosting
import Hummingbird
import JSON
import Translation
import Workspace

extension I18nextRoutes {
    /// The maximum number of languages and of sections in one request.
    static let most = 32

    /// Responds with several files at once, for i18next-http-backend with `allowMultiLoading`.
    func several(_ isNamed: Bool) -> Route {
        let list = JSONSchema(json: .members(("type", "string"), ("minLength", 1)))
        return Route(
            id: id("files", isNamed), .get, path("/locales/resources.json", isNamed),
            "The texts in several languages and sections, by language and section.",
            family: .compatible, access: .scope(.read),
            parameters: [
                .init(
                    "lng", "At most \(Self.most) language tags, separated by +, space or comma.",
                    isRequired: true, schema: list),
                .init(
                    "ns", "At most \(Self.most) sections, separated by +, space or comma.",
                    isRequired: true, schema: list),
            ] + Self.formParameters,
            answers: [Self.fileAnswer(.map(of: .map(of: .map(of: .any))))],
            crossOrigin: .anyForReading
        ) { context in
            let call = try await directory.call(context)
            let languages = try Self.names("lng", context.query)
            let sections = try Self.names("ns", context.query)
            let preview = try await preview(call)
            var answer = SeveralFiles()
            for language in languages {
                answer.begin(language)
                for section in sections {
                    let found = try await part(
                        language, section, .init(context.query), call, preview)
                    answer.add(section, found)
                }
            }
            let bytes = answer.finished()
            return Self.answer(
                SharedBytes(bytes), answer.position, call,
                tag: preview == nil ? .strong(Digest.short(bytes)) : nil)
        }
    }

    /// Returns a file, or nil if the language tag is invalid.
    private func part(
        _ language: String, _ section: String, _ options: I18nextFileName.Options,
        _ call: ProjectCall, _ preview: OpenProposals?
    ) async throws -> I18nextFiles.Found? {
        guard let name = try? I18nextFileName(language, section, options) else { return nil }
        if let preview { return try await previewed(name, call, preview) }
        return try await file(name, call)
    }

    /// Splits a list of names, and drops duplicates.
    ///
    /// In a query, `+` is a space, and `%2B` is a `+`.
    private static func names(_ parameter: String, _ query: Query) throws(Problem) -> [String] {
        var names: [String] = []
        for value in query.values(of: parameter) {
            for name in value.split(whereSeparator: { "+ ,".contains($0) }).map(String.init)
            where !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
                names.append(name)
            }
        }
        guard !names.isEmpty else {
            throw Problem(
                .usage, "The parameter “\(parameter)” is missing.",
                hint: "Send, for example, `?lng=de+en&ns=common+shop`.")
        }
        guard names.count <= most else {
            throw Problem(
                .usage, "The parameter “\(parameter)” contains \(names.count) names.",
                hint: "Send at most \(most) at once.")
        }
        return names
    }
}

/// A response that combines the bytes of several files.
private struct SeveralFiles {
    private var bytes = Array("{".utf8)
    private var isFirstLanguage = true
    private var isFirstSection = true
    /// The position of the oldest file.
    ///
    /// Cached files have the newest position, so only files generated meanwhile can differ.
    private(set) var position: Position?

    mutating func begin(_ language: String) {
        bytes += Array((isFirstLanguage ? "\n" : "},\n").utf8)
        bytes += CanonicalJSON.encode(.string(language)) + Array(": {\n".utf8)
        isFirstLanguage = false
        isFirstSection = true
    }

    mutating func add(_ section: String, _ found: I18nextFiles.Found?) {
        if !isFirstSection { bytes += Array(",\n".utf8) }
        isFirstSection = false
        bytes += CanonicalJSON.encode(.string(section)) + Array(": ".utf8)
        // Each file ends with a line feed, which is dropped.
        bytes += found?.bytes?.dropLast() ?? Array("{}".utf8)[...]
        if position == nil { position = found?.position }
    }

    mutating func finished() -> [UInt8] { bytes + Array("}\n}\n".utf8) }
}
