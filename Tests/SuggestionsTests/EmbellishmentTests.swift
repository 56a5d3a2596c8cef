import Testing

@testable import Suggestions

/// Additions that models make to translations.
@Suite struct EmbellishmentTests {
    @Test(arguments: [
        ("\"Fermer\"", "Close"), ("« Fermer »", "Close"), ("„Schließen“", "Close"),
        ("`Fermer`", "Close"), ("Translation: Fermer", "Close"),
        ("Here is the French translation: Fermer", "Close"),
        ("Fermer (used as a verb here)", "Close"), ("Fermer\nNote: a verb.", "Close"),
        (String(repeating: "Fermer ", count: 20), "Close"),
    ])
    func anAdditionIsFound(translation: String, source: String) {
        #expect(Embellishment.isAdded(to: translation, of: source, key: nil))
    }

    @Test(arguments: [
        ("Fermer", "Close"), ("« Fermer »", "“Close”"), ("« a » ou « b »", "a or b"),
        ("L’app", "The app"), ("Fermer (tout de suite)", "Close (now)"),
        ("Une ligne\nDeux", "One line\nTwo"), ("Fichier : ouvert", "File: open"),
        ("Traduction : ouverte", "Translation: open"), ("Fichier(s)", "Files"),
        ("In Ordnung, verstanden", "OK"), ("\"", "'"), ("", "Close"),
    ])
    func aPlainTranslationHasNone(translation: String, source: String) {
        #expect(!Embellishment.isAdded(to: translation, of: source, key: nil))
    }

    @Test(arguments: [
        ("menu.close", "Close", "menu.close", true), ("menu.fermer", "Close", "menu.close", true),
        ("barre_fermer", "Close", "bar_close", true), ("Fermer", "Close", "menu.close", false),
        ("example.org", "example.org", "menu.site", false), ("Fermer.", "Close.", "a.b", false),
        ("close", "Close", "close", false), ("E. Fin", "The end", "the.end", false),
    ])
    func aTranslatedKeyIsFound(translation: String, source: String, key: String, isKey: Bool) {
        #expect(Embellishment.isAdded(to: translation, of: source, key: key) == isKey)
    }
}
