public import ReadModel
public import Texts
import Translation

/// A string in one of the project's languages.
public struct StringInLanguage: Sendable {
    /// The language of the text.
    public let locale: LanguageTag
    /// The string and its text.
    public let entry: Entry
    /// The most important state of the entry.
    public var state: EntryState { entry.mainState }
}

extension Snapshot {
    /// Returns a string in all languages of the project, the source language first.
    public func texts(of string: StringID) throws -> [StringInLanguage] {
        let others = try locales().filter { $0 != project.source }
        return try ([project.source] + others).flatMap { locale in
            try model.entries(
                locale: locale, chain: model.lenders(to: locale),
                filter: EntryFilter(string: string)
            ).map { StringInLanguage(locale: locale, entry: $0) }
        }
    }
}
