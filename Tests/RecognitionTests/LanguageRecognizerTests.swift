import Recognition
import Testing
import Texts

@Suite struct LanguageRecognizerTests {
    private let german = "Guten Morgen, wie geht es Ihnen heute? Das Wetter ist schön."
    private let spanish =
        "Buenos días, hoy hace muy buen tiempo y queremos ir a la playa con nuestros hijos."

    @Test func aTextHasADominantLanguage() throws {
        #expect(LanguageRecognizer.dominantLanguage(for: german) == (try LanguageSubtags("de")))
        #expect(LanguageRecognizer.dominantLanguage(for: spanish) == (try LanguageSubtags("es")))
        #expect(LanguageRecognizer.dominantLanguage(for: "") == nil)
    }

    @Test func aResetForgetsTheTextAndKeepsTheConstraints() throws {
        var recognizer = LanguageRecognizer()
        recognizer.languageConstraints = [try LanguageSubtags("es")]
        recognizer.processString(german)
        #expect(recognizer.dominantLanguage == nil)
        recognizer.reset()
        recognizer.processString(spanish)
        #expect(recognizer.dominantLanguage?.language == "es")
    }

    @Test func weightsAddUpToOne() throws {
        var recognizer = LanguageRecognizer()
        recognizer.processString(
            "The cat sleeps in the house. Der Hund schläft im Garten und träumt.")
        let hypotheses = recognizer.languageHypotheses(withMaximum: 5)
        #expect(Set(hypotheses.keys.map(\.description)) == ["de", "en"])
        #expect(abs(hypotheses.values.reduce(0, +) - 1) < 0.000_1)
        #expect(recognizer.languageHypotheses(withMaximum: 1).count == 1)
        #expect(recognizer.languageHypotheses(withMaximum: 0).isEmpty)
    }
}
