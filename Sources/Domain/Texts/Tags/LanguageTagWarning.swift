/// A warning about an accepted tag.
public struct LanguageTagWarning: Hashable, Sendable, CustomStringConvertible {
    /// The treatment of the subtag.
    public enum Kind: String, Hashable, Sendable {
        /// It was replaced by its current name, which means the same.
        case replaced
        /// It was kept although CLDR has another form, which would merge two languages.
        case kept
        /// The tag is read with a script that it does not name.
        case implicitScript
        /// It was replaced by another language that CLDR uses instead.
        case changed
        /// The region is probably not the one that was meant.
        case unlikelyRegion
    }

    /// The treatment of the subtag.
    public let kind: Kind
    /// The given tag or subtag, in canonical case.
    public let subtag: String
    /// CLDR's replacement; nil if there are several.
    public let replacement: String?
    /// One sentence for the user.
    public let message: String

    /// The message.
    public var description: String { message }

    static func replaced(_ what: String, _ old: String, by new: String) -> LanguageTagWarning {
        LanguageTagWarning(
            kind: .replaced, subtag: old, replacement: new,
            message: "The \(what) `\(old)` is now written `\(new)`.")
    }

    static func changed(_ old: String, to new: String) -> LanguageTagWarning {
        LanguageTagWarning(
            kind: .changed, subtag: old, replacement: new,
            message:
                "`\(old)` is not a registered language; CLDR uses `\(new)`, which might be a different one."
        )
    }

    /// Some systems use the code of Laos for Latin American Spanish.
    static func latinAmerica(_ tag: String, better: String) -> LanguageTagWarning {
        LanguageTagWarning(
            kind: .unlikelyRegion, subtag: tag, replacement: better,
            message: "`\(tag)` means Laos; use `\(better)` for Latin America.")
    }

    static func kept(_ old: String, aliasOf new: String) -> LanguageTagWarning {
        LanguageTagWarning(
            kind: .kept, subtag: old, replacement: new,
            message: "CLDR uses `\(new)` in place of `\(old)`, which is kept as it is.")
    }
}
