import Foundation
import Languages
import TestKit
import Testing

@Suite("Names of units")
struct UnitNamesTests {
    /// DurationPicker's texts for hours, minutes and seconds, for 0, 1 and more.
    static let rows = FixtureTable.rows("duration-units", in: .module)

    @Test func fixtureIsThere() { #expect(Self.rows.count == 38) }

    @Test(
        "Numbers and spaces are taken out",
        arguments: [
            ("hour", 0, .full, "de", "Stunden"), ("hour", 1, .full, "de", "Stunde"),
            ("hour", 2, .full, "ar", "ساعتان"), ("minute", 2, .short, "ja", "分"),
            ("second", 1, .narrow, "fr", "s"),
            ("hour", 1, .narrow, "de", "h"), ("hour", 2, .narrow, "de-AT", "h"),
            ("hour", 1, .short, "de", "Std."), ("minute", 1, .narrow, "de", "Min."),
            ("hour", 0, .full, "fr", "heure"),
            ("hour", 1, .full, "sw", "saa"), ("second", 2, .short, "en-GB", "secs"),
            ("hour", 2, .full, "zh-HK", "小時"), ("week", 2, .full, "fi", "viikkoa"),
        ] as [(String, Int, UnitNames.Width, String, String)])
    func names(unit: String, number: Int, width: UnitNames.Width, tag: String, name: String) {
        #expect(UnitNames.name(of: unit, for: number, width, in: tag) == name)
    }

    @Test("What CLDR doesn't have is nothing")
    func nothing() {
        #expect(UnitNames.name(of: "hour", for: 1, .full, in: "x-own") == nil)
        #expect(UnitNames.name(of: "hour", for: 1, .full, in: "qaa") == nil)
        #expect(UnitNames.name(of: "parsec hour", for: 1, .full, in: "en") == nil)
        #expect(UnitNames.name(of: "hour", for: 10, .full, in: "en") == nil)
        #expect(UnitNames.durations.contains("hour"))
        #expect(UnitNames.durations.contains("millisecond"))
    }

    @Test("Every language of CLDR has hours, minutes and seconds in every width")
    func everywhere() {
        for tag in CLDR.availableTags {
            for unit in ["hour", "minute", "second"] {
                for width in UnitNames.Width.allCases {
                    guard let name = UnitNames.name(of: unit, for: 2, width, in: tag) else {
                        Issue.record("\(tag) \(unit) \(width)")
                        continue
                    }
                    #expect(!name.contains("2") && !name.isEmpty)
                }
            }
        }
    }

    @Test("The width of a text is known from it")
    func widths() {
        #expect(UnitNames.width(of: [(2, "hours")], unit: "hour", in: "en") == .full)
        #expect(UnitNames.width(of: [(0, "min"), (2, "min")], unit: "minute", in: "en") == .short)
        #expect(UnitNames.width(of: [(2, "Minuten")], unit: "minute", in: "de") == .full)
        #expect(UnitNames.width(of: [(2, "m")], unit: "minute", in: "en") == .narrow)
        #expect(UnitNames.width(of: [(2, "urr")], unit: "hour", in: "nl") == nil)
        #expect(UnitNames.width(of: [], unit: "hour", in: "nl") == nil)
        // Two of three forms are swapped in the catalog.
        #expect(
            UnitNames.width(
                of: [(0, "tuntia"), (1, "tuntia"), (2, "tunti")], unit: "hour", in: "fi")
                == .full)
    }

    /// Languages whose catalog deviates from the rule or from this version of CLDR.
    ///
    /// - `el`: minutes are written out, seconds are short.
    /// - `en-AU`, `nl`: another version of CLDR had `min.` and `sec.`.
    /// - `hu`, `th`: minutes are written out (`perc`) or alike in two widths, seconds are short in one and
    ///   full in the other.
    /// - `pt-BR`: another version of CLDR had `seg`.
    static let exceptions: Set<String> = ["el", "en-AU", "hu", "nl", "pt-BR", "th"]

    /// The rule by which DurationPicker's authors chose the seconds: the width of the minutes.
    @Test("The width of the minutes gives the seconds of real catalogues", arguments: rows)
    func secondsFollowMinutes(row: [String]) {
        let minutes = (0...2).map { (number: $0, text: row[4 + $0]) }
        let width = UnitNames.width(of: minutes, unit: "minute", in: row[0]) ?? .short
        let seconds = (0...2).map {
            UnitNames.name(of: "second", for: $0, width, in: row[0]) ?? "-"
        }
        #expect((seconds == Array(row[7...9])) != Self.exceptions.contains(row[0]))
    }

    @Test("A table has every name with its units and numbers")
    func tables() {
        let german = UnitNames.all(in: "de")
        #expect(german["stunde"] == ["hour": [1]])
        #expect(german["stunden"]?["hour"] == [0, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(UnitNames.all(in: "en")["m"].map { Set($0.keys) } == ["minute", "month"])
        #expect(UnitNames.all(in: "qaa").isEmpty)
    }

    @Test("A name beside a number never says the number")
    func besideNumbers() {
        let arabic = UnitNames.nameBesideNumber(of: "hour", for: 2, .full, in: "ar")
        #expect(arabic?.name == "ساعات" && arabic?.number == 3)
        let german = UnitNames.nameBesideNumber(of: "hour", for: 2, .full, in: "de")
        #expect(german?.name == "Stunden" && german?.number == 2)
        let one = UnitNames.nameBesideNumber(of: "hour", for: 1, .full, in: "ar")
        #expect(one?.name == "ساعة" && one?.number == 1)
        #expect(UnitNames.nameBesideNumber(of: "hour", for: 12, .full, in: "de") == nil)
    }
}
