import Checks
import Testing
import Texts
import Translation

/// Flags in gettext files name the notation of a text's placeholders.
struct FormatFlagTests {
    private static func found(_ flags: [String], _ source: String, _ target: String) -> [String] {
        let notations = PlaceholderNotations.implied.declared(by: flags)
        return Checks.common.findings(
            in: CheckSubject(
                source: Value(source), target: Value(target),
                categories: PluralCategories(cardinal: ["one", "other"], ordinal: ["other"]),
                notations: notations
            )
        ).filter { $0.check == "placeholders" }.map(\.severity.rawValue)
    }

    /// Notations that the flag does not declare are prose.
    @Test(arguments: [
        ("c-format", "%s: {name} is none", "%s: {Name} ist keiner"),
        ("c-format", "%s: set {{name}}", "%s: setze {{Name}}"),
        ("c-format", "%s: ${HOME} and $1", "%s: ${heim}"), ("c-format", "%d: :name", "%d: :Kopf"),
        ("c-format", "Page %1 of %d", "Seite von %d"), ("php-format", "%s: @user", "%s: @leute"),
        ("python-brace-format", "{0} is 100%d", "{0} ist 100"),
        ("kde-format", "%1 uses %s and {x}", "%1 verwendet das"),
        ("java-format", "{0} of $1", "{0}"), ("python-brace-format", "{0}: {{x}}", "{0}: {{y}}"),
        ("lisp-format", "~a {x} %d", "~a"),
        ("sh-format", "${name} has %d", "${name} hat alles"),
    ])
    func otherNotationsAreProse(flag: String, source: String, target: String) {
        #expect(Self.found([flag], source, target) == [])
        #expect(Self.found([], source, target) != [])
    }

    @Test(arguments: [
        ("c-format", "%s {name}", "{name}"), ("c-format", "{{%s}}", "{{}}"),
        ("objc-format", "%@ ist", "ist"), ("python-format", "%(name)s", "%(Name)s"),
        ("python-brace-format", "Press {Tab}", "Drücke {Tabulator}"),
        ("perl-brace-format", "{name}", "{Name}"), ("csharp-format", "{0:N2}", "{1:N2}"),
        ("javascript-format", "${ name } %s ${name}", "%s"), ("ruby-format", "%<n>d", "%d"),
        ("ruby-format", "%{n}", "%{m}"), ("qt-format", "Page %2", "Seite"),
        ("qt-plural-format", "%n", "n"), ("kde-format", "%1x of %2", "%2"),
        ("boost-format", "%1% %2%", "%1%"), ("sh-format", "${name}", "${Name}"),
    ])
    func declaredNotationsAreCompared(flag: String, source: String, target: String) {
        #expect(Self.found([flag], source, target) == ["error"])
    }

    @Test func severalFlagsAreDeclaredTogether() {
        let flags = ["python-format", "python-brace-format", "no-c-format"]
        #expect(Self.found(flags, "%(a)s {b}", "%(a)s") == ["error"])
        #expect(Self.found(flags, "%(a)s {b}", "{b}") == ["error"])
        #expect(Self.found(flags, "{b} {{c}}", "{b} {{d}}") == [])
    }

    /// If a flag excludes a notation, the others are still detected in the source.
    @Test func excludedNotationsAreProse() {
        #expect(Self.found(["no-c-format"], "Type %d", "Tippe %t") == [])
        #expect(Self.found(["no-c-format"], "Type %d {x}", "Tippe") == ["error"])
        #expect(Self.found(["no-c-format"], "100%% of %s", "100 % von %s") == [])
        #expect(Self.found(["no-python-brace-format"], "{x} %s", "%s") == [])
        #expect(Self.found(["no-kde-format"], "%1 of %2", "%1") == [])
    }

    @Test(arguments: ["fuzzy", "range: 0..10", "no-wrap", "x-format", "no-x-format", "-format"])
    func otherFlagsChangeNothing(flag: String) {
        #expect(PlaceholderNotations.implied.declared(by: [flag]) == .implied)
    }

    /// The project's setting applies in addition to the flags.
    @Test func aChoiceOfTheProjectIsKept() throws {
        let own = try PlaceholderNotations(words: ["symfony", "/#[a-z]+#/"])
            .declared(by: ["php-format"])
        func found(_ source: String, _ target: String) -> Bool {
            !NotationCheckTests.found(source, target, own).isEmpty
        }
        #expect(found("%s", "x"))
        #expect(found("%name%", "%Name%"))
        #expect(found("#name#", "#Name#"))
        #expect(!found("{name}", "{Name}"))
    }
}
