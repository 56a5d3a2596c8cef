import Archive
import Bundles
import Hosting
import HTTPTypes
import Hummingbird
import Interchange
import JSON
import Representations
import Texts
import Translation
import Workspace

extension APIRoutes {
    /// The routes for localization files.
    var fileRoutes: [Route] { [export, importFile] }

    private var export: Route {
        let types = Set(FileFormats.written.map { Self.essence($0.traits.mediaType) }).sorted()
        return route(
            "export.show", .get, "/export", "Localization files: a single file, or an archive.",
            access: .scope(.read), parameters: ExportQuery.parameters + APIParameters.moment,
            answers: [
                .init(
                    200, "The file, if there is only one; otherwise an archive of all files.",
                    content: (types + ArchiveType.allCases.map(\.rawValue)).map {
                        ($0, $0 == "application/json" ? .any : .string)
                    })
            ]
        ) { call in
            let question = try ExportQuery(call)
            let moment = try call.moment()
            let locales = question.choice.locales
            return try await call.respondSlowly(
                at: moment, locales: locales.isEmpty ? nil : locales, isFixed: moment.isFixed
            ) { snapshot in
                try question.answer(snapshot, moment, call)
            }
        }
    }

    static func essence(_ mediaType: String) -> String {
        mediaType.split(separator: ";").first.map(String.init) ?? mediaType
    }

    private var importFile: Route {
        route(
            "import.add", .post, "/import",
            "Import a localization file, which needs the scope admin; with `asProposals`, propose is enough.",
            access: .right(.import),
            parameters: [
                .init("format", "The format; detected by default."),
                .init("locale", "The language; read from the file by default."),
                .init("section", "The section; read from the file by default."),
                .init("name", "The path of the file in the app, used for detection."),
                .init(
                    "asProposals", "Whether to propose the texts instead of setting them.",
                    schema: .boolean),
                .init(
                    "prune",
                    "Whether to remove strings and texts that the file's sections have but the file lacks.",
                    schema: .boolean),
                .init(
                    "strict", "Whether to refuse a file with keys unknown to the source language.",
                    schema: .boolean),
                .init("dryRun", "Whether to write nothing.", schema: .boolean),
            ] + APIParameters.writing,
            body: Route.Body(
                content: [("*/*", .string)], maximumBytes: directory.largest(\.importBody),
                seconds: 300),
            answers: [
                .json(.named("Import"), "The imported and the skipped entries."),
                APIAnswers.local(.named("Import")),
            ]
        ) { call in
            let isDryRun = try call.context.query.flag("dryRun")
            let wanted = try await call.importRequest()
            let guid = try call.importingGuid(asProposals: wanted.asProposals)
            let actor = call.actor
            let (read, plan) = try await call.readSlowly { snapshot in
                try snapshot.rehearse(wanted, actor: actor, guid: guid)
            }
            for locale in Set(read.files.map(\.locale)) { try call.requireLanguage(locale) }
            guard !isDryRun else {
                return Response.json(call.json(plan, read, isDryRun: true))
            }
            let receipt = try await call.write(Action(.importFiles(read.files)), guid: guid)
            var response = Response.json(
                call.json(receipt.outcome, read, isDryRun: false), status: call.writtenStatus())
            if receipt.outcome.isRepeated { response.headers[.idempotencyReplayed] = "true" }
            call.mark(&response, receipt.position)
            return response
        }
    }
}

extension Snapshot {
    /// Returns the time of this state, which must be the state at `moment`, in Unix seconds.
    fileprivate func seconds(of moment: Moment) throws -> Int64 {
        if case .time(let milliseconds) = moment { return milliseconds / 1000 }
        return try secondsOfCommit
    }
}

extension ProjectCall {
    /// Reads the parameters and the body of an import.
    fileprivate func importRequest() async throws -> ImportRequest {
        let query = context.query
        let asProposals = try query.flag("asProposals")
        if !asProposals { try context.require(.admin) }
        let locale = try query["locale"].map { try language($0) }
        let bytes = try await context.body(limit: project.settings.limits.importBody)
        guard !bytes.isEmpty else {
            throw Problem(.usage, "The file is empty.", hint: "Send the file as the body.")
        }
        return ImportRequest(
            files: [(name: query["name"] ?? "-", bytes: { bytes })], format: query["format"],
            locale: locale, section: query["section"], asProposals: asProposals,
            prunes: try query.flag("prune"), isStrict: try query.flag("strict"))
    }

    /// Returns the guid that owns the imported proposals, or nil if texts are set.
    ///
    /// Throws `scope` unless the sender is a person, because testers' proposals are limited in
    /// number.
    fileprivate func importingGuid(asProposals: Bool) throws -> HashedGuid? {
        guard asProposals else { return nil }
        guard context.principal.kind.isPerson else {
            throw Problem(
                .scope, "Only people can import files.", hint: "Send a person's token.")
        }
        return try proposer(guid: context.guid).hashed
    }

    fileprivate func json(_ outcome: Outcome, _ read: ReadImport, isDryRun: Bool) -> JSONValue {
        var outcome = outcome
        outcome.take(renamesOf: read)
        return outcome.json(
            skipping: outcome.skipped(noticing: read.notices, emptyTexts: nil),
            resources: read.resources, in: project.project
        ) { members in
            let notices = read.notices.map(\.notice.message) + outcome.notices
            if !notices.isEmpty { members.add("notices", list: notices) }
            add(acknowledgementTo: &members)
            guard isDryRun else { return }
            members.add("dryRun", true)
            members.add("wouldWrite", outcome.events.count)
        }
    }
}

/// The archives of an export, by media type.
private enum ArchiveType: String, CaseIterable {
    case zip = "application/zip"
    case tarGzip = "application/gzip"
}

/// The parameters of an export.
private struct ExportQuery: Sendable {
    private let format: String?
    let choice: ExportChoice
    private let allowsLosses: Bool

    static let parameters: [Route.Parameter] = [
        .init("format", "The format; by default, the formats of the app's own files."),
        .init("locale", "Only these languages.", mayRepeat: true),
        .init("section", "Only this section."),
        .init(
            "reviewed", "Whether to use only reviewed texts: the latest one for each string.",
            schema: .boolean),
        .init(
            "noMachine", "Whether to omit texts written by a machine.", schema: .boolean),
        .init(
            "untranslated", "The handling of untranslated strings; `omit` by default.",
            schema: .string(oneOf: ExportOptions.Untranslated.allCases.map(\.rawValue))),
        .init("flat", "Whether to keep dots in keys instead of nesting objects.", schema: .boolean),
        .init(
            "allowUnrepresentable",
            "Whether to omit strings that the format cannot represent, instead of refusing.",
            schema: .boolean),
    ]

    init(_ call: ProjectCall) throws {
        let query = call.context.query
        var choice = ExportChoice()
        choice.locales = try query.values(of: "locale").map { try call.language($0) }
        choice.section = query["section"]
        choice.isReviewedOnly = try query.flag("reviewed")
        choice.omitsMachine = try query.flag("noMachine")
        choice.isFlat = try query.flag("flat")
        choice.untranslated = try query["untranslated"].map {
            word throws -> ExportOptions.Untranslated in
            if let what = ExportOptions.Untranslated(rawValue: word) { return what }
            let known = ExportOptions.Untranslated.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(
                ProblemCode(.invalidValue),
                "“\(String(word.prefix(40)))” is not a valid value for “untranslated”.",
                hint: "Valid values: \(known).")
        }
        self.choice = choice
        format = query["format"]
        allowsLosses = try query.flag("allowUnrepresentable")
    }

    func answer(
        _ snapshot: Snapshot, _ moment: Moment, _ call: ProjectCall
    ) throws -> SlowAnswer {
        let exported = try snapshot.export(format: format, choice)
        let lost = exported.unrepresentable.filter { !$0.isAccepted }
        guard lost.isEmpty || allowsLosses else { throw Self.problem(lost) }
        guard let first = exported.files.first else {
            throw Problem(
                ProblemCode(.noText), "The export has no files.",
                hint: "Choose another section or language.")
        }
        let single = exported.files.count == 1 ? APIRoutes.essence(first.mediaType) : nil
        let type = try call.context.mediaType(
            among: [single].compactMap(\.self) + ArchiveType.allCases.map(\.rawValue))
        guard let archive = ArchiveType(rawValue: type) else {
            let name = first.path.split(separator: "/").last.map(String.init) ?? "texts"
            return SlowAnswer(
                bytes: first.bytes, mediaType: first.mediaType,
                headers: [.contentDisposition: Response.attachment(named: name)])
        }
        let bytes = try ArchiveWriter.bytes(
            of: exported.files.map { ArchiveWriter.File(path: $0.path, bytes: $0.bytes) },
            as: archive == .zip ? .zip : .tarGzip, modified: snapshot.seconds(of: moment))
        let name = call.project.settings.name + (archive == .zip ? ".zip" : ".tar.gz")
        return SlowAnswer(
            bytes: bytes, mediaType: type,
            headers: [.contentDisposition: Response.attachment(named: name)])
    }

    /// The maximum number of texts that the problem lists.
    private static let listedLosses = 100

    private static func problem(_ lost: [Exported.LeftOut]) -> Problem {
        Problem(
            .unrepresentable,
            lost.count == 1
                ? "The format cannot represent one text."
                : "The format cannot represent \(lost.count) texts.",
            hint: "Choose another format, or omit these texts with `allowUnrepresentable`.",
            members: [
                Problem.Member(
                    "unrepresentable", .array(lost.prefix(listedLosses).map(\.json)))
            ])
    }
}
