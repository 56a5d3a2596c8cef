import Interchange
import TestWorld
import Testing
import Texts
import Translation

/// gettext's own tools and Python's reader accept exported files, with the same texts.
struct POJudgeTests {
    private func entries(_ tag: String) throws -> [ExportEntry] {
        let source = try forms(["one": "%d file", "other": "%d files"])
        let categories = PluralRules.categories(of: tag, .cardinal).map(\.rawValue)
        let cases = categories.map { Value.Case($0, Value("%d \($0)")) }
        let all = try #require(Value.Choice(by: .plural, cases: cases))
        let long =
            "A long text with many words, \"quoted\" ones and a tab\t too, that needs more than one line of a file.\nAnd a second line."
        return [
            exported(
                "Open", Value("Open"), Value("Öffnen"),
                details: StringDetails(comment: "A\nB", references: ["a:1"])),
            exported("menu\u{4}Open", Value("Open"), Value("Auf")),
            exported("%d file", source, .choice(all)),
            exported("%d short", source, try forms(["other": "%d x"])),
            exported(long, Value(long), Value(long + " 日本語")),
            exported("Untranslated", Value("Untranslated"), nil),
        ]
    }

    @Test(
        .enabled(if: Tool.find("msgfmt") != nil, "gettext is not installed"),
        arguments: ["de", "ru", "ar", "fr", "ja", "cs", "lv", "cy", "qaa"])
    func gettextTakesThem(tag: String) throws {
        let sandbox = try Sandbox()
        let result = try GettextPO().write(
            try entries(tag), language: language(tag), options: options())
        #expect(result.unrepresentable.isEmpty)
        try sandbox.write(result)
        let path = "\(tag)/LC_MESSAGES/messages.po"
        let said = try sandbox.execute(
            try #require(Tool.find("msgfmt")), ["-c", "-o", "messages.mo", path])
        #expect(said.status == 0)
        #expect(said.errors.isEmpty, "\(said.errors)")
        #expect(try sandbox.judge(Tool.find("msgcat"), path) == result.text)
        let unformatted = try sandbox.judge(Tool.find("msgunfmt"), "messages.mo")
        #expect(unformatted.contains("msgctxt \"menu\"\nmsgid \"Open\"\nmsgstr \"Auf\""))
    }

    @Test(
        .enabled(if: Tool.find("msgfmt") != nil, "gettext is not installed"),
        arguments: ["en", "fr"])
    func gettextTakesTemplates(tag: String) throws {
        let sandbox = try Sandbox()
        let entries = try entries(tag).filter { !$0.string.key.contains("short") }.map {
            ExportEntry(string: $0.string, source: $0.source, value: $0.source)
        }
        let result = try GettextPO().write(
            entries, language: language(tag), options: options(isSource: true))
        #expect(result.files.map(\.path) == ["messages.pot"])
        try sandbox.write(result)
        let said = try sandbox.execute(
            try #require(Tool.find("msgfmt")), ["-c", "-o", "/dev/null", "messages.pot"])
        #expect(said.errors.isEmpty, "\(said.errors)")
        #expect(try sandbox.judge(Tool.find("msgcat"), "messages.pot") == result.text)
    }

    /// For each number, gettext finds the text of the number's category.
    @Test(
        .enabled(if: Tool.find("msgfmt") != nil, "gettext is not installed"),
        .enabled(if: Tool.python != nil, "python3 is not installed"),
        arguments: ["de", "ru", "ar", "fr", "pl", "ga", "lv", "sl", "ja"])
    func pythonFindsTheSameTexts(tag: String) throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            try GettextPO().write(try entries(tag), language: language(tag), options: options()))
        _ = try sandbox.judge(
            Tool.find("msgfmt"), "-o", "messages.mo", "\(tag)/LC_MESSAGES/messages.po")
        let numbers = Array(0...130) + [1000, 1_000_000]
        let said = try sandbox.judge(
            Tool.python, "-c",
            """
            import gettext
            t = gettext.GNUTranslations(open("messages.mo", "rb"))
            assert t.gettext("Open") == "Öffnen" and t.pgettext("menu", "Open") == "Auf"
            assert t.gettext("Untranslated") == "Untranslated"
            for n in \(numbers): print(t.ngettext("%d file", "", n))
            """)
        let expected = numbers.map {
            "%d \(PluralRules.category(for: $0, in: tag, .cardinal).rawValue)"
        }
        #expect(said.split(separator: "\n").map(String.init) == expected)
    }

    @Test(.enabled(if: Judge.hasToolkit, "translate-toolkit is not installed"))
    func translateToolkitReadsTheSame() throws {
        let sandbox = try Sandbox()
        let entries = try entries("ru")
        let result = try GettextPO().write(entries, language: language("ru"), options: options())
        try sandbox.write(result)
        let said = try sandbox.judge(
            Tool.python, "-c",
            """
            from translate.storage import po
            store = po.pofile.parsefile("ru/LC_MESSAGES/messages.po")
            for u in store.units:
                if not u.isheader(): print(repr((u.getcontext(), str(u.source), [str(s) for s in u.target.strings] if u.hasplural() else str(u.target), u.getlocations())))
            """)
        #expect(said.contains("('', 'Open', 'Öffnen', ['a:1'])\n('menu', 'Open', 'Auf', [])\n"))
        #expect(said.contains("('', '%d file', ['%d one', '%d few', '%d many'], [])"))
    }
}
