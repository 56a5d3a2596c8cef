import Checks
import Testing
import Texts
import Translation

struct CatalogueTests {
    @Test func everyCheckIsMade() {
        let made =
            Checks.textChecks(of: LanguageTag("fr") ?? .some).checks.map(\.info)
            + Checks.languageChecks.map(\.info)
        let expected = CheckInfo.all.filter {
            $0.scope != .presence && ($0 != .language || Checks.canTellLanguages)
        }
        #expect(made.map(\.name) == expected.map(\.name))
    }

    @Test func frenchSpacingIsForFrench() {
        let names = Checks.textChecks(of: LanguageTag("de") ?? .some).checks.map(\.info.name)
        #expect(!names.contains("french-spacing"))
    }

    @Test func aLanguageThatNobodyKnowsHasChecks() {
        #expect(!Checks.textChecks(of: LanguageTag("qaa") ?? .some).checks.isEmpty)
        #expect(messages("end-punctuation", "qaa", "Done.", "Xyz") != [])
    }
}
