import Checks
import ReadModel
public import Texts
import Translation

extension Snapshot {
    /// The languages among some in which every text is a copy of the source text; see ``CopiedTexts``.
    ///
    /// Cost: of most languages, reading one text.
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

    /// A sentence on languages in which every text is a copy of the source text.
    public static func sentence(onUntranslated locales: [LanguageTag]) -> String {
        let names = locales.map(\.rawValue).joined(separator: ", ")
        return
            "All texts in \(names) are copies of the source texts: nobody has translated them yet."
    }
}
