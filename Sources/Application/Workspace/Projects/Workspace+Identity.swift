package import EventStore
package import Git
import GitEventStore
import Languages
import Machine
public import Texts
public import Translation

extension Workspace {
    /// The author of a commit that is made now.
    func author() throws -> Author {
        guard let committer else { return try Self.author(of: store.repository, host: host) }
        return Author(
            name: committer.name, email: committer.email,
            seconds: try host.timeForWriting() / 1000)
    }

    /// Who works here, as Git knows them, at this moment; refused where Git knows nobody, or the clock no time.
    package static func author(of repository: GitRepository, host: Host) throws -> Author {
        let known = try repository.identity(
            name: host.variable("GIT_AUTHOR_NAME"), email: host.variable("GIT_AUTHOR_EMAIL"))
        guard let known else {
            throw Refusal(
                .noIdentity, "Git does not know who you are.",
                hint:
                    "`git config --global user.name \"Your Name\"` and `git config --global user.email you@example.org` tell it."
            )
        }
        return Author(
            name: known.name, email: known.email, seconds: try host.timeForWriting() / 1000)
    }

    /// The language that a person means, in canonical form.
    ///
    /// `warn` hears of spellings that were mended; where the language is to be a new one, also of what may be a mistake.
    public static func language(
        _ text: String, isNew: Bool = false, warn: (String) -> Void
    ) throws -> LanguageTag {
        do {
            let parsed = try CanonicalTag.parse(text)
            for warning in parsed.warnings where isNew || warning.kind == .replaced {
                warn(warning.message)
            }
            guard let tag = LanguageTag(parsed.tag) else {
                throw Refusal(
                    .invalidLanguage, "“\(Visible.escaping(text))” is no language tag.",
                    hint: "Tags look like fr, fr-CA or zh-Hant-HK.")
            }
            return tag
        } catch let error as LanguageTagError {
            throw Refusal(
                .invalidLanguage, error.message,
                hint: .advice(error.hint ?? "Tags look like fr, fr-CA or zh-Hant-HK."))
        }
    }

    /// The language that a file or a path says, also as POSIX, Android or Apple spell it.
    ///
    /// `warn` hears what ``language(_:isNew:warn:)`` says of the tag.
    package static func language(ofFile spelling: String, warn: (String) -> Void) throws
        -> LanguageTag
    {
        try language(LanguageSpelling.tag(of: spelling), warn: warn)
    }
}

extension Project {
    /// The fallback chain of a language where none is given: that of the map, else CLDR's parents, and Bokmål for other Norwegian;
    /// then the source language.
    public func defaultChain(of tag: LanguageTag, _ map: LocaleMap = LocaleMap()) -> [LanguageTag] {
        let parents =
            map.chain(of: tag)
            ?? FallbackChain.usual(of: tag.rawValue).compactMap { LanguageTag($0) }
        return parents.filter { $0 != source && $0 != tag } + [source]
    }
}

extension ProjectScope {
    /// The language that a person means.
    public func language(_ text: String) throws -> LanguageTag {
        try Workspace.language(text) { warn?($0) }
    }

    /// The language of the project that a person means, also one whose stored tag is in no canonical form.
    ///
    /// `has` returns whether the project has a language.
    public func language(
        _ text: String, where has: (LanguageTag) throws -> Bool
    ) throws -> LanguageTag {
        if let stored = LanguageTag(text), try has(stored) { return stored }
        return try language(text)
    }

    /// The language that a person wants the project to have.
    public func newLanguage(_ text: String) throws -> LanguageTag {
        try Workspace.language(text, isNew: true) { warn?($0) }
    }

    /// The guid of this machine: as given, else `DRAGOMAN_GUID`, else Git's `dragoman.guid`.
    ///
    /// With `creating`, one is made and kept in the repository's configuration where there is none.
    public func guid(_ given: String?, creating: Bool) throws -> String? {
        if let given = given ?? host.variable("DRAGOMAN_GUID") {
            guard !given.isEmpty, given.utf8.count <= 200 else {
                throw Refusal(
                    .invalidValue, "A guid has 1 to 200 characters.", hint: "A UUID is a good one.")
            }
            return given
        }
        if let known = try store.repository.string(forKey: "dragoman.guid"), !known.isEmpty {
            return known
        }
        guard creating else { return nil }
        var random = host.random
        let made = Guid.random(using: &random)
        try store.repository.setString("dragoman.guid", made)
        return made
    }

    /// The language where none is named: `DRAGOMAN_LOCALE`, else Git's `dragoman.locale`.
    public func defaultLocale() throws -> LanguageTag? {
        let text =
            try host.variable("DRAGOMAN_LOCALE")
            ?? store.repository.string(forKey: "dragoman.locale")
        return try text.map(language)
    }
}
