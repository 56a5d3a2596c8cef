import TestKit
import TestWorld
import Testing

@Suite struct PseudoExportTests {
    @Test func pseudoLanguagesAreWritten() throws {
        let sandbox = try Sessions.project()
        let before = try sandbox.git("rev-parse", "translations", in: "app")
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "export --format verid-xml --pseudo",
                    "export --format i18next-json -s auth --pseudo accented",
                    "export --format i18next-json -s cart --pseudo rtl,accented",
                    "export --pseudo --format i18next-json -o out",
                    "export --format verid-xml --pseudo upside-down",
                    "export --format verid-xml --pseudo --locale fr",
                ]), "pseudo.txt")
        #expect(try sandbox.git("rev-parse", "translations", in: "app") == before)
        #expect(try sandbox.read("app/out/en-XA/cart.json").contains("items_one"))
    }
}
