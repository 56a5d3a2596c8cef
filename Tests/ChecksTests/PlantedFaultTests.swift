import Checks
import Languages
import TestKit
import Testing
import Texts
import Translation

/// Measures how many planted faults the checks find, and that they find nothing in the original
/// texts.
///
/// docs/internals/benchmarks/checks.md has the same measure on the texts of MediaWiki and Django.
struct PlantedFaultTests {
    private typealias Text = (language: String, source: String, target: String)

    private static let texts: [Text] = [
        (
            "de", "Could not move %(name)s to %(folder)s.",
            "%(name)s konnte nicht nach %(folder)s verschoben werden."
        ),
        (
            "fr", "Hello {name}, you have {{count}} new messages.",
            "Bonjour {name}, voici {{count}} nouveaux messages."
        ),
        (
            "es", "The page $1 was moved to $2 by its author.",
            "El autor trasladó la página $1 a $2 ayer."
        ),
        ("pl", "Choose <b>one</b> of the %d files", "Wybierz <b>jeden</b> plik spośród %d tutaj"),
        (
            "nl", "Read the <1>terms of use</1> first.",
            "Lees eerst de <1>gebruiksvoorwaarden</1> door."
        ),
        ("it", "Your draft is not published yet", "La bozza non viene ancora pubblicata"),
        ("pt", "Select a language:", "Selecione aqui o idioma:"),
        ("fr", "Choose a colour:", "Choisissez une couleur\u{A0}:"),
        ("de", "Wait until all files are there…", "Bitte warten, bis alle Dateien da sind…"),
        (
            "sv", "Passwords have at least 12 characters.",
            "Ett lösenord har minst 12 tecken eller mer."
        ),
        ("cs", "Rows 20 to 35 are empty.", "Řádky 20 až 35 jsou prázdné."),
        (
            "es", "See https://example.org/help for more.",
            "Consulte https://example.org/help para saber más."
        ),
        (
            "de", "First paragraph here.\n\nSecond paragraph here.",
            "Hier folgt ein erster Absatz.\n\nHier folgt ein zweiter Absatz."
        ),
        (
            "fr", "Allowed are:\n* letters\n* digits",
            "Sont permis ici\u{A0}:\n* lettres\n* chiffres"
        ),
        (
            "ru", "The file (an image) is too large.",
            "Файл (изображение) слишком велик для загрузки."
        ),
        ("it", "Delete the copy (optional)", "Elimina anche la copia (facoltativo)"),
        ("ja", "{name} has joined (today).", "{name}さんが参加しました（今日）。"),
    ]

    private func found(_ check: String, _ text: Text, _ target: String) -> Int {
        findings(check, text.language, Value(text.source), Value(target)).count
    }

    @Test func nothingIsFoundInRightTexts() {
        for text in Self.texts {
            for check in CheckInfo.all where check.scope == .text {
                #expect(found(check.name, text, text.target) == 0, "\(check.name): \(text)")
            }
        }
    }

    @Test(arguments: 0..<PlantedFault.all.count)
    func plantedFaultsAreFound(number: Int) {
        let fault = PlantedFault.all[number]
        var random = SplitMix64(seed: number)
        var planted = 0
        for _ in 0..<10 {
            for text in Self.texts {
                guard let target = fault.plant(text.source, text.target, &random) else { continue }
                planted += 1
                #expect(found(fault.check, text, target) > 0, "\(fault.name): \(target)")
            }
        }
        #expect(planted > 0, "\(fault.name) is planted nowhere")
    }

    /// A text that replaced another one is found if both are long enough.
    @Test func textsInThePlaceOfOthersAreFound() {
        let texts = Self.texts.map {
            TranslatedString(
                section: "s", name: $0.source, source: Value($0.source), target: Value($0.target))
        }
        let numbers = texts.indices
        for wrong in numbers {
            for right in numbers where right != wrong && right != 16 {
                var mixed = texts
                mixed[wrong] = TranslatedString(
                    section: "s", name: texts[wrong].name, source: texts[wrong].source,
                    target: texts[right].target)
                let found = DuplicateCheck().findings(in: mixed).map(\.index)
                #expect(found == [max(wrong, right)])
            }
        }
    }
}
