/// A warning about an accepted tag.
public struct LanguageTagWarning: Hashable, Sendable, CustomStringConvertible {
    /// The treatment of the subtag.
    public enum Kind: String, Hashable, Sendable {
        /// The subtag was replaced with its current name, which has the same meaning.
        case replaced
        /// The subtag was kept, because CLDR's replacement would merge languages or is ambiguous.
        case kept
        /// The tag's region implies a script other than the language's usual one.
        case implicitScript
        /// The unregistered code was replaced with CLDR's code, which may be a different language.
        case changed
        /// The region is probably not the intended one.
        case unlikelyRegion
    }

    /// The treatment of the subtag.
    public let kind: Kind
    /// The given tag or subtag, in canonical case.
    public let subtag: String
    /// CLDR's replacement; nil if there are several.
    public let replacement: String?
    /// A one-sentence description for the user.
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

    /// Returns the warning for `LA`, the code for Laos, which some systems use for Latin America.
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
