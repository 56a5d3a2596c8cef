public import Texts
import Translation

/// Ver-ID's spelling of languages in file names and attributes.
///
/// A file name has the form `language[-Script][_REGION].xml`, and the attributes are `language` and
/// `region`. The region is separated only if it is at the end of a tag. In `ca-ES-valencia`, it
/// remains with the language, so that nothing is lost. Apps look for a language and a region, so a
/// name has no script if the language and region imply it.
public enum VerIDFileName {
    /// Returns the file name for a language, such as `fr_CA.xml`, or `zh_HK.xml` for `zh-Hant-HK`.
    ///
    /// The name that apps look for is used unless it belongs to another language in `languages`.
    public static func name(of tag: LanguageTag, among languages: Set<LanguageTag> = []) -> String {
        let (language, region) = parts(of: shortTag(of: tag, among: languages) ?? tag)
        return region.map { "\(language)_\($0).xml" } ?? "\(language).xml"
    }

    /// Returns whether an app can look for the language's file on some device.
    ///
    /// This is the case if the file name consists of a language and an optional region.
    public static func canBeChosen(_ tag: LanguageTag, among languages: Set<LanguageTag>) -> Bool {
        let parts = parts(of: shortTag(of: tag, among: languages) ?? tag)
        return !parts.language.utf8.contains(UInt8(ascii: "-"))
    }

    /// Returns the tag without its script, if devices infer the script from the resulting tag.
    private static func shortTag(
        of tag: LanguageTag, among languages: Set<LanguageTag>
    ) -> LanguageTag? {
        guard let short = ShortTag(of: tag), !languages.contains(short.tag) else { return nil }
        let isTaken =
            !short.isExact
            && languages.contains { other in
                guard other != tag, let own = ShortTag(of: other) else { return false }
                return own.isExact && own.tag == short.tag
            }
        return isTaken ? nil : short.tag
    }

    /// Returns the language tag in a file name, which is not yet canonical.
    ///
    /// Returns `nil` if the name is not a tag. Both `_` and `-` are separators. The language must
    /// have 2 or 3 letters, so `strings.xml` has no language.
    public static func language(ofPath path: String) -> String? {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
        let text = String(Substring(name))
        guard text.lowercased().hasSuffix(".xml") else { return nil }
        let stem = text.utf8.dropLast(4).map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
        let tag = String(decoding: stem, as: UTF8.self)
        return TagShape(tag) == nil ? nil : tag
    }

    /// Returns the values for the attributes `language` and `region`.
    static func parts(of tag: LanguageTag) -> (language: Substring, region: Substring?) {
        let text = tag.rawValue
        guard let shape = TagShape(text), let region = shape.region, shape.endsWithRegion else {
            return (text[...], nil)
        }
        return (text.dropLast(region.count + 1), region)
    }

    /// Returns the tag given by the attributes, which is not yet canonical; `nil` if there is no
    /// language.
    static func tag(language: String?, region: String?) -> String? {
        let language = dashed(language)
        let region = dashed(region)
        guard !language.isEmpty else { return nil }
        // In some files, `language` contains the whole tag and `region` repeats the region.
        let isNamed = language.lowercased().split(separator: "-").dropFirst()
            .contains(region.lowercased()[...])
        return region.isEmpty || isNamed ? language : "\(language)-\(region)"
    }

    private static func dashed(_ text: String?) -> String {
        let scalars = (text ?? "").unicodeScalars
            .filter { !$0.properties.isWhitespace }
            .map { $0 == "_" ? "-" : Character($0) }
        return String(scalars)
    }
}

/// A tag without its script, which the language and region imply.
private struct ShortTag {
    let tag: LanguageTag
    /// Whether only the script was removed, as in `zh-HK` for `zh-Hant-HK`.
    ///
    /// If not, the likely region was also added, as in `zh-TW` for `zh-Hant`.
    let isExact: Bool

    init?(of tag: LanguageTag) {
        guard let subtags = try? LanguageSubtags(tag.rawValue), let script = subtags.script,
            let language = subtags.language, subtags.keepingRegion == subtags
        else { return nil }
        let bare = [language, subtags.region].compactMap(\.self).joined(separator: "-")
        if LikelySubtags.script(of: bare) == script, let short = LanguageTag(bare) {
            self.tag = short
            isExact = true
            return
        }
        guard subtags.region == nil,
            let region = try? LanguageSubtags(LikelySubtags.maximized(tag.rawValue)).region,
            LikelySubtags.script(of: "\(language)-\(region)") == script,
            let short = LanguageTag("\(language)-\(region)")
        else { return nil }
        self.tag = short
        isExact = false
    }
}

/// The parts of a tag that BCP 47's grammar distinguishes by their form (RFC 5646, section 2.1).
private struct TagShape {
    private(set) var region: Substring?
    private(set) var endsWithRegion = false

    init?(_ tag: String) {
        guard LanguageTag(tag) != nil else { return nil }
        var rest = tag.split(separator: "-")[...]
        guard let language = rest.popFirst(), (2...3).contains(language.count),
            language.allSatisfy(\.isLetter)
        else { return nil }
        var extended = 0
        while extended < 3, let next = rest.first, next.count == 3, next.allSatisfy(\.isLetter) {
            rest.removeFirst()
            extended += 1
        }
        if let next = rest.first, next.count == 4, next.allSatisfy(\.isLetter) {
            rest.removeFirst()
        }
        if let next = rest.first, Self.isRegion(next) {
            region = next
            rest.removeFirst()
            endsWithRegion = rest.isEmpty
        }
        while let next = rest.first, Self.isVariant(next) { rest.removeFirst() }
        guard Self.areExtensions(rest) else { return nil }
    }

    private static func isRegion(_ subtag: Substring) -> Bool {
        subtag.count == 2
            ? subtag.allSatisfy(\.isLetter)
            : subtag.count == 3 && subtag.allSatisfy(\.isNumber)
    }

    private static func isVariant(_ subtag: Substring) -> Bool {
        subtag.count >= 5 || (subtag.count == 4 && subtag.first?.isNumber == true)
    }

    /// Returns whether every single-character subtag is followed by another subtag.
    private static func areExtensions(_ subtags: ArraySlice<Substring>) -> Bool {
        guard let first = subtags.first else { return true }
        guard first.count == 1, subtags.last?.count != 1 || subtags.count > 1 else { return false }
        if first.lowercased() == "x" { return subtags.count > 1 }
        var wasSingle = false
        var isPrivate = false
        for subtag in subtags where !isPrivate {
            let isSingle = subtag.count == 1
            if isSingle && wasSingle { return false }
            isPrivate = isSingle && subtag.lowercased() == "x"
            wasSingle = isSingle
        }
        return !wasSingle || (isPrivate && subtags.last?.lowercased() != "x")
    }
}
