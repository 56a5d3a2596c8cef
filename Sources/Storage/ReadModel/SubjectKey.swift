import GRDB
import Texts
import Translation

/// A subject in the sort order of the database: by kind, then by the bytes of language, section and
/// key.
struct SubjectKey: Hashable {
    enum Kind: Int64 {
        case locale
        case resource
        case file
        case setting
        case unit
    }

    let kind: Kind
    let locale: String
    let section: Value.Text
    let key: Value.Text

    init(_ subject: Subject) {
        switch subject {
        case .locale(let tag): self.init(.locale, locale: tag.rawValue)
        case .resource(let section, let locale):
            self.init(.resource, locale: locale?.rawValue ?? "", section: section)
        case .file(let section, let format, let locale):
            self.init(.file, locale: locale.rawValue, section: section, key: format)
        case .setting(let name): self.init(.setting, key: name)
        case .unit(let locale, let string):
            self.init(
                .unit, locale: locale.rawValue, section: Value.Text(string.section),
                key: Value.Text(string.key))
        }
    }

    private init(
        _ kind: Kind, locale: String = "", section: Value.Text = "", key: Value.Text = ""
    ) {
        self.kind = kind
        self.locale = locale
        self.section = section
        self.key = key
    }

    /// Reads kind, locale, section and key from four columns.
    init?(_ row: StatementRow, at index: Int32) {
        guard let kind = row.number(index).flatMap(Kind.init), let locale = row.text(index + 1),
            let section = row.text(index + 2), let key = row.text(index + 3)
        else { return nil }
        self.init(kind, locale: locale, section: Value.Text(section), key: Value.Text(key))
    }

    /// The subject, or `nil` if it requires a language tag and the stored tag is invalid.
    var subject: Subject? {
        switch kind {
        case .locale: LanguageTag(locale).map(Subject.locale)
        case .resource: .resource(section, in: LanguageTag(locale))
        case .file: LanguageTag(locale).map { .file(section, format: key, in: $0) }
        case .setting: .setting(key)
        case .unit:
            LanguageTag(locale).map {
                .unit($0, StringID(section: section.string, key: key.string))
            }
        }
    }

    /// The query for the number of a subject that is found by its name; see ``Schema/isNamed``.
    static let numberQuery = """
        SELECT id FROM subject WHERE kind = ? AND locale = ? AND section = ? AND key = ? AND \(Schema.isNamed)
        """

    /// The arguments for ``numberQuery``.
    var arguments: StatementArguments {
        [kind.rawValue, locale, StoredText(section.string), StoredText(key.string)]
    }

    /// Returns true if this key sorts before another in SQLite.
    func precedes(_ other: SubjectKey) -> Bool {
        if kind != other.kind { return kind.rawValue < other.kind.rawValue }
        for (a, b) in [
            (locale, other.locale), (section.string, other.section.string),
            (key.string, other.key.string),
        ] where !a.utf8.elementsEqual(b.utf8) {
            return a.utf8.lexicographicallyPrecedes(b.utf8)
        }
        return false
    }
}

extension Database {
    /// Returns the row number of a subject, or `nil` if the subject has no row.
    func number(of subject: Subject, in project: Project) throws -> Int64? {
        guard case .unit(let locale, let string) = subject, locale != project.source else {
            return try Int64.fetchOne(
                cachedStatement(sql: SubjectKey.numberQuery),
                arguments: SubjectKey(subject).arguments)
        }
        return try Int64.fetchOne(
            cachedStatement(
                sql:
                    "SELECT id FROM subject WHERE string = (\(SubjectKey.numberQuery)) AND locale = ?"
            ),
            arguments: SubjectKey(.unit(project.source, string)).arguments + [locale.rawValue])
    }
}
