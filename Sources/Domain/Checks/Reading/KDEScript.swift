import Texts

/// The script that can follow a KDE translation, as in `Save %1|/|$[acc %1] save`.
///
/// See <https://techbase.kde.org/Localization/Concepts/Transcript>. The script is code, so checks
/// ignore it.
enum KDEScript {
    private static let fence = Array("|/|".utf8)

    /// Returns a text without its script.
    ///
    /// If the source also contains `|/|`, the text has no script.
    static func removed(from text: String, source: String) -> String {
        guard let start = start(in: text), self.start(in: source) == nil else { return text }
        return String(decoding: text.utf8.prefix(start), as: UTF8.self)
    }

    private static func start(in text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: "|")), bytes.count >= fence.count else { return nil }
        return (0...(bytes.count - fence.count)).first { bytes[$0...].starts(with: fence) }
    }
}
