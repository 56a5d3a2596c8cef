import Checks
import TestKit
import Testing
import Texts
import Translation

struct PlaceholderCheckTests {
    @Test(arguments: [
        ("%@ has %d", "%2$d hat %1$@"), ("%1$@ %2$@", "%2$@ %1$@"), ("%d", "%i"), ("%.2f", "%.1f"),
        ("100% sure", "100% sûr"), ("50 % off", "50 % de rabais"), ("{", "("), ("%d%%", "%d %%"),
        ("{{a}} {{b}}", "{{b}} {{ a }}"), ("{a} {b}", "{b} {a}"), ("$t(a.b)", "« $t(a.b) »"),
        ("${x}", "${x} "), ("%{x}", "!%{x}"), ("Save", "Enregistrer"), ("%d% done", "%d% fertig"),
        ("{n, plural, one {{x}} other {{x}s}}", "{n, plural, one {{x}} few {{x}} other {{x}}}"),
        ("Value %(value)r is", "%(value)r ist"), ("By %r", "Von %r"), ("{name}", ""),
        ("%1$d", "%d"), ("%#@a@", "%#@a@"),
        ("$t(k, {\"count\": {{n}}})", "$t(k, {\"count\": {{n}} })"),
    ])
    func agrees(source: String, target: String) {
        #expect(findings("placeholders", Value(source), Value(target)) == [])
    }

    @Test(arguments: [
        ("Hi {{name}}", "Salut", "The translation lacks “{{name}}” from the source."),
        ("Hi", "Salut %@", "The translation has “%@”, which is not in the source."),
        ("%d files", "%@ files", "The translation lacks “%d” from the source, but has “%@”."),
        ("%d", "%lld", "The translation lacks “%d” from the source, but has “%lld”."),
        ("{a}", "{{a}}", "The translation lacks “{a}” from the source, but has “{{a}}”."),
        ("{name}", "{nom}", "The translation lacks “{name}” from the source, but has “{nom}”."),
        (
            "Value %(value)r", "Valor %(valor)r",
            "The translation lacks “%(value)r” from the source, but has “%(valor)r”."
        ),
        (
            "Ask %(user name)s", "Fragen Sie %(Name des Benutzers)s",
            "The translation lacks “%(user name)s” from the source, but has “%(Name des Benutzers)s”."
        ),
        ("By %r", "Von %s", "The translation lacks “%r” from the source, but has “%s”."),
        ("{a} {b}", "-", "The translation lacks “{a}” and “{b}” from the source."),
        ("{{a}}", "{{a}} {{a}}", "The translation has “{{a}}”, which is not in the source."),
        ("$t(a)", "$t(b)", "The translation lacks “$t(a)” from the source, but has “$t(b)”."),
        ("{{a}}", "{{a}", "The translation lacks “{{a}}” from the source, but has “{a}”."),
        ("%s %s", "%s", "The translation lacks “%s” from the source."),
        ("${x}", "$x", "The translation lacks “${x}” from the source."),
        ("%{x}", "% {x}", "The translation lacks “%{x}” from the source, but has “{x}”."),
        (
            "%@ has %d", "%d hat %@",
            "The placeholders are in a different order than in the source; number them, as in “%2$d”."
        ),
        (
            "%d is 100%%", "%d sind 100 %",
            "A percent sign must be written “%%” here, as in the source."
        ),
        (
            "e\u{301} {e\u{301}}", "{\u{e9}}",
            "The translation lacks “{e\u{301}}” from the source, but has “{\u{e9}}”."
        ),
    ])
    func differs(source: String, target: String, message: String) {
        #expect(
            findings("placeholders", Value(source), Value(target)) == [
                Finding(check: "placeholders", severity: .error, message: message)
            ])
    }

    @Test(arguments: [("{{v, number}}", "{{v}}"), ("{{- v}}", "{{v}}"), ("{v, number}", "{v}")])
    func warnsOfAnotherFormat(source: String, target: String) {
        #expect(
            findings("placeholders", Value(source), Value(target)) == [
                Finding(
                    check: "placeholders", severity: .warning,
                    message: "The translation formats “\(source)” from the source as “\(target)”.")
            ])
    }

    @Test func formsAreComparedByCase() {
        let source = plural(["one": "one file of {{who}}", "other": "{{count}} files of {{who}}"])
        let right = plural([
            "=0": "rien de {{who}}", "one": "{{count}} fichier de {{who}}",
            "many": "{{count}} de {{who}}", "other": "{{count}} fichiers de {{who}}",
        ])
        #expect(findings("placeholders", source, right) == [])
        let wrong = plural(["one": "un fichier", "few": "quelques {{who}}", "other": "{{who}}"])
        #expect(
            findings("placeholders", source, wrong).map(\.path) == [["one"], ["few"], ["other"]])
    }

    /// A form whose placeholder has another notation is named, with what belongs there.
    @Test func aFormSaysWhatStandsThere() {
        let source = plural(["one": "{{count}} item", "other": "{{count}} items"])
        let wrong = plural(["one": "ein Ding", "other": "{count} Dinge"])
        #expect(
            findings("placeholders", source, wrong).map(\.message) == [
                "The form “other” has “{count}” where “{{count}}” belongs."
            ])
        let missing = plural(["one": "ein Ding", "other": "Dinge"])
        #expect(
            findings("placeholders", source, missing).allSatisfy { $0.message.contains("lacks") })
    }

    @Test(arguments: [
        (plural(["one": "%d file", "other": "%d files"]), plural(["one": "un", "other": "%d"])),
        (plural(["one": "{n} a", "other": "{n} b"]), plural(["zero": "-", "other": "{n}"])),
        (
            plural(["one": "{x} a", "other": "{x} b"], argument: "x"),
            plural(["two": "b", "other": "{x}"])
        ),
        (plural(["one": "{0}", "other": "{0}s"]), plural(["one": "a", "other": "{0}"])),
        (
            plural(["one": "%(hits)s hit", "other": "%(hits)s hits"]),
            plural(["zero": "keine", "one": "ein", "other": "%(hits)s"])
        ),
        (Value("{{count}} items"), plural(["one": "one", "other": "{{count}}"])),
        (plural(["one": "one", "other": "{{count}} items"]), Value("{{count}}")),
        (
            plural(["one": "%2$@: one", "other": "%2$@: %1$d"]),
            plural(["one": "%2$@: 1", "other": "%2$@: %d"])
        ),
        (
            choice(.select, ["male": "He {x}", "other": "They {x}"]),
            choice(.select, ["female": "{x}", "other": "{x}"])
        ),
        (Value.list([Value("{a}"), Value("{b}")]), Value.list([Value("{a}"), Value("{b}")])),
    ])
    func countMayBeLeftOut(source: Value, target: Value) {
        #expect(findings("placeholders", source, target) == [])
    }

    @Test(arguments: [
        // With two integers, either could be the number.
        (plural(["other": "%d of %d"]), plural(["one": "one of %2$d", "other": "%d of %d"])),
        (plural(["other": "{{n}} {{count}}"], argument: "count"), plural(["one": "{{count}}"])),
        // The first argument is the number: a lone `%@` would read it.
        (plural(["other": "%d files in %@"]), plural(["one": "a file in %@"])),
        (plural(["one": "one", "other": "{{count}}"]), Value("some")),
        (Value.list([Value("a"), Value("{b}")]), Value.list([Value("a"), Value("b")])),
    ])
    func othersMayNotBe(source: Value, target: Value) {
        #expect(findings("placeholders", source, target).count == 1)
    }

    /// “{Tab}” may be a word; “{name}” is a placeholder.
    @Test(arguments: [
        ("{Tab}\t9\t{Space}\t32", "{Таб}\t9\t{Пробел}\t32", Finding.Severity.warning),
        ("{None}", "{Aucun(e)}", .warning), ("{None}", "Aucun", .error),
        ("{name}", "{nom}", .error), ("{userName}", "{nomUsuario}", .error),
        ("{URL}", "{Adresse}", .error),
    ])
    func wordsInBraces(source: String, target: String, severity: Finding.Severity) {
        let found = findings("placeholders", Value(source), Value(target))
        #expect(found.map(\.severity) == [severity])
    }

    @Test func whichOfTwoIntegersIsTheNumberIsNotKnown() {
        let source = plural(["one": "%d%% of %d file", "other": "%d%% of %d files"])
        let target = plural(["one": "%d%% of one", "other": "%d%% of %d"])
        #expect(findings("placeholders", source, target).map(\.severity) == [.warning])
    }

    @Test func formatsAreComparedByVariable() throws {
        func files(_ one: String, _ other: String) throws -> Value.Choice {
            try #require(
                Value.Choice(
                    by: .plural, cases: [.init("one", Value(one)), .init("other", Value(other))]))
        }
        func format(_ text: String, _ choice: Value.Choice) -> Value {
            .format(.init(text), [.init(name: "files", spec: "lld", choice: choice)])
        }
        let source = format("%#@files@ in %2$@", try files("%arg file", "%arg files"))
        #expect(
            findings(
                "placeholders", source,
                format("%2$@: %#@files@", try files("eine", "%arg Dateien"))) == [])
        #expect(
            findings("placeholders", source, format("%#@files@", try files("%arg", "x")))
                .map(\.path) == [[], ["files", "other"]])
        #expect(findings("placeholders", source, Value("%2$@: %1$lld")) == [])
        #expect(findings("placeholders", source, Value("%2$@")).count == 1)
        #expect(
            findings("placeholders", Value("%lld in %2$@"), source) == [])
    }

    @Test(arguments: 0..<300)
    func aTextAgreesWithItself(seed: Int) {
        var random = TextGenerator(state: UInt64(seed))
        let text = random.text()
        let same = Checks.common.findings(
            in: CheckSubject(
                source: Value(text), target: Value(text),
                categories: PluralCategories(cardinal: ["one", "other"], ordinal: ["other"])))
        #expect(same.allSatisfy { $0.check == "unchanged" })
    }

    @Test(arguments: 0..<200)
    func anyTwoTextsAreCompared(seed: Int) {
        var random = TextGenerator(state: UInt64(seed) &+ 1_000)
        let (a, b) = (random.text(), random.text())
        let there = findings("placeholders", Value(a), Value(b)).filter { $0.severity == .error }
        let again = findings("placeholders", Value(a), Value(b)).filter { $0.severity == .error }
        #expect(there == again)
        #expect(there.count <= 2)
    }
}
