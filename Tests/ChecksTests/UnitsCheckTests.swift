import Testing
import Texts
import Translation

/// Names of units of time that denote another unit, or have the wrong form.
struct UnitsCheckTests {
    @Test(arguments: [
        // As in DurationPicker's catalog.
        ("pt-BR", "Seconds", "Minutos", "second", "minute"),
        ("de", "hours", "Minuten", "hour", "minute"),
        ("fr", "min", "h", "minute", "hour"), ("ja", "day", "か月", "day", "month"),
        ("ru", "weeks", "месяцев", "week", "month"),
    ])
    func anotherUnit(
        language: String, source: String, target: String, unit: String, other: String
    ) {
        #expect(
            messages("units", language, source, target) == [
                "The unit is \(unit) in the source, but \(other) in the translation."
            ])
    }

    @Test(arguments: [
        // As in DurationPicker's catalog: singular and plural are swapped.
        (
            "fi", "hour", "tuntia",
            "The source has the form for one unit, but the translation has the form for several."
        ),
        (
            "fi", "hours", "tunti",
            "The source has the form for several units, but the translation has the form for one."
        ),
        (
            "de", "Minute", "Minuten",
            "The source has the form for one unit, but the translation has the form for several."
        ),
    ])
    func anotherForm(language: String, source: String, target: String, message: String) {
        let found = findings("units", language, Value(source), Value(target))
        #expect(found.map(\.message) == [message])
        #expect(found.map(\.severity) == [.info])
    }

    @Test(arguments: [
        ("pt-BR", "Seconds", "Segundos"), ("fi", "hours", "tuntia"), ("fr", "hours", "heure"),
        ("nl", "hours", "urr"), ("en-GB", "secs", "sec"), ("de", "Second", "Zweite"),
        ("ru", "hours", "часа"), ("fr", "m", "mois"), ("de", "Wait a minute", "Stunde"),
        ("ja", "hour", "時間"), ("fi", "", "tunti"), ("qaa", "hour", "minute"), ("de", "hour", ""),
    ])
    func right(language: String, source: String, target: String) {
        #expect(messages("units", language, source, target) == [])
    }
}
