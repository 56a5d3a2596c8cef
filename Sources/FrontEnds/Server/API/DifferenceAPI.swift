import Hosting
import HTTPTypes
import Hummingbird
import JSON
import Representations
import Texts
import Translation
import Workspace

extension APIRoutes {
    var differenceRoutes: [Route] { [difference] }

    private var difference: Route {
        route(
            "diff.show", .get, "/diff",
            "The texts and proposals that differ between two revisions or times.",
            access: .scope(.read),
            parameters: [
                .init("from", "A revision or a time; the newest release by default."),
                .init("to", "A revision or a time; the newest state by default."),
                .init("locale", "Only these languages.", mayRepeat: true),
                .init("section", "Only this section."),
                .init("key", "Only this string, or keys that match this pattern."),
                .init("noProposals", "Whether to omit proposals.", schema: .boolean),
                .init("stat", "Whether to show only the counts.", schema: .boolean),
                APIParameters.position,
            ],
            answers: [
                .init(
                    200, "The differences; as JSON, as Markdown for a comment, or as a page.",
                    content: DifferenceForm.allCases.map { form in
                        (form.rawValue, form == .json ? .named("Difference") : .string)
                    })
            ]
        ) { call in
            let question = try DifferenceQuery(call)
            return try await call.respondSlowly(isFixed: question.isFixed) { snapshot in
                try question.answer(snapshot, showsAddresses: call.context.showsAddresses)
            }
        }
    }
}

/// The forms of a difference, by media type.
private enum DifferenceForm: String, CaseIterable {
    case json = "application/json"
    case markdown = "text/markdown"
    case page = "text/html"
}

/// The parameters of a request for a difference.
private struct DifferenceQuery: Sendable {
    private let from: String?
    private let to: String?
    private let locales: [LanguageTag]
    private let section: String?
    private let key: String?
    private let keepsProposals: Bool
    private let isStat: Bool
    private let form: DifferenceForm

    init(_ call: ProjectCall) throws {
        let query = call.context.query
        from = query["from"]
        to = query["to"].flatMap { $0.isEmpty ? nil : $0 }
        locales = try query.values(of: "locale").map { try call.language($0) }
        section = query["section"]
        key = query["key"]
        keepsProposals = try !query.flag("noProposals")
        isStat = try query.flag("stat")
        let type = try call.context.mediaType(among: DifferenceForm.allCases.map(\.rawValue))
        form = DifferenceForm(rawValue: type) ?? .json
    }

    /// Whether both sides are commits, given by their full ids.
    var isFixed: Bool { [from, to].allSatisfy { $0.map(ObjectName.isFull) ?? false } }

    func answer(_ snapshot: Snapshot, showsAddresses: Bool) throws -> SlowAnswer {
        for locale in locales { try snapshot.requireLocale(locale) }
        let whole = try snapshot.difference(from: from, to: to)
        let choice = try KeyChoice(
            section: section, key: key, in: snapshot, .known, or: whole.strings)
        let difference = whole.filtered(keepsProposals: keepsProposals) { locale, string in
            (locales.isEmpty || locales.contains(locale)) && choice.includes(string)
        }
        let project = snapshot.project
        let report = DifferenceReport(difference, project: project)
        switch form {
        case .json:
            let json =
                isStat
                ? difference.countsJSON
                : difference.json(in: project, showsAddresses: showsAddresses)
            return SlowAnswer(
                bytes: CanonicalJSON.encode(json) + [UInt8(ascii: "\n")], mediaType: form.rawValue)
        case .markdown:
            return SlowAnswer(
                bytes: Array(DifferenceMarkdown(report, isStat: isStat).text.utf8),
                mediaType: form.rawValue + "; charset=utf-8")
        case .page:
            return SlowAnswer(
                bytes: Array(DifferencePage(report, isStat: isStat).text.utf8),
                mediaType: form.rawValue + "; charset=utf-8",
                headers: [.contentSecurityPolicy: DifferencePage.policy])
        }
    }
}
