import Interchange
import Testing

@Suite struct FormatTraitsTests {
    @Test func namesAreUnique() {
        let names = FileFormats.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func aFamilyIsNamedAfterOneOfItsEditions() {
        let families = FileFormats.all.map(\.traits.family)
        #expect(families.allSatisfy { FileFormats.named($0) != nil })
        #expect(I18nextJSONVersion3().traits.family == I18nextJSON().name)
        #expect(GettextPO().traits.family == "po")
    }

    @Test func catalogueFormatsHoldAllLanguages() {
        for format in FileFormats.read {
            #expect(format.traits.holdsAllLanguages == (format is any CatalogueFormat))
        }
    }
}
