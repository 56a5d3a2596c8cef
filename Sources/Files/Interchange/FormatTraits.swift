/// The fixed properties of a format.
///
/// The defaults describe a typical app format: one file per language and section, in string order.
public struct FormatTraits: Sendable {
    /// The name that selects the format, such as `verid-xml`.
    public let name: String
    /// A one-line description.
    public let summary: String
    /// The media type registered with IANA.
    public let mediaType: String
    /// The name of the format of which this format is an edition, if any.
    var editionOf: String?

    // MARK: Files

    /// True if files are for translators and their tools, rather than for an app.
    public var isForExchange = false
    /// True if files contain texts.
    ///
    /// Other files contain only the keys of strings. They are the same in all languages and are
    /// never read.
    public var holdsTexts = true
    /// True if each section has its own file, false if a file may contain several sections.
    public var hasFilePerSection = true
    /// True if one file contains all languages, including the source language, as in string
    /// catalogs.
    public var holdsAllLanguages = false
    /// True if the contents of a file can specify its language.
    public var namesLanguage = false
    /// True if the order of strings in a file defines their order in the project.
    public var definesOrder = true
    /// True if an export includes the source language's file, because that file contains more than
    /// keys.
    public var exportsSource = true

    // MARK: Strings

    /// True if a string can be a plural.
    public var holdsPlurals = true
    /// True if apps need a plural form for every number and do not fall back to `other`.
    public var needsSeldomForms = false
    /// True if a file can contain an untranslated string without any text.
    public var hasUntranslated = false
    /// True if a source text in a file may be the same as the key of its string.
    public var keysAreSources = false
    /// True if files can mark texts that need work.
    public var marksWork = false
    /// True if files contain more about a string than texts, such as comments, limits, marks and
    /// data stored in `meta`.
    public var carriesDetails = false

    // MARK: Everything else

    /// The data other than strings that an export restores.
    ///
    /// See ``ReadFile/skeleton``.
    public var keeps = Kept.nothing
    /// True if files keep translations of strings that are no longer in the sources.
    public var keepsObsolete = false
    /// The handling of skeletons.
    public var skeletons: any SkeletonRules = PlainSkeletons()
    /// The notice for a file whose format was guessed and may be wrong.
    public var guessNotice: FileNotice?

    /// The contents of a file, other than strings, that a project keeps.
    public enum Kept: Sendable {
        /// No such contents.
        case nothing
        /// The order, the nesting and the values that are not texts.
        ///
        /// The first file in a language gets the order, the nesting and these values from the
        /// source language's file.
        case outline
        /// The original file; an export replaces only the changed parts.
        case layout
    }

    /// The name shared by all editions of the format.
    ///
    /// Events store format-specific data under this name, in `meta`.
    public var family: String { editionOf ?? name }
}
