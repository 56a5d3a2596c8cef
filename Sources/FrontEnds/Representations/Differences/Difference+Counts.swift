package import JSON
package import Texts
import Translation
package import Workspace

extension Difference {
    /// The counts for each language in which a text or a proposal differs, sorted by language.
    package var counts: [(locale: LanguageTag, counts: DifferenceCounts)] {
        let texts = Dictionary(locales.map { ($0.locale, $0) }) { first, _ in first }
        let changes = Dictionary(grouping: proposals, by: \.locale)
        return Set(texts.keys).union(changes.keys).sorted().map { locale in
            let counts = DifferenceCounts(
                texts[locale] ?? LocaleDifference(locale: locale),
                proposals: changes[locale] ?? [])
            return (locale, counts)
        }
    }

    /// The counts without the texts.
    ///
    /// The shape is `{"fromRevision", "toRevision", "locales": [{"locale", …}], "total": {…}}`.
    /// Each language and the total have `added`, `changed`, `removed` and `proposals`.
    package var countsJSON: JSONValue {
        let counts = counts
        let total = counts.reduce(into: DifferenceCounts()) { $0 += $1.counts }
        return .object { members in
            members.add("fromRevision", fromRevision)
            members.add("toRevision", toRevision)
            members.add(
                "locales",
                .array(
                    counts.map { language in
                        .object { members in
                            members.add("locale", language.locale.rawValue)
                            language.counts.add(to: &members)
                        }
                    }))
            members.addObject("total") { total.add(to: &$0) }
        }
    }
}
