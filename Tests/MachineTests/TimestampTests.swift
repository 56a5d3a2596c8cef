import TestKit
import Testing

@testable import Machine

@Suite struct TimestampTests {
    /// A commit's author can write any number of seconds.
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (Int64.max, "9999-12-31T23:59:59.000Z"),
        (Int64.min, "0000-01-01T00:00:00.000Z"), (253_402_300_800, "9999-12-31T23:59:59.000Z"),
    ])
    func everyNumberOfSecondsHasAText(seconds: Int64, text: String) {
        #expect(Timestamp.text(seconds: seconds) == text)
    }

    /// An id can have a time after the year 9999.
    @Test(arguments: [
        (253_402_300_800_000, "9999-12-31T23:59:59.999Z"), (Int64.max, "9999-12-31T23:59:59.999Z"),
        (Int64.min, "0000-01-01T00:00:00.000Z"),
    ])
    func noYearHasFiveDigits(milliseconds: Int64, text: String) {
        #expect(Timestamp.text(milliseconds: milliseconds) == text)
    }

    /// A time outside of the years 0000 to 9999 in UTC would be shown as another one.
    @Test(arguments: [
        "0000-01-01T00:30:00+02:00", "9999-12-31T23:30:00-01:00", "9999-12-31T23:59:60Z",
    ])
    func whatNoYearOfFourDigitsHasIsNoTime(_ text: String) {
        #expect(Timestamp.milliseconds(text) == nil)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00.000Z", 0), ("1970-01-01T00:00:00.001Z", 1),
        ("1969-12-31T23:59:59.999Z", -1), ("2000-02-29T12:00:00.000Z", 951_825_600_000),
        ("2024-02-29T23:59:59.999Z", 1_709_251_199_999),
        ("2026-11-21T09:30:00.123Z", 1_795_253_400_123),
        ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ("0001-01-01T00:00:00.000Z", -62_135_596_800_000),
    ])
    func textAndNumber(text: String, milliseconds: Int64) {
        #expect(Timestamp.text(milliseconds: milliseconds) == text)
        #expect(Timestamp.milliseconds(text) == milliseconds)
    }

    @Test(arguments: [
        ("2026-11-21T09:30:00Z", "2026-11-21T09:30:00.000Z"),
        ("2026-11-21T09:30Z", "2026-11-21T09:30:00.000Z"),
        ("2026-11-21T09:30", "2026-11-21T09:30:00.000Z"),
        ("2026-11-21 09:30:05", "2026-11-21T09:30:05.000Z"),
        ("2026-11-21t09:30:05z", "2026-11-21T09:30:05.000Z"),
        ("2026-11-21T09:30:05.1Z", "2026-11-21T09:30:05.100Z"),
        ("2026-11-21T09:30:05.123456789Z", "2026-11-21T09:30:05.123Z"),
        ("2026-11-21T00:30:00+01:00", "2026-11-20T23:30:00.000Z"),
        ("2026-12-31T23:30:00-0130", "2027-01-01T01:00:00.000Z"),
        ("2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00.000Z"),
        ("2026-11-21", "2026-11-21T23:59:59.999Z"), ("2024-02-29", "2024-02-29T23:59:59.999Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
    ])
    func manyFormsOfOneTime(text: String, same: String) throws {
        let milliseconds = try #require(Timestamp.milliseconds(text))
        #expect(Timestamp.text(milliseconds: milliseconds) == same)
    }

    @Test(arguments: [
        "", "2026", "2026-11", "2026-11-", "2026-1-1", "2026-13-01", "2026-00-10", "2026-11-31",
        "2026-02-29", "1900-02-29", "2100-02-29", "2026-11-00", "26-11-21", "2026/11/21",
        "2026-11-21T", "2026-11-21T09", "2026-11-21T24:00Z", "2026-11-21T09:60Z",
        "2026-11-21T09:30:61Z", "2026-11-21T09:30:00.Z", "2026-11-21T09:30:00+1", "yesterday",
        "2026-11-21T09:30:00+24:00", "2026-11-21T09:30:00+01:60", "2026-11-21T09:30:00Zjunk",
        "2026-11-21 ", " 2026-11-21", "-2026-11-21", "２０２６-11-21",
        "2026-11-21T09:30:00.1234567891Z",
    ])
    func whatIsNoTime(text: String) {
        #expect(Timestamp.milliseconds(text) == nil)
    }

    @Test(arguments: 0..<200)
    func everyTimeIsReadAsItWasWritten(seed: Int) {
        var random = SplitMix64(seed: seed)
        let milliseconds = Int64.random(
            in: -62_135_596_800_000...253_402_300_799_999, using: &random)
        let text = Timestamp.text(milliseconds: milliseconds)
        #expect(Timestamp.milliseconds(text) == milliseconds)
        let date = String(text.prefix(10))
        let endOfDay = Timestamp.milliseconds(date)
        #expect(endOfDay == Timestamp.milliseconds(date + "T23:59:59.999Z"))
        // Consecutive days have no gaps.
        #expect(
            endOfDay.map { Timestamp.text(milliseconds: $0 + 1).hasSuffix("T00:00:00.000Z") }
                == true)
    }
}
