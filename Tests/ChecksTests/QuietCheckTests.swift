import Checks
import Testing
import Texts
import Translation

/// Texts that need no change, and similar texts with faults that must be found.
struct QuietCheckTests {
    private func messages(_ check: String, _ source: String, _ target: String) -> [String] {
        findings(check, Value(source), Value(target)).map(\.message)
    }

    /// Each language has its own fields of a date, in its own order.
    @Test(arguments: [
        ("%H:%M", "%-I.%M %p"), ("%I:%M:%S %p", "%p %I:%M:%S"), ("%a %e %B %Y", "%Y-%m-%d (%A)"),
        ("%A at %H:%M", "%A, %OH時%M分"), ("%b %-d", "%-d. %b"),
    ])
    func timesAreNotComparedFieldByField(source: String, target: String) {
        #expect(messages("placeholders", source, target) == [])
    }

    @Test(arguments: [
        (
            "%H:%M", "%H:%Q",
            "The source is a date or time pattern, but “%Q” is not a field in such a pattern."
        ),
        (
            "%d %B", "T. Monat",
            "The source is a date or time pattern, but the text has none of its fields."
        ),
        ("%s: %B", "%B", "The translation lacks “%s” from the source."),
        ("%d%Month", "Monat", "The translation lacks “%d” from the source."),
    ])
    func timesWithoutFieldsAreFound(source: String, target: String, message: String) {
        #expect(messages("placeholders", source, target) == [message])
    }

    @Test(arguments: [
        ("%1x%2 pixels", "%2 auf %1 Punkte"), ("Row %d", "صف %Id"), ("%.1f MB", "%I.1f م.ب"),
        ("%<PRIu64> of %s", "%2$s: %1$<PRIu64>"), ("%15zu bytes", "%15Zu Bytes"),
        ("Line %d: use \\x{DIGITS}", "Zeile %d: \\x{ZIFFERN} nehmen"),
        ("wait %0.1f of %s", "%2$s: %1$0.1f"), ("$1 ... $n in $NAME", "in $NAME"),
    ])
    func notationsOfOtherLanguages(source: String, target: String) {
        #expect(messages("placeholders", source, target) == [])
    }

    @Test(arguments: [
        ("%1x%2 pixels", "%1 Punkte", "The translation lacks “%2” from the source."),
        (
            "%<PRIu64> of %s", "%1$s",
            "The translation lacks “%<PRIu64>” and “%s” from the source, but has “%1$s”."
        ),
        ("Line %d of {name}", "Zeile %d", "The translation lacks “{name}” from the source."),
        ("%1x hex", "hex", "The translation lacks “%1x” from the source."),
    ])
    func lostOnesAreFound(source: String, target: String, message: String) {
        #expect(messages("placeholders", source, target) == [message])
    }

    /// They may be words of the text, and are not an error unless the project sets the notation.
    @Test(arguments: [
        (":part is too long", ": die Stelle ist zu lang"), ("read @LIST", "@LISTE lesen"),
        ("Line %d of {name}", "Zeile %d"),
    ])
    func whatMayBeProseIsAWarning(source: String, target: String) throws {
        #expect(
            findings("placeholders", Value(source), Value(target)).map(\.severity) == [.warning])
        let chosen = Checks.common.findings(
            in: CheckSubject(
                source: Value(source), target: Value(target),
                categories: PluralCategories(cardinal: ["other"], ordinal: ["other"]),
                notations: try PlaceholderNotations(words: ["laravel", "drupal"])
            )
        ).filter { $0.check == "placeholders" }
        #expect(chosen.map(\.severity) == [.error])
    }

    @Test func aNumberThatWasMadeIntoATextMayBeLeftOut() {
        let source = plural(["one": "%s pound", "other": "%s pounds"])
        let target = plural(["one": "ein Pfund", "other": "%s Pfund"])
        #expect(findings("placeholders", source, target) == [])
    }

    @Test func wordsToFillInAreNoElements() {
        #expect(messages("markup", "turn <from> into <to>", "da <a> ad <b>") == [])
        #expect(messages("markup", "press &lt;key&gt;", "drück ‹Taste›") == [])
        #expect(messages("markup", "press &lt;key&gt;", "drück <Taste>").count == 1)
        #expect(
            messages("markup", "turn <from> into <b>bold</b>", "<da> in <b>grassetto").count == 1)
    }

    @Test func addressesThatShowAFormMayBeTranslated() {
        for (source, target) in [
            ("as smb://host/folder/file", "wie smb://rechner/ordner/datei"),
            ("say me@example.com", "sag ich@example.com"),
            ("see https://shop.acme.com/help", "siehe https://acme.de/hilfe"),
        ] {
            #expect(messages("addresses", source, target) == [])
        }
        #expect(messages("addresses", "see https://acme.com", "siehe https://acne.de").count == 1)
        #expect(messages("addresses", "write to help@acme.com", "an hilfe@acme.com").count == 1)
    }

    @Test func creditsAreAnsweredByNames() {
        for check in ["newlines", "unchanged", "addresses", "numbers", "spaces"] {
            #expect(
                messages(check, "translator-credits", "A. B. <a@b.example>, 2020\nC. D. \n") == [])
            #expect(messages(check, "Your names", "Ana Beispiel \nBert Muster") == [])
        }
        #expect(messages("newlines", "Your turn", "Du bist dran\n").count == 1)
    }

    @Test func linesOfLongTextsAreDividedFreely() {
        let long =
            "This key is old and no program reads it. OLD: Do not use it any more, use the other one."
        #expect(
            messages(
                "newlines", long, "Kein Programm liest diesen Schlüssel.\n\nALT: Nicht benutzen.")
                == [])
        #expect(messages("newlines", "Values:\n- one", "Werte:\n - eins") == [])
        #expect(messages("newlines", "First.\n    \nSecond.", "Erstens.\n\nZweitens.") == [])
        #expect(messages("newlines", "Values:\n- one\n- two", "Werte: eins\n- zwei").count == 1)
        #expect(messages("newlines", "First.\n    \nSecond.", "Erstens. Zweitens.").count == 1)
    }

    @Test(arguments: [
        "Acme Natural Keyboard Elite", "Urdu (Pakistan, NLA)", "move [-v] [file ...]",
        "acme notes merge --abort", "psi (3) == table.next entry",
    ])
    func namesAndSyntaxMayStay(text: String) {
        #expect(messages("unchanged", text, text) == [])
    }

    @Test func sentencesMayNotStay() {
        for text in ["Acme cannot read the file.", "no such item", "Нет такой записи"] {
            #expect(messages("unchanged", text, text).count == 1)
        }
    }

    @Test func settingsAreNoNumbers() {
        #expect(messages("numbers", "week:first_day:0", "week:first_day:1") == [])
        #expect(messages("numbers", "Drawer 6", "Schublade 5").count == 1)
    }

    @Test func bracketsThatAreSpokenOf() {
        #expect(messages("brackets", "missing right brace", "“}” fehlt") == [])
        #expect(messages("brackets", "missing right brace", "« } » manque") == [])
        #expect(messages("brackets", "missing right brace", "Klammer } fehlt").count == 1)
    }
}

/// Comparisons of many texts that ignore legitimate differences: one word for two, or two for one.
struct QuietComparisonTests {
    private func texts(_ pairs: [(String, String)]) -> [TranslatedString] {
        pairs.enumerated().map {
            TranslatedString(
                section: "s", name: "k\($0.offset)", source: Value($0.element.0),
                target: Value($0.element.1))
        }
    }

    @Test(arguments: [
        ("Select a shape", "Pick a shape"), ("could not open the box", "failed to open the box"),
        ("the field is not defined", "the field is undefined"),
        ("Root of the file system", "Root of the filesystem"),
        ("Remove this label now", "Delete this label now"),
    ])
    func synonymsMayHaveOneText(first: String, second: String) {
        let found = DuplicateCheck().findings(
            in: texts([(first, "ein und derselbe Text"), (second, "ein und derselbe Text")]))
        #expect(found.isEmpty)
    }

    @Test(arguments: [
        ("could not open the box", "could not close the box"),
        ("Dutch (with dead keys)", "Danish (with dead keys)"),
        ("Remove this label now", "Restore this label now"),
        ("the field is defined", "the field is undefined"),
    ])
    func othersMayNot(first: String, second: String) {
        let found = DuplicateCheck().findings(
            in: texts([(first, "ein und derselbe Text"), (second, "ein und derselbe Text")]))
        #expect(found.map(\.index) == [1])
    }

    @Test(arguments: [
        ("_Store", "_Ablegen", "Ab_legen"), ("&Store", "收存(&S)", "收存(&T)"),
        ("invalid", "ungültige", "ungültiger"),
    ])
    func keysAndFormsMayDiffer(source: String, first: String, second: String) {
        let found = InconsistentCheck().findings(in: texts([(source, first), (source, second)]))
        #expect(found.isEmpty)
    }

    @Test(arguments: [
        ("_Store", "_Ablegen", "_Merken"), ("invalid", "ungültig", "falsch"),
        ("open file", "Datei öffnen", "Dateien öffnen"),
    ])
    func othersMayNotDiffer(source: String, first: String, second: String) {
        let found = InconsistentCheck().findings(in: texts([(source, first), (source, second)]))
        #expect(found.map(\.index) == [1])
    }
}
