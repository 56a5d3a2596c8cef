import Languages
import Testing

@Suite("Numbers and dates of languages")
struct LocalFormatTests {
    @Test(
        arguments: [
            ("en-GB", "1,234", "1,234,567", "98%", "3 November", "3 November 2017", "November"),
            (
                "de", "1.234", "1.234.567", "98\u{A0}%", "3. November", "3. November 2017",
                "November"
            ),
            (
                "ar", "1,234", "1,234,567", "98\u{200E}%\u{200E}", "3 نوفمبر", "3 نوفمبر 2017",
                "نوفمبر"
            ),
            (
                "es", "1234", "1.234.567", "98\u{A0}%", "3 de noviembre", "3 de noviembre de 2017",
                "noviembre"
            ),
            ("hi", "1,234", "12,34,567", "98%", "3 नवंबर", "3 नवंबर 2017", "नवंबर"),
            ("fa", "1,234", "1,234,567", "98%", "3 نوامبر", "3 نوامبر 2017", "نوامبر"),
        ])
    func formats(
        tag: String, thousand: String, million: String, percent: String, day: String,
        dayOfYear: String, month: String
    ) {
        let format = LocalFormat(of: tag)
        #expect(format.grouped(1_234) == thousand)
        #expect(format.grouped(1_234_567) == million)
        #expect(format.percent(98) == percent)
        #expect(format.day(3, month: 11) == day)
        #expect(format.day(3, month: 11, year: 2017) == dayOfYear)
        #expect(format.month(11) == month)
    }

    @Test(
        arguments: [
            ("en", "1,234.5"), ("de", "1.234,5"), ("ar", "1,234.5"), ("fr", "1\u{202F}234,5"),
        ])
    func tenths(tag: String, words: String) {
        let format = LocalFormat(of: tag)
        #expect(format.tenths(12_345) == words)
        #expect(format.tenths(0) == format.tenths(10).replacing("1", with: "0"))
    }

    @Test func numbersAtTheLimits() {
        let format = LocalFormat(of: "en")
        #expect(format.grouped(0) == "0")
        #expect(format.grouped(999) == "999")
        #expect(format.grouped(-1_000) == "−1,000")
        #expect(format.grouped(.min) == "−9,223,372,036,854,775,808")
        #expect(format.day(31, month: 12, year: 1717) == "December 31, 1717")
        #expect(format.day(1, month: 13) == "")
        #expect(format.month(0) == "")
    }

    /// A language without data is formatted like the root of CLDR.
    @Test func unknownLanguagesHaveFormats() {
        let format = LocalFormat(of: "x-own")
        #expect(format.grouped(12) == "12")
        #expect(!format.day(3, month: 11).isEmpty)
    }
}
