/// The direction in which a language is written.
public enum WritingDirection: String, Hashable, Sendable {
    /// From left to right, like the Latin script.
    case leftToRight
    /// From right to left, like the Arabic and Hebrew scripts.
    case rightToLeft

    /// Returns the direction of a language by its explicit or likely script; left to right if the
    /// language is unknown to CLDR.
    public static func direction(of tag: String) -> WritingDirection {
        LikelySubtags.script(of: tag).flatMap { CLDRTables.rightToLeftScripts[$0] } == nil
            ? .leftToRight : .rightToLeft
    }
}
