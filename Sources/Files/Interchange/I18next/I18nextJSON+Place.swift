public import Texts
import Translation

extension I18nextJSON {
    /// Returns the place implied by a path of the form `<tag>/<section>.json`, or `<tag>.json` for
    /// the language alone.
    ///
    /// The language is the first of the following that exists:
    ///
    /// 1. the nearest directory that is one of `languages`
    /// 2. the file name, if it is one of `languages`
    /// 3. the nearest directory in the form of a tag
    ///
    /// The rest of the path after the directory is the section. For example,
    /// `locales/en/admin/users.json` is in the section `admin/users`. Directories that usually have
    /// another meaning, such as `src` and `tmp`, are ignored. Names with three letters are also
    /// ignored, unless CLDR has data for them or they are one of `languages`. A path without a
    /// language implies nothing, because `texts.json` may or may not be named after a section.
    public func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace {
        var parts = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
            .filter { $0 != "." }
        guard let file = parts.popLast() else { return FilePlace() }
        let stem = Self.removingExtension(file)
        if let index = Self.languageDirectory(in: parts, above: stem, languages) {
            let section = parts[(index + 1)...] + [stem]
            return FilePlace(
                language: String(parts[index]), section: section.joined(separator: "/"),
                isDistant: index + 1 < parts.count)
        }
        return Self.hasShapeOfLanguage(stem) ? FilePlace(language: String(stem)) : FilePlace()
    }

    private static func languageDirectory(
        in parts: [Substring], above stem: Substring, _ languages: Set<LanguageTag>
    ) -> Int? {
        let candidates = parts.indices.filter { isLanguageDirectory(parts[$0], languages) }
        if let own = candidates.last(where: {
            FileLanguage.isSpelling(String(parts[$0]), of: languages)
        }) {
            return own
        }
        guard !FileLanguage.isSpelling(String(stem), of: languages) else { return nil }
        // In `mw/en.json`, the directory is not a language but the file name is, so the file name
        // takes precedence.
        let isLanguage = hasShapeOfLanguage(stem) && FileLanguage.isSpelling(String(stem))
        return candidates.last {
            !isLanguage || FileLanguage.isTag(LanguageSpelling.tag(of: String(parts[$0])))
        }
    }

    private static func removingExtension(_ name: Substring) -> Substring {
        name.lowercased().utf8.suffix(5).elementsEqual(".json".utf8)
            ? Substring(name.utf8.dropLast(5)) : name
    }

    /// Directories whose names look like a language tag, or are a language tag, but have another
    /// meaning.
    private static let otherDirectories: Set<String> = [
        "api", "app", "bin", "doc", "etc", "ios", "js", "lib", "mnt", "opt", "out", "pkg", "res",
        "run", "sdk", "src", "srv", "tmp", "ui", "usr", "var", "web", "www",
    ]

    private static func isLanguageDirectory(
        _ name: Substring, _ languages: Set<LanguageTag>
    ) -> Bool {
        // gettext uses directories named after locale categories.
        guard hasShapeOfLanguage(name), !otherDirectories.contains(String(name)),
            !name.hasPrefix("LC_")
        else { return false }
        return name.utf8.count != 3 || FileLanguage.isSpelling(String(name), or: languages)
    }

    /// Returns whether a name looks like a tag, or like a POSIX or Android spelling.
    ///
    /// A POSIX spelling can have an encoding or a modifier, as in `sr_RS.UTF-8@latin`. An Android
    /// spelling has the form `b+sr+Latn`.
    private static func hasShapeOfLanguage(_ name: Substring) -> Bool {
        if name.hasPrefix("b+") {
            return hasShapeOfTag(Substring(name.dropFirst(2).map { $0 == "+" ? "-" : $0 }))
        }
        let plain = name.prefix { $0 != "@" }
        let parts = plain.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let tag = parts.first else { return false }
        // `en.common` is not a language with an encoding.
        return hasShapeOfTag(tag)
            && (parts.count == 1 || parts.last?.lowercased().hasPrefix("utf") == true)
    }

    /// Returns whether a name has the form of an RFC 5646 tag, with `-` or `_` between subtags.
    ///
    /// Languages with four to eight letters are rejected, because none are registered and words
    /// such as `common` would match.
    static func hasShapeOfTag(_ name: Substring) -> Bool {
        let separators = [UInt8(ascii: "-"), UInt8(ascii: "_")]
        let subtags = name.utf8.split(omittingEmptySubsequences: false) { separators.contains($0) }
            .map { Array($0) }
        guard subtags.count > 1 || (2...3).contains(name.utf8.count), let language = subtags.first,
            (2...3).contains(language.count) || language == Array("x".utf8),
            language.allSatisfy(isLetter)
        else { return false }
        var isExtension = language.count == 1
        for subtag in subtags.dropFirst() {
            guard (1...8).contains(subtag.count),
                subtag.allSatisfy({ isLetter($0) || isDigit($0) })
            else { return false }
            if subtag.count == 1 {
                isExtension = true
            } else if !isExtension && !isScriptRegionOrVariant(subtag) {
                return false
            }
        }
        return true
    }

    private static func isScriptRegionOrVariant(_ subtag: [UInt8]) -> Bool {
        switch subtag.count {
        case 2: subtag.allSatisfy(isLetter)
        case 3: subtag.allSatisfy(isLetter) || subtag.allSatisfy(isDigit)
        case 4: subtag.allSatisfy(isLetter) || isDigit(subtag[0])
        default: true
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
