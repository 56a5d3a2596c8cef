import Testing
import Texts
import Translation

struct MessageFormatTests {
    private static let source = "{n, plural, one {# file} other {# files}}"

    @Test(arguments: [
        ("de", source, "{n, plural, one {# Datei} other {# Dateien}}"),
        ("ja", source, "{n, plural, other {#個}}"), ("ja", source, "{n}個"),
        ("fr", source, "{n, plural, =0 {rien} one {# f} many {# f} other {# f}}"),
        ("pl", source, "{n, plural, one {a} few {b} many {c} other {d}}"),
        (
            "de", "{who, select, male {he} female {she} other {they}}",
            "{who, select, male {er} female {sie} other {sie}}"
        ),
        ("de", "{d, date, short} isn't", "{d, date, long}"), ("de", "{a}, {b}", "{a"),
        ("de", "a {b, c} d", "x"), ("de", "{{a, b}}", "{"),
        ("de", "{n, plural, =0 {no} =1 {one} other {#}}", "{n, plural, =0 {0} =1 {1} other {#}}"),
        ("fr", source, "{n, plural, =0 {zéro} =1 {un} many {# de} other {#}}"),
        (
            "de", "{n, plural, offset:1 one {# more} other {# more}}",
            "{n, plural, offset:1 =2 {zwei} other {#}}"
        ),
        (
            "fr", "{n, plural, one {#} other {#}} {who}",
            "{n, plural, one {#} many {#} other {#}} d’{who}"
        ),
        (
            "fr", "{n, plural, one {#} other {#}} {who}",
            "{n, plural, one {#} many {#} other {#}} d''{who}"
        ),
        ("de", "{n, number} '{who}'", "{n, number} '{who}'"), ("fr", "Open {who}", "L'{who}"),
        ("ru", source, "{n, plural, =1 {один} one {#} few {#} many {#} other {#}}"),
        ("de", "{n, number}", "{n}"), ("de", "'{n, plural}' {x}", "{x"),
        (
            "en-GB", "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}",
            "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}"
        ),
    ])
    func agrees(language: String, source: String, target: String) {
        #expect(messages("message-format", language, source, target) == [])
    }

    @Test(arguments: [
        (
            "de", source, "{n, plural, one {# Datei}}",
            "A plural or select lacks “other”, which ICU requires.", Finding.Severity.error
        ),
        (
            "de", source, "{n, plural, one {# Datei} other {# Dateien}",
            "ICU cannot read the message at “ one {# Datei} other”.", .error
        ),
        (
            "de", source, "{n, plural, one # Datei other {# Dateien}}",
            "ICU cannot read the message at “one # Datei other {#”.", .error
        ),
        (
            "de", source, "{n, select, one {a} other {b}}",
            "The source formats “n” as plural, but the text formats it as select.", .error
        ),
        (
            "pl", source, "{n, plural, one {a} other {b}}",
            "The plural by “n” lacks “few” and 1 more.", .warning
        ),
        (
            "ru", source, "{n, plural, =0 {a} =1 {b} few {#} many {#} other {#}}",
            "The plural by “n” lacks “one”.", .warning
        ),
        (
            "de", "{n, plural, offset:1 one {#} other {#}}",
            "{n, plural, offset:1 =1 {eins} other {#}}", "The plural by “n” lacks “one”.", .warning
        ),
        (
            "ru", source, "{n, plural, one {один} few {#} many {#} other {#}}",
            "The branch “one” of the plural by “n” applies to 1, 21, 31 and similar numbers, but does not show the number.",
            .warning
        ),
        (
            "fr", "{n, number} for {who}", "{n, number} d'{who}",
            "An apostrophe quotes “{who}”, so the app shows the name instead of the value; write “''” or “’”.",
            .error
        ),
        (
            "fr", "It''s {who}", "C''est l'{who}",
            "An apostrophe quotes “{who}”, so the app shows the name instead of the value; write “''” or “’”.",
            .error
        ),
        (
            "ja", source, "{n, plural, one {a} other {b}}",
            "The plural by “n” has “one”, which the language does not use.", .warning
        ),
        (
            "de", source, "{n} Dateien",
            "The source has a plural by “n”, but the text is the same for all numbers.", .warning
        ),
        (
            "de", "{w, select, male {he} other {they}}",
            "{w, select, Mann {er} male {er} other {x}}",
            "The select by “w” has “Mann”, which the source does not have.", .warning
        ),
    ])
    func differs(
        language: String, source: String, target: String, message: String,
        severity: Finding.Severity
    ) {
        let found = findings("message-format", language, Value(source), Value(target))
        #expect(found.map(\.message) == [message])
        #expect(found.map(\.severity) == [severity])
    }
}
