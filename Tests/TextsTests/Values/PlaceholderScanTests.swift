import Testing

@testable import Texts

/// Placeholders, and similar texts that are prose.
struct PlaceholderScanTests {
    @Test(arguments: [
        "100% sure", "50 % off", "100%", "%", "% d", "100% discount", "{", "}", "{ }", "{{",
        "{{ }}", "%50si", "%50 indirim", "100%-ig", "100%sure", "100 % de réduction", "$5", "${",
        "$t",
        "$t(", "$t()", "{see below}", "{red, green}", "a { color: red }", "{a: b}", "5 %.",
        "%20discount",
        "https://example.org/a%2Fb%E2%80%99c", "%{", "%{ }", "${a b}", "{注意：}", "%-d", "%%",
        "100%%",
        "{{ {a b} }}", "{{a b", "%#@", "%#@a b@", "%( )s", "5 %(or so)directly", "%(a) sure",
        "20 %rabatt", "%(a(b))s", "%(\(String(repeating: "n", count: 101)))s",
    ])
    func isProse(text: String) {
        #expect(PlaceholderScan(text).placeholders.map(\.text) == [])
    }

    @Test(arguments: [
        ("%@ %d", ["%@", "%d"]), ("%1$@ and %2$lld", ["%1$@", "%2$lld"]), ("%.2f%%", ["%.2f"]),
        ("%02d:%02d", ["%02d", "%02d"]), ("%dpx", ["%d"]), ("%5d items", ["%5d"]),
        ("50%s", ["%s"]), ("%-10s|", ["%-10s"]), ("%*d", ["%*d"]), ("%'d", ["%'d"]),
        ("%(name)s is %(age)d", ["%(name)s", "%(age)d"]),
        ("Value %(value)r is", ["%(value)r"]), ("Flag by %r.", ["%r"]), ("%.10r", ["%.10r"]),
        ("%(user name)s, %(last-name)s", ["%(user name)s", "%(last-name)s"]),
        ("%(größe)s %(count) d", ["%(größe)s", "%(count) d"]), ("%(x)08.3fs", ["%(x)08.3f"]),
        ("%#@files@ left", ["%#@files@"]),
        ("%1$#@a@", ["%1$#@a@"]), ("%arg files", ["%arg"]), ("%a.", ["%a"]), ("%ld%%", ["%ld"]),
        ("{{name}}", ["{{name}}"]), ("{{- html}}", ["{{- html}}"]),
        ("{{v, number}}", ["{{v, number}}"]), ("{{{x}}}", ["{{x}}"]), ("{{a.b}}s", ["{{a.b}}"]),
        ("$t(menu.save)!", ["$t(menu.save)"]),
        ("$t(key, {\"count\": {{n}} })", ["$t(key)", "{{n}}"]), ("{name}", ["{name}"]),
        ("{0} of { 1 }", ["{0}", "{ 1 }"]), ("{}", ["{}"]), ("{{}}", ["{}"]),
        ("{0:N2}", ["{0:N2}"]),
        ("{n, number, ::percent}", ["{n, number, ::percent}"]), ("{имя}", ["{имя}"]),
        ("${x} ${a.b}", ["${x}", "${a.b}"]), ("%{x}", ["%{x}"]), ("{{a}} {b}", ["{{a}}", "{b}"]),
        ("{ {a}", ["{a}"]), ("100% of {a}", ["{a}"]),
        (
            "{n, plural, one {# of {x}} other {# of {x} and {y}}}",
            ["{n, plural, one {# of {x}} other {# of {x} and {y}}}", "{x}", "{y}"]
        ),
        (
            "{g, select, male {He} other {{n, plural, other {They {x}}}}}",
            [
                "{g, select, male {He} other {{n, plural, other {They {x}}}}}",
                "{n, plural, other {They {x}}}", "{x}",
            ]
        ),
    ])
    func isPlaceholder(text: String, expected: [String]) {
        #expect(PlaceholderScan(text).placeholders.map(\.text) == expected)
    }

    @Test func conversionsAreNamedByTheirArgument() {
        let names = { (text: String) in PlaceholderScan(text).placeholders.map(\.name) }
        #expect(names("%@ %d %%%s") == ["1", "2", "3"])
        #expect(names("%2$@ %1$d") == ["2", "1"])
        #expect(names("%*d %s") == ["2", "3"])
        #expect(names("%(a)s %d") == ["a", "1"])
    }

    @Test func deepNestingIsBounded() {
        let depth = 20_000
        let hostile =
            String(repeating: "{a, plural, other {", count: depth)
            + String(repeating: "}}", count: depth)
        #expect(PlaceholderScan(hostile).placeholders.count == PlaceholderScanner.maximumDepth + 1)
        for piece in ["{{", "$t(", "%#@", "${", "{a:", "<a x=\""] {
            let text = String(repeating: piece, count: depth)
            let count = PlaceholderScan(text).placeholders.count
            #expect(count == 0)
        }
    }
}
