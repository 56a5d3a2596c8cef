import Suggestions
import Testing
import Texts

@Suite struct ProtectionTests {
    @Test(arguments: [
        ("You have %d new messages", ["%d"]),
        ("%1$@ sent %2$@ to %@", ["%1$@", "%2$@", "%@"]),
        ("100% sure, 50 % done, 5%% off", ["%%"]),
        ("%(name)s and %#@files@, %-5.2f, %ld", ["%(name)s", "%#@files@", "%-5.2f", "%ld"]),
        ("Hello {name}, {{count}} left", ["{name}", "{{count}}"]),
        (
            "{n, plural, one {# file} other {# files}} deleted",
            ["{n, plural, one {# file} other {# files}}"]
        ),
        (
            "See $t(common:ok, {\"a\": 1}) and ${x} for $1",
            ["$t(common:ok, {\"a\": 1})", "${x}", "$1"]
        ),
        ("A <b>bold</b><br/> word, a < b", ["<b>", "</b>", "<br/>"]),
        (
            "<a href=\"x>y\">here</a> <!-- no > word -->",
            ["<a href=\"x>y\">", "</a>", "<!-- no > word -->"]
        ),
        ("AT&amp;T &#8211; &nbsp; R&D", ["&amp;", "&#8211;", "&nbsp;"]),
        (
            "Go to https://example.org/a?b=1, or mailto:me@example.org.",
            ["https://example.org/a?b=1", "mailto:me@example.org"]
        ),
        ("Line one\\nLine two\\t", ["\\n", "\\t"]),
        (
            "See [[Help:Me|the help]] or [[Special:All]], [x] a[[1]",
            ["[[Help:Me|", "]]", "[[Special:All]]"]
        ),
        (
            "%(value)r, %r, %(user name)s, %{name}, %1$#@files@, %arg",
            ["%(value)r", "%r", "%(user name)s", "%{name}", "%1$#@files@", "%arg"]
        ),
        (
            "<1>a</1> <2/>, I <3 you, '''bold''' and l''avis",
            ["<1>", "</1>", "<2/>", "'''", "'''"]
        ),
        // `$1` is a parameter of MediaWiki, while an amount is prose.
        ("From $1.50 to $100, or $1 in US$5", ["$1", "$5"]),
        ("An open { brace and a lone < or %", []),
    ])
    func placeholdersAreFound(text: String, placeholders: [String]) {
        #expect(ProtectedText(text).placeholders == placeholders)
    }

    /// The project's own notation is protected from the engine.
    @Test func ownPlaceholdersAreFound() throws {
        let own = try PlaceholderNotations(words: ["/#[a-z]+#/"])
        let text = ProtectedText("Save #file# now", notations: own)
        #expect(text.placeholders == ["#file#"])
        #expect(text.encoded(as: .elements).contains("Save <x id=\"1\"/> now"))
        #expect(
            try text.restored(from: "Jetzt <x id=\"1\"/> sichern", as: .elements)
                == "Jetzt #file# sichern")
        #expect(throws: TranslationError.self) {
            try text.restored(from: "Jetzt sichern", as: .elements)
        }
        #expect(ProtectedText("Save #file# now").placeholders == [])
    }

    private static let texts = [
        "You have %d new messages", "  {name}: <b>bold</b> & more\n", "&File", "E&xit now", "_Open",
        "a < b > c [d] ^e$ / @ \\ {x} ~f~", "Tabs\tand\n\nlines  and\u{A0}blanks", "x\u{0}y",
        "<x id=\"1\"/> of XLIFF", "Ünïcödé 漢字 😀 é",
    ]

    /// With an engine that repeats its input, the output equals the input.
    @Test(arguments: texts, [ProtectionMarkup.elements, .xml, .superblanks, .none])
    func anEchoIsTheText(text: String, markup: ProtectionMarkup) throws {
        let protected = ProtectedText(text)
        #expect(try protected.restored(from: protected.encoded(as: markup), as: markup) == text)
    }

    @Test func enginesSeeNumbersForPlaceholders() {
        let text = ProtectedText(" <b>%d</b> & {x} ")
        #expect(
            text.encoded(as: .elements) == "<x id=\"1\"/><x id=\"2\"/><x id=\"3\"/> & <x id=\"4\"/>"
        )
        #expect(
            text.encoded(as: .xml) == "<x id=\"1\"/><x id=\"2\"/><x id=\"3\"/> &amp; <x id=\"4\"/>")
        #expect(text.encoded(as: .superblanks) == "[<0>][<1>][<2>] & [<3>].[]")
        #expect(!ProtectedText("%d: {x} <br> 100").hasWords)
        #expect(text.encoded(as: .none) == "<b>%d</b> & {x}")
    }

    @Test(arguments: [
        "Tienes <x id=\"1\"/> mensajes de <x id=\"2\"/>",
        "Tienes < X ID = '1' / > mensajes de <x id=“2”></x>",
        "De <x id=\"2\"/> tienes <x id=\"1\"></x>",
    ])
    func elementsAreReadHoweverTheyAreWritten(translation: String) throws {
        let text = ProtectedText("You have %1$d messages of %2$@")
        let restored = try text.restored(from: translation, as: .elements)
        #expect(restored.contains("%1$d") && restored.contains("%2$@") && !restored.contains("<"))
    }

    @Test(arguments: [
        ("You have %d of {x}", "Tienes <x id=\"1\"/>"),
        ("You have %d of {x}", "<x id=\"1\"/> <x id=\"2\"/> <x id=\"2\"/>"),
        ("You have %d of {x}", "<x id=\"1\"/> <x id=\"3\"/>"),
        ("You have %d of {x}", "%d <x id=\"1\"/> <x id=\"2\"/>"),
        ("%d of %s", "<x id=\"2\"/> de <x id=\"1\"/>"),
        ("Value %(value)r", "Valor %(valor)r"),
        ("%d of %r", "<x id=\"2\"/> de <x id=\"1\"/>"),
        ("a <b>c</b> d", "a <x id=\"2\"/>c<x id=\"1\"/>"),
        ("<i>a</i> <b>c</b>", "<x id=\"1\"/>a<x id=\"3\"/><x id=\"2\"/>b<x id=\"4\"/>"),
    ])
    func whatBreaksAPlaceholderIsDropped(source: String, translation: String) {
        #expect {
            try ProtectedText(source).restored(from: translation, as: .elements)
        } throws: {
            TranslationError.broken ~= $0
        }
    }

    /// Named and numbered placeholders may change their order.
    @Test(arguments: ["%{a} of %{b}", "%(a)s of %(b)r", "%1$d of %2$s", "{a} of {b}"])
    func orderMayChange(source: String) throws {
        let restored = try ProtectedText(source).restored(
            from: "<x id=\"2\"/>, <x id=\"1\"/>", as: .elements)
        #expect(
            ProtectedText(restored).placeholders == ProtectedText(source).placeholders.reversed())
    }

    @Test(arguments: [
        (
            "<b>You</b> have %d, or more", "[<0>] Tienes [<1>] [<2>] ,  o más.[]",
            "<b>Tienes </b> %d, o más"
        ),
        ("One.\n\nYou can", "Uno.[<0>] Puedes.[]", "Uno.\n\nPuedes"),
        ("A , b", "A , b.[]", "A , b"), ("Stop.", " Para.[]", "Para."),
        ("Why?", "Por qué?[]", "Por qué?"),
    ])
    func spacesThatTheGrammarLeavesAreDropped(source: String, stream: String, text: String) throws {
        #expect(try ProtectedText(source).restored(from: stream, as: .superblanks) == text)
    }

    @Test(arguments: ["[<0>] x.[]", "[<0>] [<1>] [<1>].[]", "[<0>] [<7>].[]", "[<0>] [<1"])
    func aBrokenStreamIsDropped(translation: String) {
        #expect {
            try ProtectedText("%1$d of %2$d").restored(from: translation, as: .superblanks)
        } throws: {
            TranslationError.broken ~= $0
        }
    }

    @Test(arguments: [
        ("&File", "Archivo", "&Archivo"), ("E&xit", "Exportar", "E&xportar"),
        ("_Open file", "Abrir el fichero", "Abrir el ficher_o"), ("&Save", "De sal", "De &sal"),
        ("&Delete %(date)s", "Suprime <x id=\"1\"/>", "&Suprime %(date)s"),
    ])
    func aMnemonicMovesToItsLetter(source: String, translation: String, marked: String) throws {
        let text = ProtectedText(source)
        #expect(!text.encoded(as: .elements).contains { $0 == "&" || $0 == "_" })
        #expect(try text.restored(from: translation, as: .elements) == marked)
    }

    @Test func whiteSpaceAroundIsKept() throws {
        let text = ProtectedText("\n  Hello \t")
        #expect(try text.restored(from: " Hola", as: .elements) == "\n  Hola \t")
        #expect(!ProtectedText(" \n").hasWords)
    }

    @Test func aLongTextIsScannedOnce() throws {
        let text = String(repeating: "{ < & % $ http:/ ", count: 3000)
        let protected = ProtectedText(text)
        #expect(try protected.restored(from: protected.encoded(as: .xml), as: .xml) == text)
    }
}
