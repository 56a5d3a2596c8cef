import Checks
import ReadModel
public import Texts
import Translation

extension Snapshot {
    /// Returns the languages in `locales` whose texts are all copies of the source texts; see
    /// ``CopiedTexts``.
    ///
    /// Cost: for most languages, reads one text.
    public func untranslated(among locales: [LanguageTag]) throws -> [LanguageTag] {
        try locales.filter { locale in
            guard locale != project.source, let copies = try model.copiedTexts(in: locale) else {
                return false
            }
            var texts = CopiedTexts(in: locale, of: project.source)
            for copy in copies { texts.add(copy) }
            return texts.isUntranslated
        }
    }

    /// Returns a sentence about languages whose texts are all copies of the source texts.
    public static func sentence(onUntranslated locales: [LanguageTag]) -> String {
        let names = locales.map(\.rawValue).joined(separator: ", ")
        return
            "All texts in \(names) are copies of the source texts, so they are not translated yet."
    }
}
