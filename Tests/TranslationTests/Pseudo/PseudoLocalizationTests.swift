import TestKit
import Testing

@testable import Texts
@testable import Translation

@Suite struct PseudoLocalizationTests {
    private func text(_ source: String, _ styles: PseudoLocalization.Style...) -> String {
        PseudoLocalization(Set(styles)).text(of: source)
    }

    @Test func eachStyleDoesItsPart() {
        #expect(text("Save all?", .accented) == "Šåṽé åļļ?")
        #expect(text("Save", .bracketed) == "[Save]")
        #expect(text("Save", .lengthened) == "Save one")
        #expect(
            text("Save all", .rtl)
                == "\u{200F}\u{202E}Save\u{202C}\u{200F} \u{200F}\u{202E}all\u{202C}\u{200F}")
        #expect(PseudoLocalization().text(of: "Save") == "[Šåṽé öñé]")
        #expect(PseudoLocalization().language == "en-XA")
        #expect(PseudoLocalization([.rtl, .accented]).language == "ar-XB")
    }

    @Test(arguments: [
        ("Hi %1$@, %d of %lld (100%%)", "Ĥî %1$@, %d öƒ %lld (100%%)"),
        (
            "{{name}} has $t(items, {\"count\": {{count}} }) here",
            "{{name}} ĥåš $t(items, {\"count\": {{count}} }) ĥéŕé"
        ),
        (
            "<b class=\"x > y\">Go</b> &amp; see&#160;it<br/>",
            "<b class=\"x > y\">Ĝö</b> &amp; šéé&#160;îţ<br/>"
        ),
        ("${user} %(count)s %{n} {0}", "${user} %(count)s %{n} {0}"),
        (
            "See https://example.org/a?b=c or ask me@example.org now",
            "Šéé https://example.org/a?b=c öŕ åšķ me@example.org ñöŵ"
        ),
        ("a < b & c", "å < ƀ & ç"), ("line\\nnext", "ļîñé\\nñéẋţ"), ("日本 ok", "日本 öķ"),
        (
            "{n, plural, one {# item} other {# items}} left",
            "{n, plural, one {# îţéɱ} other {# îţéɱš}} ļéƒţ"
        ),
        ("%#@files@ in", "%#@files@ îñ"), ("Hi @name, %user% on %1", "Ĥî @name, %user% öñ %1"),
        ("", ""),
        // Templates and links of MediaWiki.
        (
            "$1 {{PLURAL:$1|0=no page|one [[$2|page]]|pages of {{GENDER:$3|his|her}}}} here",
            "$1 {{PLURAL:$1|0=ñö þåĝé|öñé [[$2|þåĝé]]|þåĝéš öƒ {{GENDER:$3|ĥîš|ĥéŕ}}}} ĥéŕé"
        ),
        (
            "[[Special:Search|search]] {{int:go}} {{#if:a|b}} {{GRAMMAR:genitive|{{SITENAME}}}}, [[Main page]]",
            "[[Special:Search|šéåŕçĥ]] {{int:go}} {{#if:a|b}} {{GRAMMAR:genitive|{{SITENAME}}}}, [[Main page]]"
        ),
        ("{{plural:$1|a|b}", "{{þļûŕåļ:$1|å|ƀ}"), ("a|b [[c", "å|ƀ [[ç"),
        ("]]{{}}[[|a]]", "]]{{}}[[|å]]"),
    ])
    func whatTheAppReplacesStays(_ source: String, _ expected: String) {
        #expect(text(source, .accented) == expected)
    }

    /// The texts of an ICU message's cases change; the rest of it stays.
    @Test(arguments: [
        (
            "{g, select, female {her {n, plural, =0 {no files} other {# files}}} other {all}}",
            "{g, select, female {ĥéŕ {n, plural, =0 {ñö ƒîļéš} other {# ƒîļéš}}} other {åļļ}}"
        ),
        (
            "{n, plural, offset:1 one {{name} and # other} other {it''s '{'#'}' and '#'}}",
            "{n, plural, offset:1 one {{name} åñð # öţĥéŕ} other {îţ''š '{'#'}' åñð '#'}}"
        ),
        (
            "{n, selectordinal, one {#st} other {#th}} on {d, date, 'day' dd} don't",
            "{n, selectordinal, one {#šţ} other {#ţĥ}} öñ {d, date, 'day' dd} ðöñ'ţ"
        ),
        (
            "{n, plural, one {<b>%d</b> file} other {<b>%d</b> files &amp; more}}",
            "{n, plural, one {<b>%d</b> ƒîļé} other {<b>%d</b> ƒîļéš &amp; ɱöŕé}}"
        ),
        // These are not ICU messages: only apparent placeholders are kept.
        ("{n, plural, one {a} other", "{ñ, þļûŕåļ, öñé {a} öţĥéŕ"),
        ("{n, choice, 0#none|1#one} left", "{n, choice, 0#none|1#one} ļéƒţ"),
    ])
    func casesOfMessagesAreTexts(_ source: String, _ expected: String) {
        #expect(text(source, .accented) == expected)
    }

    /// A text of several megabytes takes only seconds, even in a debug build.
    @Test(.timeLimit(.minutes(1)))
    func longMessagesAreDividedInTime() {
        let message = "{n, plural, one {%d {name} file} other {# <b>files</b>}} and "
        let source = String(repeating: message, count: 10_000)
        #expect(
            text(source, .accented).hasSuffix(
                "{n, plural, one {%d {name} ƒîļé} other {# <b>ƒîļéš</b>}} åñð "))
        let cases = (0..<20_000).map { "=\($0) {word}" }.joined(separator: " ")
        #expect(text("{n, plural, \(cases)}", .lengthened).hasSuffix("} one"))
    }

    @Test func aMessageHasOneBracketAndGrowsByItsLongestCase() {
        #expect(
            text("{n, plural, one {file} other {files}}", .bracketed, .lengthened)
                == "[{n, plural, one {file} other {files}} one two]")
        #expect(text("{g, select, a {} other {-}}", .bracketed) == "{g, select, a {} other {-}}")
        #expect(
            text("{n, plural, other {two words}}", .rtl)
                == "{n, plural, other {\u{200F}\u{202E}two\u{202C}\u{200F} "
                + "\u{200F}\u{202E}words\u{202C}\u{200F}}}")
    }

    @Test(arguments: ["", "  \n", "%d", "{{name}}", "<br/>", "— ☃", "$t(a)"])
    func whatSaysNothingStays(_ source: String) {
        #expect(
            PseudoLocalization(Set(PseudoLocalization.Style.allCases)).text(of: source) == source)
    }

    @Test func spaceAroundStaysOutside() {
        #expect(text("  Name:\n", .bracketed, .lengthened) == "  [Name: one two]\n")
    }

    @Test(arguments: [(4, 4), (10, 10), (20, 16), (30, 18), (50, 20), (200, 60)])
    func textsGrow(_ length: Int, _ least: Int) {
        let source = String(repeating: "a", count: length)
        let grown = text(source, .lengthened).count - length
        #expect((least...least + 7).contains(grown))
    }

    @Test func trees() throws {
        let source = Value.choice(
            try #require(
                Value.Choice(
                    by: .plural, argument: "count",
                    cases: [.init("one", Value("%d file")), .init("other", Value("%d files"))])))
        let categories = PluralCategories(cardinal: ["one", "few", "other"], ordinal: ["other"])
        let changed = PseudoLocalization([.accented]).value(of: source, categories: categories)
        #expect(changed.texts.map(\.path) == [["one"], ["few"], ["other"]])
        #expect(changed.texts.map(\.text) == ["%d ƒîļé", "%d ƒîļéš", "%d ƒîļéš"])
        let list = PseudoLocalization([.bracketed]).value(
            of: .list([Value("a"), Value("")]), categories: categories)
        #expect(list.texts.map(\.text) == ["[a]", ""])
    }

    /// Any text keeps the placeholders of the source, and stays valid.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func placeholdersAreKept(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "a", " ", "%", "d", "{", "}", "{{", "}}", "$t(", ")", "<b>", "</", ">", "&", ";", "é",
            "\\", "\"", "@", "://",
            "%1$@", "{name}", "plural,", "one {", "\u{301}", "👩‍👩‍👧", "\r\n",
        ]
        let source = (0..<Int(random.next() % 30)).map { _ in
            pieces[Int(random.next() % UInt64(pieces.count))]
        }.joined()
        let changed = PseudoLocalization([.accented, .rtl]).text(of: source)
        let before = PlaceholderScan(source).placeholders.map(\.identity)
        let after = PlaceholderScan(changed).placeholders.map(\.identity)
        #expect(before == after, "\(source) → \(changed)")
    }
}
