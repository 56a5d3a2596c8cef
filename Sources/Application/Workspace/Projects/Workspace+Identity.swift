package import EventStore
package import Git
import GitEventStore
import Languages
import Machine
public import Texts
public import Translation

extension Workspace {
    /// Returns the author of a new commit, with the current time.
    func author() throws -> Author {
        try Self.author(committer, of: store.repository, host: host)
    }

    /// Returns the given author, or otherwise the one in the environment or Git's configuration,
    /// with the current time.
    package static func author(
        _ committer: Actor?, of repository: GitRepository, host: Host
    ) throws -> Author {
        guard let committer else { return try author(of: repository, host: host) }
        return Author(
            name: committer.name, email: committer.email,
            seconds: try host.timeForWriting() / 1000)
    }

    /// Returns the author from the environment or Git's configuration, with the current time.
    ///
    /// Throws if neither specifies an author, or if the clock is invalid.
    package static func author(of repository: GitRepository, host: Host) throws -> Author {
        let known = try repository.identity(
            name: host.variable("GIT_AUTHOR_NAME"), email: host.variable("GIT_AUTHOR_EMAIL"))
        guard let known else {
            throw Refusal.noIdentity
        }
        return Author(
            name: known.name, email: known.email, seconds: try host.timeForWriting() / 1000)
    }

    /// Parses a language tag from a user into its canonical form.
    ///
    /// `warn` receives corrected spellings and, for a new language, possible mistakes.
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
                    .invalidLanguage, "“\(Visible.escaping(text))” is not a language tag.",
                    hint: "Tags look like fr, fr-CA or zh-Hant-HK.")
            }
            return tag
        } catch let error as LanguageTagError {
            let examples = "Tags look like fr, fr-CA or zh-Hant-HK."
            let hint = error.hint ?? examples
            throw Refusal(
                .invalidLanguage, error.message,
                hint: Refusal.Hint(typed: hint, http: hint, page: examples))
        }
    }

    /// Parses a language tag in a file or a path, including the spellings of POSIX, Android and
    /// Apple.
    ///
    /// `warn` receives the warnings of ``language(_:isNew:warn:)``.
    package static func language(ofFile spelling: String, warn: (String) -> Void) throws
        -> LanguageTag
    {
        try language(LanguageSpelling.tag(of: spelling), warn: warn)
    }
}

extension Refusal {
    /// The refusal to write without an author.
    package static let noIdentity = Refusal(
        .noIdentity, "Git does not know who you are.",
        hint:
            "Run `git config --global user.name \"Your Name\"` and `git config --global user.email you@example.org`."
    )
}

extension Project {
    /// Returns the default fallback chain of a language.
    ///
    /// The chain comes from the map. If the map contains no chain, it consists of CLDR's parent
    /// languages, and of Bokmål for the other forms of Norwegian. The source language is last.
    public func defaultChain(of tag: LanguageTag, _ map: LocaleMap = LocaleMap()) -> [LanguageTag] {
        let parents =
            map.chain(of: tag)
            ?? FallbackChain.usual(of: tag.rawValue).compactMap { LanguageTag($0) }
        return parents.filter { $0 != source && $0 != tag } + [source]
    }
}

extension ProjectScope {
    /// Parses a language tag from a user into its canonical form, and reports corrections as
    /// warnings.
    public func language(_ text: String) throws -> LanguageTag {
        try Workspace.language(text) { warn?($0) }
    }

    /// Parses a language tag from a user, and accepts a stored tag even if it is not canonical.
    ///
    /// `has` returns true if the project has a language. The result may be a language that the
    /// project does not have.
    public func language(
        _ text: String, where has: (LanguageTag) throws -> Bool
    ) throws -> LanguageTag {
        if let stored = LanguageTag(text), try has(stored) { return stored }
        return try language(text)
    }

    /// Parses the tag of a language to be added to the project.
    public func newLanguage(_ text: String) throws -> LanguageTag {
        try Workspace.language(text, isNew: true) { warn?($0) }
    }

    /// The directory in the repository for state that cannot be rebuilt.
    package var stateDirectory: String { store.stateDirectory }

    /// Returns the guid of this machine: `given`, otherwise `DRAGOMAN_GUID`, otherwise Git's
    /// `dragoman.guid`.
    ///
    /// With `creating`, a missing guid is created and stored in the repository's configuration.
    /// Throws a ``Refusal`` if `given` or `DRAGOMAN_GUID` has an invalid length.
    public func guid(_ given: String?, creating: Bool) throws -> String? {
        if let given = given ?? host.variable("DRAGOMAN_GUID") {
            guard !given.isEmpty, given.utf8.count <= 200 else {
                throw Refusal(
                    .invalidValue, "A guid must have 1 to 200 characters.", hint: "Use a UUID.")
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

    /// Returns the default language: `DRAGOMAN_LOCALE`, otherwise Git's `dragoman.locale`.
    public func defaultLocale() throws -> LanguageTag? {
        let text =
            try host.variable("DRAGOMAN_LOCALE")
            ?? store.repository.string(forKey: "dragoman.locale")
        return try text.map(language)
    }
}
