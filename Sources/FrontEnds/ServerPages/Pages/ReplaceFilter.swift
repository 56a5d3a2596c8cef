import Languages
import Server
import Texts
import Translation
import Workspace

/// The fields of a replacement, as encoded in the page's query and in its form.
struct ReplaceFilter: Sendable, Hashable {
    var pattern: TextPattern
    /// True if the fields contain a replacement, so that the differences can be shown.
    let isComplete: Bool
    /// The languages to change; empty for all languages.
    var locales: [LanguageTag]
    var section: String?
    /// True if the person wants to propose the new texts.
    var isProposal: Bool

    /// The maximum length of the pattern and of the replacement, in characters.
    static let longest = SearchFilter.longest

    /// Parses an address's or a form's parameters.
    init(_ parameters: Query) {
        func flag(_ name: String) -> Bool { parameters[name].map { !$0.isEmpty } ?? false }
        pattern = TextPattern(
            parameters["q"] ?? "", replacement: PageForm.lineFeeds(parameters["with"] ?? ""),
            isCaseSensitive: flag("case"), matchesWholeWords: flag("words"),
            isExpression: flag("regex"))
        isComplete = parameters["with"] != nil
        locales = parameters.values(of: "locale").compactMap { LanguageTag($0) }
        section = parameters["section"].flatMap { $0.isEmpty ? nil : $0 }
        isProposal = parameters["as"] == "proposals"
    }

    /// Returns the reason why the fields cannot be used, or nil.
    func problem(_ wording: Wording) -> Problem? {
        let fields: [(key: TextKey, text: String)] = [
            ("replace.longPattern", pattern.pattern),
            ("replace.longReplacement", pattern.replacement),
        ]
        for (key, text) in fields {
            let count = text.unicodeScalars.count
            guard count > Self.longest else { continue }
            return wording.problem(
                .usage, key, count: count, ["limit": wording.number(Self.longest)],
                hint: "replace.replacePart")
        }
        if pattern.pattern.utf8.elementsEqual(pattern.replacement.utf8), !pattern.isExpression {
            return wording.problem(.usage, "replace.same", hint: "replace.typeOther")
        }
        return nil
    }

    /// The fields in a fixed order, without defaults.
    var fields: [NamedField] {
        let flags = [
            ("case", pattern.isCaseSensitive), ("words", pattern.matchesWholeWords),
            ("regex", pattern.isExpression),
        ]
        return [
            NamedField(name: "q", value: pattern.pattern),
            NamedField(name: "with", value: pattern.replacement),
        ] + flags.filter(\.1).map { NamedField(name: $0.0, value: "1") }
            + locales.map { NamedField(name: "locale", value: $0.rawValue) }
            + (section.map { [NamedField(name: "section", value: $0)] } ?? [])
            + (isProposal ? [NamedField(name: "as", value: "proposals")] : [])
    }

    /// The address's query with its question mark.
    var address: String {
        "?"
            + fields.map { "\($0.name)=\(PercentEncoding.text($0.value))" }
            .joined(separator: "&")
    }
}
