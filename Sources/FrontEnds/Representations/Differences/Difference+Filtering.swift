package import Texts
import Translation
package import Workspace

extension Difference {
    /// The strings that have differences.
    package var strings: Set<StringID> {
        var strings = Set(proposals.map(\.string))
        for locale in locales {
            strings.formUnion((locale.added + locale.removed).map(\.string))
            strings.formUnion(locale.changed.map(\.string))
        }
        return strings
    }

    /// Returns the difference without unwanted strings, and without proposals unless
    /// `keepsProposals` is true.
    package func filtered(
        keepsProposals: Bool, _ isWanted: (LanguageTag, StringID) -> Bool
    ) -> Difference {
        var filtered = self
        filtered.locales = locales.compactMap { difference in
            var kept = difference
            kept.added.removeAll { !isWanted(difference.locale, $0.string) }
            kept.changed.removeAll { !isWanted(difference.locale, $0.string) }
            kept.removed.removeAll { !isWanted(difference.locale, $0.string) }
            return kept.isEmpty ? nil : kept
        }
        filtered.proposals.removeAll { !keepsProposals || !isWanted($0.locale, $0.string) }
        return filtered
    }
}
