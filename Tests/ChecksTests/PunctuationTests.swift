import Testing
import Translation

struct PunctuationTests {
    @Test(arguments: [
        ("de", "Saved.", "Gesichert."), ("ja", "Saved.", "保存しました。"), ("hi", "Saved.", "सहेजा गया।"),
        ("hi", "Saved.", "सहेजा गया."), ("ar", "Sure?", "متأكد؟"), ("fa", "Sure?", "مطمئنید؟"),
        ("el", "Sure?", "Σίγουρα;"), ("el", "Sure?", "Σίγουρα\u{37e}"), ("zh", "Sure?", "确定？"),
        ("zh-TW", "Name:", "名稱："), ("th", "Saved.", "บันทึกแล้ว"), ("hy", "Sure?", "Համոզվա՞ծ եք"),
        ("hy", "Saved.", "Պահպանված է։"), ("am", "Saved.", "ተቀምጧል።"), ("my", "Saved.", "သိမ်းပြီးပြီ။"),
        ("ur", "Saved.", "محفوظ۔"), ("es", "Sure?", "¿Seguro?"),
        ("fr", "Stop!", "Arrêtez\u{202f}!"),
        ("de", "(Saved.)", "(Gesichert.)"), ("de", "“Done.”", "„Fertig.“"), ("de", "a", "b"),
        ("de", "Error: {e}", "{e} ist ein Fehler."), ("ja", "Wait…", "お待ちください..."),
        ("de", "<b>Done.</b>", "<b>Fertig.</b>"), ("km", "Saved.", "បានរក្សាទុក។"), ("de", "", ""),
    ])
    func agrees(language: String, source: String, target: String) {
        #expect(messages("end-punctuation", language, source, target) == [])
    }

    @Test(arguments: [
        (
            "de", "Saved.", "Gesichert",
            "The source ends with “.”, but the text ends with no punctuation."
        ),
        (
            "de", "Saved", "Gesichert.",
            "The source ends with no punctuation, but the text ends with “.”."
        ),
        ("fr", "Sure?", "Sûr.", "The source ends with “?”, but the text ends with “.”."),
        ("ja", "Name:", "名前", "The source ends with “:”, but the text ends with no punctuation."),
        ("ru", "Wait…", "Подождите.", "The source ends with “…”, but the text ends with “.”."),
        ("ar", "Sure?", "متأكد?", "The text ends with “?”, but the language uses “؟”."),
        ("el", "Sure?", "Σίγουρα?", "The text ends with “?”, but the language uses “;”."),
        (
            "hy", "Sure?", "Համոզված եք",
            "The source ends with “?”, but the text ends with no punctuation."
        ),
        (
            "de", "<b>Done.</b>", "<b>Fertig</b>",
            "The source ends with “.”, but the text ends with no punctuation."
        ),
    ])
    func differs(language: String, source: String, target: String, message: String) {
        #expect(messages("end-punctuation", language, source, target) == [message])
    }

    @Test(arguments: [
        ("Nom\u{a0}:", ""), ("« Nom »", "«"), ("Nom :", ":"), ("Quoi ?", "?"),
        ("Quoi\u{202f}?", ""),
        ("«\u{a0}Nom\u{a0}»", ""), ("Attention !", "!"), ("A ; b", ";"), ("a :b", ""),
        ("12:30", ""),
        ("Nom:", ""), ("<b :x>", ""), ("«\u{a0}Nom »", "»"),
    ])
    func frenchSpacing(target: String, sign: String) {
        let found = messages("french-spacing", "fr", "Name", target)
        #expect(found.count == (sign.isEmpty ? 0 : 1))
        #expect(found.allSatisfy { $0.contains("“\(sign)”") })
    }
}
