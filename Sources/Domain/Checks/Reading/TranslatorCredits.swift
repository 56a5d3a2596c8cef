import Texts

/// Source texts that ask for the translators' names and addresses.
enum TranslatorCredits {
    /// The letters of such source texts in GNOME and KDE: “translator-credits”, “Your names”, “Your
    /// emails”.
    private static let sources: [StaticString] = [
        "translatorcredits", "translatorscredits", "yournames", "youremails", "yourname",
        "youremail",
        "nameoftranslators", "emailoftranslators",
    ]
    /// The maximum length of such a source text, in bytes.
    private static let longest = 40

    /// Returns whether a source asks for the translators, ignoring case and everything except
    /// letters.
    static func areAskedFor(by source: Value) -> Bool {
        guard let text = source.plainText, text.utf8.count <= longest else { return false }
        let letters = text.utf8.filter(PlaceholderScanner.isLetter).map { $0 | 0x20 }
        return sources.contains { letters.elementsEqual($0.description.utf8) }
    }
}
