import Testing
import Texts

@Suite struct PluralSamplesTests {
    @Test func samplesAreTheFirstNumbersOfEachCategory() {
        #expect(PluralRules.samples(in: "en", .cardinal) == [.one: [1], .other: [0, 2, 3, 4]])
        let russian = PluralRules.samples(in: "ru", .cardinal, count: 3)
        // In Russian, `other` is only for fractions.
        #expect(russian == [.one: [1, 21, 101], .few: [2, 3, 4], .many: [0, 5, 6]])
        #expect(PluralRules.samples(in: "fr", .cardinal)[.many] == [1_000_000])
        #expect(PluralRules.samples(in: "en", .ordinal)[.few] == [3, 23, 103])
    }

    @Test(arguments: ["ar", "cy", "ja", "lv", "mt", "pl", "sl", "zz"])
    func samplesTakeTheirCategory(_ tag: String) {
        for (category, numbers) in PluralRules.samples(in: tag, .cardinal) {
            #expect(!numbers.isEmpty && numbers == numbers.sorted())
            for number in numbers {
                #expect(PluralRules.category(for: number, in: tag, .cardinal) == category)
            }
        }
    }
}
