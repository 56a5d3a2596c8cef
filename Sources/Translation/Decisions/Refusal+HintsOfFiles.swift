public import Texts

extension Refusal.Hint {
    /// What to do about files that are imported and exported, and the sources of apps.
    public enum FileHint: Sendable, Hashable {
        /// Name the format of the file.
        case nameFormat
        /// Name the version of the format.
        case nameFormatVersion
        /// Fetch the file again, or name its format.
        case fetchAgainOrNameFormat
        /// Name one of these formats for the file.
        case nameFormatAmong([String])
        /// Name the language of the file.
        case nameLanguage
        /// Do not name a language for the file, or correct the file.
        case leaveLanguageOrCorrect
        /// Add the languages to the project, or import one of them alone.
        case addLanguages([LanguageTag])
        /// Import one of two files, or map their languages to two.
        case mapLanguages
        /// Correct the file, or say that a name in it means the language.
        case mapLanguage(String, LanguageTag)
        /// Leave out the file with comments, or do not import as proposals.
        case leaveCommentsOrProposals
        /// Look at what an import of the file would change.
        case tryImport
        /// Export one language or section alone, or choose another format.
        case exportApart
        /// Do not export the language, or choose another format.
        case leaveLanguageOut
        /// Make export profiles.
        case makeExportProfiles
        /// Choose another format for the template.
        case chooseTemplateFormat
        /// Make a template of one section, or export all of them.
        case nameTemplateSection
        /// Name how keys of units are made.
        case nameUnitKeys
        /// Remove the string although sources ask for it.
        case removeStringAnyway
    }

    /// What to do about release bundles.
    public enum BundleHint: Sendable, Hashable {
        /// Make a bundle.
        case make
        /// Choose another place for the bundle, or clear this one.
        case choosePlace
        /// Look at the languages, and at what is exported.
        case listContents
        /// Give the key to an agent, and sign with its public half.
        case useAgent
        /// Open the repository that the bundle was made from.
        case openItsProject
    }
    /// What to do about the imported files of a translation memory.
    public enum MemoryHint: Sendable, Hashable {
        /// Import a file.
        case importFile
        /// Remove the file of this name first, or give the new one another name.
        case removeOrNameFile(String)
    }
}
