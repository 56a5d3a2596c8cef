import Interchange
import JSON
import Hosting
import ReadModel
import Texts
import Translation

/// A proposal in the format that NStack clients expect.
struct NStackProposal: Sendable {
    let id: EventID
    let string: StringID
    let locale: LanguageTag
    let value: String
    let canDelete: Bool

    init(id: EventID, string: StringID, locale: LanguageTag, value: String, canDelete: Bool) {
        self.id = id
        self.string = string
        self.locale = locale
        self.value = value
        self.canDelete = canDelete
    }

    /// Converts a proposal; returns nil if its value is not plain text, the only kind of value that
    /// NStack supports.
    init?(_ row: ProposalRow, own: HashedGuid?) {
        guard let text = row.proposed.value.plainText else { return nil }
        self.init(
            id: row.id, string: row.string, locale: row.locale, value: text,
            canDelete: row.state == .open && row.proposed.guid == own)
    }

    func json(in project: Project) -> JSONValue {
        let isDefault = string.section.utf8.elementsEqual(project.defaultSection.utf8)
        return .members(
            ("id", .integer(id.proposalNumber)),
            ("application_id", .integer(NStackNumbers.number(.application, "", in: project))),
            ("key", .string(string.key)),
            ("section", .string(isDefault ? ProposalFields.defaultSection : string.section)),
            ("locale", .string(locale.rawValue)), ("value", .string(value)),
            ("can_delete", .bool(canDelete)))
    }
}

/// The fields of a client's proposal, after a check of their format.
struct ProposalFields: Sendable {
    let string: StringID
    let value: String
    let locale: LanguageTag

    static let names = ["key", "section", "value", "locale", "platform", "guid"]
    static let defaultSection = "default"

    /// Parses the fields of a form.
    ///
    /// Throws a single problem that lists all missing or malformed fields, including the guid. If
    /// only the language tag is invalid, throws `unknown-language`.
    init(
        _ form: NStackForm, _ proposer: Result<Proposer, Problem>, _ host: ProjectHost
    ) throws(Problem) {
        let limits = host.settings.limits
        var errors: [String] = []
        for name in Self.names where name != "guid" && form[name] == nil {
            errors.append("The \(name) field is required.")
        }
        if let problem = proposer.problem { errors.append(problem.detail) }
        if let platform = form["platform"], NStackPlatform(rawValue: platform) == nil {
            let names = NStackPlatform.allCases.map(\.rawValue).joined(separator: ", ")
            errors.append("The platform must be one of \(names).")
        }
        for (name, limit) in [
            ("key", limits.key), ("section", limits.key), ("value", limits.value),
        ]
        where form[name]?.utf8.count ?? 0 > limit {
            errors.append("The \(name) field may have at most \(limit) bytes.")
        }
        guard errors.isEmpty else {
            throw Problem(
                .usage, errors.count == 1 ? errors[0] : "Several fields are missing or malformed.",
                hint: "Send the fields \(Self.names.joined(separator: ", ")).",
                members: [.init(NStackProblem.errorsMember, .array(errors.map { .string($0) }))])
        }
        guard let tag = Self.tag(form["locale"] ?? "") else {
            throw Problem(ProblemCode(.unknownLanguage), "The project does not have this language.")
        }
        string = StringID(
            section: Self.section(form["section"] ?? "", in: host.project), key: form["key"] ?? "")
        value = form["value"] ?? ""
        locale = tag
    }

    /// Returns the section that a client's section name refers to.
    static func section(_ name: String, in project: Project) -> String {
        name.utf8.elementsEqual(defaultSection.utf8) ? project.defaultSection : name
    }

    /// Returns a client's language tag in canonical form, or nil if it is invalid.
    static func tag(_ locale: String) -> LanguageTag? {
        (try? CanonicalTag.parse(locale)).flatMap { LanguageTag($0.tag) }
    }
}

extension Result where Failure == Problem {
    var problem: Problem? {
        if case .failure(let problem) = self { problem } else { nil }
    }
}
