import Checks
import Testing
import Translation

struct CharacterTests {
    @Test(arguments: [
        ("fa", "می\u{200c}خواهم"), ("si", "ශ්\u{200d}රී"), ("ml", "അവൻ\u{200d}"),
        ("km", "ក\u{200b}ខ"),
        ("th", "กข\u{200b}คง"), ("jv-Java", "ꦲ\u{200b}ꦲ"), ("km", "ក។\u{200b}"),
        ("en", "👩\u{200d}🚀"), ("he", "\u{200f}שלום\u{200e}"),
        ("ar", "\u{2067}abc\u{2069}"), ("ar", "\u{202b}abc\u{202c}"), ("de", "a\tb\r\nc"),
        ("de", "„Anführung“ – so… €"), ("ja", "保存　する"), ("fr", "a\u{202f}!"),
        ("fa", "خانه\u{200c}ها"),
    ])
    func areFine(language: String, target: String) {
        #expect(messages("characters", language, "x", target) == [])
    }

    @Test(arguments: [
        ("a\u{0}b", "The text contains the control character U+0000."),
        ("a\u{8}b", "The text contains the control character U+0008."),
        ("a\u{80}b", "The text contains the control character U+0080."),
        ("a\u{200b}b", "The text contains a zero-width space (U+200B)."),
        ("\u{feff}a", "The text contains a byte-order mark (U+FEFF)."),
        ("a\u{2060}b", "The text contains an invisible character (U+2060)."),
        ("a\u{2028}b", "The text contains a line separator that few programs support (U+2028)."),
        (
            "a\u{fffd}b",
            "The text contains a replacement character (U+FFFD), a sign of broken text."
        ),
        ("a\u{e000}b", "The text contains a private-use character (U+E000)."),
        ("a\u{ffff}b", "The text contains U+FFFF, which is not a character."),
        ("\u{200d}a", "The text contains a joiner (U+200D) that joins nothing."),
        ("\u{202e}abc", "A direction mark (U+202E) is not closed."),
        ("abc\u{2069}", "A direction mark is closed (U+2069) but was never opened."),
        ("\u{2067}a\nb\u{2069}", "A direction mark (U+2067) is not closed on its line."),
        ("\u{202b}a\u{2069}", "A direction mark is closed (U+2069) but was never opened."),
    ])
    func areFound(target: String, message: String) {
        #expect(messages("characters", "de", "x", target) == [message])
    }

    @Test func whatTheSourceHasIsMeant() {
        #expect(messages("characters", "de", "a\u{200b}b", "c\u{200b}d") == [])
    }

    @Test(arguments: [
        ("ru", "Википедия"), ("ru", "HTML-код"), ("ru", "URLы"), ("el", "Σ-αλγεβρα"),
        ("de", "5 μm"),
        ("ru", "Wikiпедия"), ("sr", "Latinica и ћирилица"), ("ja", "Wi-Fiの設定"), ("hy", "Բարև"),
        ("de", "Größe"), ("vi", "Tiếng Việt"), ("ru", "ёлка"), ("bg", "е\u{301}зеро"),
    ])
    func scriptsAreFine(language: String, target: String) {
        #expect(messages("scripts", language, "x", target) == [])
    }

    @Test(arguments: [
        (
            "ru", "Cохранить",
            "“Cохранить” contains “C” from the Latin script, which only looks like Cyrillic."
        ),
        (
            "en", "pаypal",
            "“pаypal” contains “а” from the Cyrillic script, which only looks like Latin."
        ),
        (
            "el", "Aρχείο",
            "“Aρχείο” contains “A” from the Latin script, which only looks like Greek."
        ),
        (
            "uk", "фaйл {x}",
            "“фaйл” contains “a” from the Latin script, which only looks like Cyrillic."
        ),
    ])
    func scriptsAreFound(language: String, target: String, message: String) {
        #expect(messages("scripts", language, "x", target) == [message])
    }

    private static let french =
        "Les modifications que vous avez faites dans ce document seront perdues si vous fermez la "
        + "fenêtre maintenant. Voulez-vous vraiment quitter sans enregistrer votre travail ? Vous pouvez "
        + "aussi enregistrer une copie et continuer plus tard, sur cet appareil ou sur un autre."

    @Test(.enabled(if: Checks.canTellLanguages))
    func languages() {
        #expect(messages("language", "fr", "x", Self.french) == [])
        #expect(
            messages("language", "de", "x", Self.french) == [
                "The text seems to be written in fr, not in de."
            ])
        #expect(messages("language", "de", "x", "Voulez-vous vraiment quitter ?") == [])
        #expect(messages("language", "qaa", "x", Self.french) == [])
        #expect(messages("language", "kk-Arab", "x", Self.french) == [])
    }
}
