import Hosting
import Languages
import ReadModel
import Server
import Texts
import Translation
import Walks
import Workspace

/// The languages that a typed name may mean.
struct LocaleChoosing: Sendable {
    /// The languages with exactly this name or tag.
    private(set) var exact: [LanguageTag] = []
    /// Languages with similar names.
    private(set) var similar: [LanguageTag] = []

    /// Looks a name or tag up in the project's languages, in those of the person, and in the language
    /// itself.
    ///
    /// If no language has the name, finds languages with similar names.
    init(_ text: String, namesIn languages: [String]) {
        guard !text.trimmed.isEmpty else { return }
        let tag = try? Workspace.language(text.trimmed, isNew: true, warn: { _ in })
        var seen: Set<LanguageTag> = []
        func tags(_ found: [String]) -> [LanguageTag] {
            found.compactMap { try? Workspace.language($0, warn: { _ in }) }
                .filter { seen.insert($0).inserted }
        }
        exact =
            tags([tag?.rawValue].compactMap(\.self))
            + tags(LanguageSearch.tags(named: text, in: languages))
        similar = tags(LanguageSearch.tags(beginning: text, limit: Self.listed))
        guard exact.isEmpty, similar.isEmpty else { return }
        let names = LanguageSearch.common
        let nearest = NearestMatches.of(text, among: names.lazy.map(\.name))
        similar = tags(nearest.compactMap { name in names.first { $0.name == name }?.tag })
    }

    /// The maximum number of similar languages.
    private static let listed = 8

    /// The language to add, if the name means only one.
    var chosen: LanguageTag? { exact.count == 1 ? exact.first : nil }
}

extension LocaleCard {
    init(_ tag: LanguageTag, chain: [LanguageTag], notes: [String], _ wording: Wording) {
        let text = tag.rawValue
        let direction = TextView.direction(of: tag)
        let script = LikelySubtags.script(of: text)
            .map { LanguageName.script($0, in: wording.tag.rawValue) }
        self.init(
            tag: text, languageName: wording.language(tag), own: wording.ownName(tag),
            dir: direction,
            script: wording.commas([
                script ?? wording("languages.unknownScript"),
                direction == "rtl" ? wording("languages.rtl") : wording("languages.ltr"),
            ]),
            plurals: Self.plurals(of: tag, .cardinal, wording),
            ordinals: Self.plurals(of: tag, .ordinal, wording),
            chain: chain.isEmpty ? wording("languages.noChain") : wording.chain(chain),
            notes: notes.map(wording.isolated))
    }

    private static func plurals(
        of tag: LanguageTag, _ kind: PluralKind, _ wording: Wording
    ) -> [Plural] {
        PluralRules.categories(of: tag.rawValue, kind).map { category in
            Plural(
                name: category.rawValue,
                numbers: TextForms.numbers(of: category.rawValue, in: tag, kind)
                    ?? wording("languages.fractions"))
        }
    }
}

extension LocaleChoice {
    init(_ tag: LanguageTag, href: String, _ wording: Wording) {
        self.init(
            href: href, tag: tag.rawValue, languageName: wording.language(tag),
            own: LanguageName.written(tag.rawValue), dir: TextView.direction(of: tag))
    }
}

/// The attributes of a language, as typed into a form.
struct LocaleFields: Sendable {
    var name = ""
    var fallback = ""
    var isPlanned = false
    /// The state of the language that the form's sender saw.
    var seen: String?
    /// The reason why the form was refused.
    var problem: Problem?
    /// The name of the refused field.
    var field: String?

    init() {}

    init(_ attributes: LocaleAttributes) {
        name = attributes.name ?? ""
        fallback = attributes.fallback.map(\.rawValue).joined(separator: ", ")
        isPlanned = attributes.isPlanned
    }

    init(_ form: PageForm) {
        name = (form.fields["name"] ?? "").trimmed
        fallback = (form.fields["fallback"] ?? "").trimmed
        isPlanned = form.flag("planned")
        seen = form.fields["seen"]
    }

    /// Returns the attributes for a language.
    ///
    /// `languages` are the languages in which the names of other languages are looked up.
    func attributes(
        of tag: LanguageTag, in project: Project, namesIn languages: [String], _ wording: Wording
    ) throws -> LocaleAttributes {
        guard name.utf8.count <= 200 else {
            throw FieldRefusal(
                "name", wording, "problems.nameTooLong", hint: "problems.enterShorterName")
        }
        let chain = try fallback.typedList { $0 == "→" || $0.isNewline }.flatMap { part in
            try Self.languages(part, namesIn: languages, wording)
        }
        return LocaleAttributes(
            name: name.isEmpty ? nil : name,
            fallback: chain.isEmpty ? project.defaultChain(of: tag) : chain, isPlanned: isPlanned)
    }

    /// Returns the language that a part of a chain names, or several tags separated by spaces.
    private static func languages(
        _ text: String, namesIn languages: [String], _ wording: Wording
    ) throws -> [LanguageTag] {
        func tag(_ text: some StringProtocol) -> LanguageTag? {
            try? Workspace.language(String(text), warn: { _ in })
        }
        if let tag = tag(text) { return [tag] }
        let words = text.split(separator: " ").map(tag)
        let known = words.compactMap(\.self)
        if known.count == words.count { return known }
        if let named = LanguageSearch.tags(named: text, in: languages).first.flatMap(tag) {
            return [named]
        }
        throw FieldRefusal(
            "fallback", wording, "languages.notFound", ["name": String(text.prefix(60))],
            hint: "languages.enterNames")
    }
}
