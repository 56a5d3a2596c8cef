import Texts

/// Sources that a translation answers with the translators' names and addresses, not with a translation.
enum TranslatorCredits {
    /// The letters of such sources as GNOME and KDE write them: “translator-credits”, “Your names”, “Your emails”.
    private static let sources: [StaticString] = [
        "translatorcredits", "translatorscredits", "yournames", "youremails", "yourname",
        "youremail",
        "nameoftranslators", "emailoftranslators",
    ]
    /// No such source is longer, in bytes.
    private static let longest = 40

    /// Whether a source is such a one, with signs and context before it as people like.
    static func areAskedFor(by source: Value) -> Bool {
        guard let text = source.plainText, text.utf8.count <= longest else { return false }
        let letters = text.utf8.filter(PlaceholderScanner.isLetter).map { $0 | 0x20 }
        return sources.contains { letters.elementsEqual($0.description.utf8) }
    }
}
