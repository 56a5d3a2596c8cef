/// Something about an accepted tag that its user should know.
public struct LanguageTagWarning: Hashable, Sendable, CustomStringConvertible {
    /// The treatment of the subtag.
    public enum Kind: String, Hashable, Sendable {
        /// It was replaced by its present name; both mean the same.
        case replaced
        /// It was kept although CLDR knows another form: taking that would merge two languages.
        case kept
        /// The tag is read with a script that it doesn't name.
        case implicitScript
        /// It was replaced by another language, which CLDR has in its place.
        case changed
        /// The region is most likely another one than was meant.
        case unlikelyRegion
    }

    /// The treatment of the subtag.
    public let kind: Kind
    /// The tag or subtag that was given, canonically cased.
    public let subtag: String
    /// The replacement, from CLDR; nil if CLDR has several.
    public let replacement: String?
    /// One sentence for the user.
    public let message: String

    /// The message.
    public var description: String { message }

    static func replaced(_ what: String, _ old: String, by new: String) -> LanguageTagWarning {
        LanguageTagWarning(
            kind: .replaced, subtag: old, replacement: new,
            message: "The \(what) `\(old)` is written `\(new)` today.")
    }

    static func changed(_ old: String, to new: String) -> LanguageTagWarning {
        LanguageTagWarning(
            kind: .changed, subtag: old, replacement: new,
            message:
                "`\(old)` is no registered language; CLDR has `\(new)` in its place, which may be another one."
        )
    }

    /// Some systems call Spanish of Latin America by the code of Laos.
    static func latinAmerica(_ tag: String, better: String) -> LanguageTagWarning {
        LanguageTagWarning(
            kind: .unlikelyRegion, subtag: tag, replacement: better,
            message: "`\(tag)` is the language of Laos; that of Latin America is `\(better)`.")
    }

    static func kept(_ old: String, aliasOf new: String) -> LanguageTagWarning {
        LanguageTagWarning(
            kind: .kept, subtag: old, replacement: new,
            message: "CLDR has `\(new)` in place of `\(old)`, which is kept as it is.")
    }
}
