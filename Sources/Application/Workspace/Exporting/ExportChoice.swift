import EventStore
import Git
import GitEventStore
package import Interchange
package import Texts
package import Translation

/// The options of one export that apply to all of its profiles.
package struct ExportChoice: Sendable {
    /// Only these languages, or an empty list for the languages of each profile.
    package var locales: [LanguageTag] = []
    /// Only this section.
    package var section: String?
    /// The handling of untranslated strings, or nil for that of each profile.
    package var untranslated: ExportOptions.Untranslated?
    /// Whether gaps are filled from fallback chains, or nil for the choice of each profile.
    package var inherits: Bool?
    /// Whether keys stay flat in all profiles.
    package var isFlat = false
    /// Whether all profiles write only reviewed texts.
    package var isReviewedOnly = false
    /// Whether all profiles leave out texts that are a machine's.
    package var omitsMachine = false
    /// The pseudo-language to write instead of all other languages.
    package var pseudo: PseudoLocalization?

    /// Creates a choice that changes nothing.
    package init() {}
}

extension Snapshot {
    /// Returns the files that an export consists of, with some options for all profiles.
    ///
    /// `format` selects a single format. Otherwise `profiles` selects profiles in the settings by
    /// name; without names, the export consists of the app's own files. Throws if the project lacks
    /// a language, the section or a profile.
    package func export(
        format: String?, profiles names: [String] = [], _ choice: ExportChoice
    ) throws -> Exported {
        for locale in choice.locales { try requireLocale(locale) }
        try choice.section.map { try requireSection($0) }
        return try export(profiles(format: format, named: names).map { adjusted($0, to: choice) })
    }

    private func profiles(format: String?, named names: [String]) throws -> [ExportProfile] {
        guard let format else { return try ownProfiles(named: names) }
        let written = try writtenFormat(format)
        return [ExportProfile(name: written.name, request: ExportRequest(format: written))]
    }

    private func adjusted(_ profile: ExportProfile, to choice: ExportChoice) -> ExportProfile {
        var profile = profile
        if !choice.locales.isEmpty {
            profile.request.locales =
                profile.request.locales.map { $0.filter(choice.locales.contains) }
                ?? choice.locales
        }
        if let section = choice.section { profile.request.sections = [self.section(section)] }
        if let untranslated = choice.untranslated { profile.request.untranslated = untranslated }
        if let inherits = choice.inherits { profile.request.inherits = inherits }
        if choice.isFlat { profile.request.isFlat = true }
        if choice.isReviewedOnly { profile.request.isReviewedOnly = true }
        if choice.omitsMachine { profile.request.omitsMachine = true }
        profile.request.pseudo = choice.pseudo
        return profile
    }
}

extension Snapshot {
    /// The time of the commit of this state, in Unix seconds, for the files of an archive.
    package var secondsOfCommit: Int64 {
        get throws {
            try store.repository.commit(commit(of: requirePosition().commit)).committer
                .secondsSinceEpoch
        }
    }
}
