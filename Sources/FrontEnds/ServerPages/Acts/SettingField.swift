import JSON
import Languages
import Server
import Texts
import Translation
import Workspace

/// The field of a setting's form: how a value is shown and read.
enum SettingField: Sendable {
    /// Yes or no.
    case flag
    case number
    case text
    /// One text per line.
    case lines
    /// Some of the given texts.
    case boxes([(value: String, label: String)])
    /// People by language: `fr: mara@example.org, paul@example.org`.
    case byLanguage
    case json

    /// Creates the field for a setting of a project with the given languages.
    init(_ setting: Setting, locales: [LanguageTag], _ wording: Wording) {
        switch setting.name {
        case "description": self = .text
        case "frozen":
            self = .boxes(
                locales.map { ($0.rawValue, wording.language($0)) }
                    .sorted { $0.1 < $1.1 })
        case "blocking-checks":
            self = .boxes(
                CheckInfo.all.filter { $0.scope == .text }.map { ($0.name, $0.name) })
        case "maintainers", "servers", "placeholders", "accepted-losses", "empty-files",
            "i18next-contexts":
            self = .lines
        case "reviewers", "translators": self = .byLanguage
        case "retention": self = .number
        default:
            switch setting.defaultValue {
            case .bool?: self = .flag
            case .integer?: self = .number
            default: self = .json
            }
        }
    }

    /// Returns a value as typed text, one per line for boxes.
    func text(_ value: JSONValue?) -> String {
        guard let value else { return "" }
        switch self {
        case .flag: return value.boolValue.map { $0 ? "true" : "false" } ?? ""
        case .number: return value.integerValue.map(String.init) ?? ""
        case .text: return value.stringValue ?? ""
        case .lines, .boxes:
            return (value.arrayValue ?? []).compactMap(\.stringValue).joined(separator: "\n")
        case .byLanguage:
            return (value.objectValue?.members ?? []).map { tag, people in
                "\(tag): "
                    + (people.arrayValue ?? []).compactMap(\.stringValue).joined(separator: ", ")
            }.joined(separator: "\n")
        case .json:
            return String(decoding: PrettyJSON.encode(value).dropLast(), as: UTF8.self)
        }
    }

    /// Returns the typed text of a form, in the form of ``text(_:)``.
    func text(_ form: PageForm) -> String {
        switch self {
        case .boxes: form.fields.values(of: "value").joined(separator: "\n")
        default: PageForm.lineFeeds(form.fields["value"] ?? "")
        }
    }

    /// Parses a typed text; returns nil for the setting's default.
    ///
    /// The setting itself checks the value.
    func value(
        _ text: String, of setting: Setting, _ wording: Wording
    ) throws -> JSONValue? {
        func invalid(_ key: TextKey, _ value: String) -> Problem {
            wording.problem(ProblemCode(.invalidValue), key, ["value": value])
        }
        let lines = text.split(separator: "\n").map { String($0).trimmed }.filter { !$0.isEmpty }
        switch self {
        case .flag: return text.isEmpty ? nil : .bool(text == "true")
        case .number:
            guard !text.trimmed.isEmpty else { return nil }
            guard let number = Int64(text.trimmed) else {
                throw invalid("problems.notANumber", String(text.trimmed.prefix(20)))
            }
            return .integer(number)
        case .text: return text.trimmed.isEmpty ? nil : .string(text.trimmed)
        case .lines, .boxes:
            let value = JSONValue.array(lines.map { .string($0) })
            return lines.isEmpty && setting.defaultValue == nil ? nil : value
        case .byLanguage: return try Self.people(lines, invalid)
        case .json:
            guard !text.trimmed.isEmpty else { return nil }
            do {
                return try JSONValue.parse(Array(text.utf8))
            } catch {
                throw invalid("problems.notJSON", error.description)
            }
        }
    }

    private static func people(
        _ lines: [String], _ invalid: (TextKey, String) -> Problem
    ) throws -> JSONValue? {
        guard !lines.isEmpty else { return nil }
        let members = try lines.map { line -> (key: String, value: JSONValue) in
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else {
                throw invalid("problems.noColon", String(line.prefix(60)))
            }
            let people = halves[1].typedList(orAt: \.isWhitespace)
            return (String(halves[0]).trimmed, .array(people.map { .string($0) }))
        }
        guard let object = JSONObject(members) else {
            throw invalid("problems.languageTwice", "")
        }
        return .object(object)
    }
}
