import Testing
import Texts
import Translation

@testable import Checks

/// Placeholders of notations that could also be prose.
struct NotationCheckTests {
    static func found(
        _ source: Value, _ target: Value, _ notations: PlaceholderNotations = .implied
    ) -> [String] {
        Checks.common.findings(
            in: CheckSubject(
                source: source, target: target,
                categories: PluralCategories(cardinal: ["one", "other"], ordinal: ["other"]),
                notations: notations
            )
        ).filter { $0.check == "placeholders" }.map(\.message)
    }

    static func found(
        _ source: String, _ target: String, _ notations: PlaceholderNotations = .implied
    ) -> [String] { found(Value(source), Value(target), notations) }

    @Test(arguments: [
        ("Page %1 of %2", "Seite %1"), ("Page %1 of %2", "Seite 1% von %2"),
        ("Page %L1", "Seite"), ("%n files", "Dateien"), ("Hello %name%", "Hallo %Name%"),
        ("On %date% by %user%", "Am %date%"), ("Hello %name%", "Hallo"),
        ("Step :current of :total", "Schritt :current von :gesamt"), ("At :count, go", "Geh"),
        ("Hello {{ name | upper }}", "Hallo {{ Name | upper }}"),
        ("Hello {{ name| upper }}", "Hallo {{ Name| upper }}"),
        ("Hello {{ name|upper }}", "Hallo {{ Name|upper }}"), ("Hello {$name}", "Hallo {$Name}"),
        ("{ $n :number } files", "Dateien"),
        ("%<done>d of %<total>d", "%<done>d von %<gesamt>d"), ("%<n>.2f kg", "%<n>s kg"),
        ("Hello @name", "Hallo @Name"), ("{n, plural, one {# of %1} other {# of %1}}", "#"),
    ])
    func isFoundBesideASourceThatHasIt(source: String, target: String) {
        #expect(!Self.found(source, target).isEmpty)
    }

    @Test(arguments: [
        ("Page %1 of %2", "%2: Seite %1"), ("%L1", "%1"), ("Hello %name%", "Hallo %name%"),
        (":name is gone", ":Name ist weg"), ("Step :current", "ステップ:current中"),
        ("Hello {{ name | upper }}", "{{ name | upper }}, hallo"), ("Hello {$name}", "{$name}!"),
        ("%<n>d files", "%<n>d Dateien"), ("Hello @name", "@name、こんにちは"),
        // Prose.
        ("Sale", "20 %1"), ("Call", "Ruf @mara"), ("Smile :smile:", "Lächle"),
        ("Mail a@example.org", "Mail an b@example.org"), ("a:b", "c:d"), ("a%20b", "a b"),
        ("%dx%d", "%d×%d"), ("%lld%lld", "%lld, %lld"), ("%d%%", "%d %%"), ("%E2%80%A6", "…"),
        ("{{lc:a|b}}", "{{lc:c|d}}"), ("{{foo|bar}}", "{{foo|baz}}"), ("http://a.b:port", "x"),
        ("Good: see", "Bien :voir"), ("Note", ":note"), ("%@name", "%@"), ("$1 :D", "$1"),
        (":See also", "Siehe"), ("%m/%d/%y", "%d.%m.%y"), ("%d-%m-%y", "%d/%m/%y"),
        ("%s: remove %<PRIuMAX> argument?", "%s: Argument %<PRIuMAX> entfernen?"),
    ])
    func isNotFound(source: String, target: String) {
        #expect(Self.found(source, target) == [])
    }

    /// If the project sets a notation, it also applies to texts that would otherwise be prose or
    /// printf.
    @Test(arguments: [
        ("drupal", "By %name", "Von", true), ("drupal", "By %name", "Von %name", false),
        ("drupal", "Hello !user", "Hallo !nutzer", true),
        ("drupal", "Hello !user!", "!user!", false),
        ("qt", "%1s ago", "vor %1 s", false), ("qt", "%1s ago", "vor s", true),
        ("qt", "%1d view", "%1-мерная", false), ("qt", "%1$s", "x", true),
        ("laravel", "{1}:count week|]1,Inf[:count weeks", ":count Woche|:count Wochen", false),
        ("laravel", "{0} none|[1,*] :count", "{0} nichts|[1,*] einige", true),
        ("laravel", "Week {1}", "Woche", true),
    ])
    func aChosenNotationHasMore(
        notation: String, source: String, target: String, isFound: Bool
    ) throws {
        let notations = try PlaceholderNotations(words: [notation])
        #expect(Self.found(source, target, notations).isEmpty != isFound)
    }

    /// Symfony and Laravel separate plural forms with bars, and the number of forms depends on the
    /// language.
    @Test(arguments: [
        ("A {{ n }} file|{{ n }} files", "{{ n }} plik|{{ n }} pliki|{{ n }} plików", false),
        ("In %n% minutes.", "Za %n% minutu.|Za %n% minuty.|Za %n% minut.", false),
        (":n file|:n files", ":n Datei|:n Dateien", false),
        ("One file|{{ n }} files", "Ein|{{ N }} Dateien", true), ("%s | %s", "%s", true),
        ("{{ n }}, {{ n }}|{{ n }}", "{{ n }}|{{ n }}", true), ("{a|b} %n%", "{a|b}", true),
    ])
    func pipedFormsAreAlternatives(source: String, target: String, isFound: Bool) {
        #expect(Self.found(source, target).isEmpty != isFound)
    }

    /// In a translation of KDE, only the text before the script is compared.
    @Test func scriptsOfKDEAreNoText() {
        #expect(Self.found("Save %1", "%1 speichern|/|$[gen %1] speichern") == [])
        #expect(!Self.found("Save %1", "Speichern|/|$[gen %1] speichern").isEmpty)
        #expect(!Self.found("a|/|%1", "b|/|").isEmpty)
    }

    /// printf reads a numbered argument each time it occurs.
    @Test func numberedArgumentsMayBeRepeated() {
        #expect(Self.found("Base%d of %s", "Base%1$d, base%1$d: %2$s") == [])
        #expect(!Self.found("Base%d of %s", "Base%d, base%d: %s").isEmpty)
        #expect(!Self.found("Base%d of %s", "%2$s, %2$s").isEmpty)
        #expect(!Self.found("Base%d", "Base%1$d: %2$s").isEmpty)
    }

    @Test func aFormatThatDiffersIsAWarning() {
        let findings = findings(
            "placeholders", Value("{{ n | upper }}"), Value("{{ n | lower }}"))
        #expect(findings.map(\.severity) == [.warning])
    }

    @Test func aFormForManyNumbersShowsWhich() {
        let source = plural(["one": "One file", "other": "%1 files"])
        #expect(Self.found(source, plural(["one": "Eine Datei", "other": "%1 Dateien"])) == [])
        #expect(Self.found(source, plural(["one": "%1 Datei", "other": "%1 Dateien"])) == [])
        #expect(!Self.found(source, plural(["one": "Eine Datei", "other": "Dateien"])).isEmpty)
    }

    @Test func aChoiceOfNotationsCountsOnBothSides() throws {
        let symfony = try PlaceholderNotations(words: ["symfony"])
        #expect(!Self.found("Hello", "Hallo %name%", symfony).isEmpty)
        #expect(Self.found("Hello @name", "Hallo", symfony) == [])
        let jinja = try PlaceholderNotations(words: ["jinja"])
        #expect(!Self.found("Hello {{name|upper}}", "Hallo {{Name|upper}}", jinja).isEmpty)
        #expect(Self.found("Hello {{name|upper}}", "{{name|upper}}, hallo", jinja) == [])
        let none = try PlaceholderNotations(words: [])
        #expect(Self.found("Page %1", "Seite", none) == [])
        #expect(!Self.found("Page {n}", "Seite", none).isEmpty)
        let own = try PlaceholderNotations(words: [#"/\[\w+\]/"#])
        #expect(!Self.found("Hello [name]", "Hallo [Name]", own).isEmpty)
        #expect(!Self.found("Hello", "Hallo [Name]", own).isEmpty)
        #expect(Self.found("Hello [name]", "[name], hallo", own) == [])
        #expect(Self.found("Hello [name]", "Hallo [Name]") == [])
    }

    @Test func theirMarksProtectThem() throws {
        let parts = { ProtectedPart.parts(of: $0, source: $1).map(\.range) }
        #expect(parts("Seite %1", "Page %1") == [6..<8])
        #expect(parts("Ruf @mara", "Call") == [])
        let own = try PlaceholderNotations(words: ["/#[a-z]+#/"])
        let marked = ProtectedPart.parts(of: "Hallo #name#", source: "Hi #name#", notations: own)
        #expect(marked.map(\.range) == [6..<12])
        var pseudo = PseudoLocalization([.accented])
        pseudo.notations = own
        #expect(pseudo.text(of: "Hi #name#").hasSuffix(" #name#"))
    }
}
