import Testing
import Translation

struct DoubledWordsTests {
    @Test(arguments: [
        ("de", "Save the file", "Sichern Sie die die Datei nicht"),
        ("fr", "We go", "Nous nous en allons"), ("fr", "We go", "nous  nous"),
        ("da", "There is no way to log on to it", "Man kan ikke logge på på den"),
        ("id", "Pages", "halaman halaman"), ("tr", "One by one", "tek tek"),
        ("ja", "Fine", "まあ まあ"), ("zh-Hans", "Look", "看 看"),
        ("ar", "RSS feed", "تلقيمة آر إس إس"), ("it", "Duran Duran", "Duran Duran"),
        ("de", "Go on", "Weiter. Weiter geht es"), ("de", "1 of 1", "1 1 von"),
        ("de", "a", "a a"), ("de", "On {x} and {x}", "Am {x} {x}"), ("de", "Lists", "Liste\nListe"),
        ("es", "x", "<b>de</b> <i>de</i>"),
    ])
    func isRight(language: String, source: String, target: String) {
        #expect(messages("doubled-words", language, source, target) == [])
    }

    @Test(arguments: [
        ("nl", "Overwriting a file", "Een bestand bestand overschrijven", "bestand"),
        ("el", "It exists already", "Υπάρχει ήδη και και δεν", "και"),
        ("pt", "Unless it has", "A menos que que este", "que"),
        ("fr", "In the page", "Dans la  la page", "la"),
        ("de", "And so on", "Und und so weiter", "und"),
        ("ar", "a list", "قائمة قائمة", "قائمة"),
        ("de", "Done.\nFine.", "Fertig.\nGut gut.", "gut"),
    ])
    func isFound(language: String, source: String, target: String, word: String) {
        #expect(
            messages("doubled-words", language, source, target)
                == ["“\(word)” appears twice in a row."])
    }
}
