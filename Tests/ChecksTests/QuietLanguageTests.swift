import Testing

/// Texts of several languages that need no change, and similar texts with faults that must be
/// found.
struct QuietLanguageTests {
    @Test func aMarkMayOpenATextFromRightToLeft() {
        #expect(messages("characters", "he", "Acme is open", "\u{202B}Acme פתוח") == [])
        #expect(messages("characters", "ar", "Acme", "\u{2067}Acme مفتوح") == [])
        #expect(messages("characters", "de", "Acme", "\u{202B}Acme offen").count == 1)
        #expect(messages("characters", "he", "Acme", "פתוח \u{202B}Acme").count == 1)
        #expect(messages("characters", "he", "Acme", "\u{202E}Acme פתוח").count == 1)
    }

    @Test(arguments: [
        ("pl", "Keep 40 shells", "Zachowaj czterdzieści muszelek"),
        ("de", "20 shells", "zwanzig Muscheln"),
        ("fi", "At least 12 shells", "Vähintään kaksitoista kuorta"),
        ("es", "After 10 tries", "Tras diez intentos"),
    ])
    func numbersAreSaidInWords(language: String, source: String, target: String) {
        #expect(messages("numbers", language, source, target) == [])
    }

    @Test func otherNumbersAreFound() {
        #expect(messages("numbers", "de", "20 shells", "dreißig Muscheln").count == 1)
        #expect(messages("numbers", "de", "20 shells", "Muscheln").count == 1)
    }

    @Test func columnsAndNamesAreNotDoubled() {
        #expect(messages("doubled-words", "cs", "BOX   A box", "Skříň   Skříň") == [])
        #expect(messages("doubled-words", "da", "the given BOX", "kassen KASSEN") == [])
        #expect(messages("doubled-words", "da", "the box", "kassen Kassen").count == 1)
    }

    @Test(arguments: [
        ("de", "Tea (intl.)", "Tee (international)"), ("pl", "On 2nd floor", "Na piętrze 2."),
        ("nb", "tea [cup ...]", "te [kopp …]"), ("es", "Waiting...\n", "Esperando…\n"),
        ("ru", "put [<things>] <box>... <room>", "положить [<вещи>] <ящик>... <комната>"),
    ])
    func endingsThatAreNone(language: String, source: String, target: String) {
        #expect(messages("end-punctuation", language, source, target) == [])
    }

    @Test func endingsAreFound() {
        #expect(messages("end-punctuation", "de", "Tea is hot.\n", "Tee ist heiß\n").count == 1)
        #expect(
            messages("end-punctuation", "de", "Tea is <b>hot</b>.", "Tee ist <b>heiß</b>").count
                == 1)
    }

    @Test func signsBeforeAWordAreNoLetters() {
        #expect(messages("scripts", "ru", "x", "-cТЕГ, %%sСделать, \\nХорошо") == [])
        #expect(messages("scripts", "ru", "x", "cлово").count == 1)
    }

    @Test func aLetterIsNoUnit() {
        #expect(messages("units", "sv", "S", "M") == [])
        #expect(messages("units", "pt", "Seconds", "Minutos").count == 1)
    }
}
