import Synchronization
public import Texts
public import Translation

/// All checks that there are, made for a language.
public enum Checks {
    /// The checks of a text of a language against its source, in the order of ``Translation/CheckInfo/all``.
    ///
    /// They are made once for many texts. `language` finds nothing where a language cannot be told.
    public static func textChecks(of locale: LanguageTag) -> [any TextCheck] {
        let profile = LanguageProfile(locale.rawValue)
        var checks = TextChecks.all
        checks.removeAll { $0.info == .numbers }
        let name = locale.rawValue.split(separator: "-").joined(separator: "_")
        checks += [
            NumbersCheck { NumberWords.spelling(of: $0, in: name) },
            MessageFormatCheck(profile), EndPunctuationCheck(profile), CharactersCheck(profile),
            ScriptsCheck(), DoubledWordsCheck(profile), UnitsCheck(profile),
        ]
        if profile.language == "fr" { checks.append(FrenchSpacingCheck()) }
        if let check = WrongLanguageCheck(profile) { checks.append(check) }
        let order = CheckInfo.all.map(\.name)
        return checks.sorted { a, b in
            order.firstIndex(of: a.info.name) ?? 0 < order.firstIndex(of: b.info.name) ?? 0
        }
    }

    /// The checks of all texts of a language together.
    public static var languageChecks: [any LanguageCheck] {
        [DuplicateCheck(), InconsistentCheck(), GlossaryCheck()]
    }

    /// Whether there is what the check `language` needs: the files of libexttextcat.
    public static var canTellLanguages: Bool { WrongLanguageCheck.isPossible }
}

/// The checks of the languages that were asked for, each made once.
public final class ChecksByLanguage: Sendable {
    private let made = Mutex<[LanguageTag: [any TextCheck]]>([:])

    /// Has none yet.
    public init() {}

    /// Returns the checks of a language; see ``Checks/textChecks(of:)``.
    public func textChecks(of locale: LanguageTag) -> [any TextCheck] {
        if let checks = made.withLock({ $0[locale] }) { return checks }
        let checks = Checks.textChecks(of: locale)
        made.withLock { $0[locale] = checks }
        return checks
    }
}
