package import Texts
import Translation

/// The checks for translated texts.
package enum Checks {
    /// The checks that need no data about the target language.
    package static let common = TextCheckList(checks: [
        PlaceholderCheck(), MarkupCheck(), PluralCheck(), LengthCheck(), UnchangedCheck(),
        SpacesCheck(), NewlinesCheck(), EllipsisCheck(), NumbersCheck(), AddressesCheck(),
        BracketsCheck(),
    ])

    /// Returns the checks for texts in a language, in the order of ``Translation/CheckInfo/all``.
    ///
    /// Create the list once and use it for many texts. If the language is not written in its usual
    /// script, the list omits the `language` check.
    package static func textChecks(of locale: LanguageTag) -> TextCheckList {
        let profile = LanguageProfile(locale.rawValue)
        var checks = common.filter { $0 != .numbers }.checks
        let name = locale.rawValue.split(separator: "-").joined(separator: "_")
        checks += [
            NumbersCheck { NumberWords.spelling(of: $0, in: name) },
            MessageFormatCheck(profile), EndPunctuationCheck(profile), CharactersCheck(profile),
            ScriptsCheck(), DoubledWordsCheck(profile), UnitsCheck(profile),
        ]
        if profile.language == "fr" { checks.append(FrenchSpacingCheck()) }
        if let check = WrongLanguageCheck(profile) { checks.append(check) }
        let order = CheckInfo.all.map(\.name)
        return TextCheckList(
            checks: checks.sorted { a, b in
                order.firstIndex(of: a.info.name) ?? 0 < order.firstIndex(of: b.info.name) ?? 0
            })
    }

    /// The checks that compare all texts in a language with each other.
    package static var languageChecks: [any LanguageCheck] {
        [DuplicateCheck(), InconsistentCheck(), GlossaryCheck()]
    }

    /// Whether the `language` check can run, which requires libexttextcat's data files.
    package static var canTellLanguages: Bool { WrongLanguageCheck.isPossible }
}
