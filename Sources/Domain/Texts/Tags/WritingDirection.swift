/// The direction in which a language's lines run.
public enum WritingDirection: String, Hashable, Sendable {
    /// From left to right, as Latin script does.
    case leftToRight
    /// From right to left, as Arabic and Hebrew script do.
    case rightToLeft

    /// Returns the direction of a language by its script, named or likely; left to right where
    /// CLDR doesn't know the language.
    public static func direction(of tag: String) -> WritingDirection {
        LikelySubtags.script(of: tag).flatMap { CLDRTables.rightToLeftScripts[$0] } == nil
            ? .leftToRight : .rightToLeft
    }
}
