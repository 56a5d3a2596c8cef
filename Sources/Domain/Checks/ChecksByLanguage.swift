import Synchronization
package import Texts

/// A cache of the checks for each language.
package final class ChecksByLanguage: Sendable {
    private let made = Mutex<[LanguageTag: TextCheckList]>([:])

    /// Creates an empty cache.
    package init() {}

    /// Returns the checks for a language; see ``Checks/textChecks(of:)``.
    package func textChecks(of locale: LanguageTag) -> TextCheckList {
        if let checks = made.withLock({ $0[locale] }) { return checks }
        let checks = Checks.textChecks(of: locale)
        made.withLock { $0[locale] = checks }
        return checks
    }
}
