/// The fixed properties of a format.
///
/// The defaults describe the usual format of an app: a file for each language and section, in the order of the strings.
public struct FormatTraits: Sendable {
    /// The name that selects the format, such as `verid-xml`.
    public let name: String
    /// A description in one line.
    public let summary: String
    /// The media type of the files, as IANA registers it.
    public let mediaType: String
    /// The name of the format that this one is another edition of, if any.
    var editionOf: String?

    // MARK: Files

    /// True if files are for translators and their tools, rather than for an app.
    public var isForExchange = false
    /// True if files contain texts.
    ///
    /// Other files only name strings. They are the same in all languages, and are never read.
    public var holdsTexts = true
    /// True if each section has its own file, false if a file may contain several sections.
    public var hasFilePerSection = true
    /// True if one file contains all languages, including the source language, as string catalogues do.
    public var holdsAllLanguages = false
    /// True if the contents of a file can name its language.
    public var namesLanguage = false
    /// True if the order of a file is the order of the strings.
    public var definesOrder = true
    /// True if an export includes the file of the source language, because it has more than keys.
    public var exportsSource = true

    // MARK: Strings

    /// True if a string can be a plural.
    public var holdsPlurals = true
    /// True if apps ask for the plural form of every number and do not fall back to `other`.
    public var needsSeldomForms = false
    /// True if a file can contain an untranslated string without a text in its place.
    public var hasUntranslated = false
    /// True if a source text in a file may be no more than the key of its string.
    public var keysAreSources = false
    /// True if files can mark texts that need work.
    public var marksWork = false
    /// True if files contain more of a string than texts: comments, limits, marks, and data that is kept in `meta`.
    public var carriesDetails = false

    // MARK: Everything else

    /// The data besides the strings that comes back with an export; see ``ReadFile/skeleton``.
    public var keeps = Kept.nothing
    /// True if files keep translations of strings that their sources no longer have.
    public var keepsObsolete = false
    /// The handling of skeletons.
    public var skeletons: any SkeletonRules = PlainSkeletons()
    /// The notice on a file whose format was guessed, if it may be in another format.
    public var guessNotice: FileNotice?

    /// The data of a file besides its strings that a project keeps.
    public enum Kept: Sendable {
        /// None.
        case nothing
        /// The order, the nesting and the values that are no texts. The first file of a language has those of the source language.
        case outline
        /// The file as it came. An export replaces only what has changed.
        case layout
    }

    /// The name that all editions of the format share.
    ///
    /// Events keep data that only the format knows under this name, in `meta`.
    public var family: String { editionOf ?? name }
}
