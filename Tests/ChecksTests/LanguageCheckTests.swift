import Checks
import Testing
import Texts
import Translation

/// Checks that compare all texts of a language.
struct LanguageCheckTests {
    private func texts(
        _ rows: [(source: String, target: String)], section: String = "default"
    ) -> [TranslatedString] {
        rows.enumerated().map { index, row in
            TranslatedString(
                section: section, name: "k\(index)", source: Value(row.source),
                target: Value(row.target))
        }
    }

    private func said(_ check: any LanguageCheck, _ texts: [TranslatedString]) -> [String] {
        check.findings(in: texts).map { "\($0.index): \($0.finding.message)" }
    }

    @Test func oneTextForTwoSources() {
        let found = said(
            DuplicateCheck(),
            texts([
                ("Delete the file", "Die Datei löschen"), ("Delete the file.", "Die Datei löschen"),
                ("Rename the file", "Die Datei löschen"), ("Yes", "Ja"), ("Yeah", "Ja"),
                ("Leave it as is", "Leave it as is"), ("No user found", "Niemand ist da"),
                ("No users found", "Niemand ist da"), ("Clear your list", "Die Liste leeren"),
                ("Clear the list", "Die Liste leeren"), ("$1 h", "$1 Stunden und mehr"),
                ("$1 hours", "$1 Stunden und mehr"),
            ]))
        #expect(
            found == ["2: The same text is used for “k0”, whose source is “Delete the file”."])
    }

    @Test func twoTextsForOneSource() {
        let found = said(
            InconsistentCheck(),
            texts([
                ("Save", "Sichern"), ("Save", "Speichern"), ("Save", "Speichern"),
                ("Open", "Öffnen"), ("Open", "Öffnen"), ("", "x"), ("", "y"), ("Edit", "A"),
                ("Edit", "B"),
            ]))
        #expect(
            found == [
                "0: The same source is translated differently in “k1” and 1 more: “Speichern”.",
                "8: The same source is translated differently in “k7”: “A”.",
            ])
    }

    @Test func termsAreUsed() {
        let terms = texts(
            [
                ("Log file", "Protokolldatei"), ("File", "Datei"), ("cloud", "云"),
                ("Home", "Startseite"),
            ],
            section: "glossary")
        let found = said(
            GlossaryCheck(),
            terms
                + texts([
                    ("Open the log file", "Protokolldateien öffnen"),
                    ("Open files", "Akten öffnen"),
                    ("Open the file", "Die Akte öffnen"), ("Profile", "Profil"),
                    ("Save to the cloud", "存到云端"), ("FILE {file}", "DATEI {file}"),
                    ("{home}", "x"), ("Open a log file", "Die Datei öffnen"),
                ]))
        #expect(
            found == [
                "6: The glossary has “Datei” for “File”, but the text does not use it.",
                "11: The glossary has “Protokolldatei” for “Log file”, but the text does not use it.",
            ])
        #expect(said(GlossaryCheck(), texts([("File", "Akte")])) == [])
    }

    /// Strings with different `msgctxt` may have different translations of the same source.
    @Test func contextsAreNotCompared() {
        func text(_ name: String, _ context: String?, _ target: String) -> TranslatedString {
            TranslatedString(
                section: "default", name: name, context: context, source: Value("Open"),
                target: Value(target))
        }
        let found = said(
            InconsistentCheck(),
            [
                text("a", nil, "Öffnen"), text("b", "state", "Offen"), text("c", "state", "Offen"),
                text("d", "state", "Geöffnet"), text("e", "verb", "Aufmachen"),
            ])
        #expect(
            found == ["3: The same source is translated differently in “b” and 1 more: “Offen”."])
    }
}
