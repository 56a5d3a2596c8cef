import TestKit
import Testing
import Texts
import Translation

@testable import Checks

/// Checks of prose, in good and in bad texts of several languages.
struct ProseCheckTests {
    private func messages(_ check: String, _ source: String, _ target: String) -> [String] {
        findings(check, Value(source), Value(target)).map(\.message)
    }

    @Test(arguments: [
        ("{{PLURAL:$1|$1 page|$1 pages}}", "{{PLURAL:$1|une page|$1 pages}}"),
        ("Moved $1 to $2", "$2 ← $1"), ("It costs $5", "Cela coûte 5 $"), ("$1,000", "1 000 $"),
        ("{{GENDER:$1|his|her}} page", "sa page"), ("US$1", "1 $"), ("$1$2", "$2$1"),
        ("Page $1", "Seite$1"),
        ("$1 of $2", "$1x$2"), ("Costs $1, not US$5", "$1 statt 5 $"),
        ("$1", "{{GENDER:$2|$1}}"),
        ("May not $2 as $1", "$1: {{lcfirst:$2}} non"),
    ])
    func parametersAgree(source: String, target: String) {
        #expect(messages("placeholders", source, target) == [])
    }

    @Test(arguments: [
        ("Moved $1 to $2", "Déplacé $1", "The translation lacks “$2” from the source."),
        ("By $1", "Par $1, $3", "The translation has “$3”, which is not in the source."),
        ("$1: $2", "$1: $3", "The translation lacks “$2” from the source, but has “$3”."),
    ])
    func parametersDiffer(source: String, target: String, message: String) {
        #expect(messages("placeholders", source, target) == [message])
    }

    @Test(arguments: [
        ("a &lt;b&gt;", "x &#60;y&gt;", []), ("a&nbsp;b", "x y", []), ("a & b", "x et y", []),
        ("R&amp;D", "Forschung und Entwicklung", []), ("AT&T;", "AT&T", []),
        ("&lt;", "<", ["The translation lacks “&lt;” from the source."]),
        (
            "a < b", "a &lt; b",
            ["The translation has “&lt;”, which is not in the source."]
        ),
    ])
    func entities(source: String, target: String, expected: [String]) {
        let found = findings("markup", Value(source), Value(target))
        #expect(found.map(\.message) == expected)
        #expect(found.allSatisfy { $0.severity == .warning })
    }

    @Test(arguments: [
        ("Log in now", "Log in now", true), ("Log in now", "Jetzt anmelden", false),
        ("Wi-Fi", "Wi-Fi", false), ("Visual Studio", "Visual Studio", false),
        ("{a} {b} {c}", "{a} {b} {c}", false), ("<b>OK</b> {count}", "<b>OK</b> {count}", false),
        ("https://example.org/a/b/c", "https://example.org/a/b/c", false),
        ("すべて 保存 する", "すべて 保存 する", true),
        ("$1 {{PLURAL:$1|byte|bytes}}", "$1 {{PLURAL:$1|byte|bytes}}", false),
        (
            "[[Special:Tags|{{PLURAL:$1|Tag|Tags}}]]", "[[Special:Tags|{{PLURAL:$1|Tag|Tags}}]]",
            false
        ),
        ("[[Special:Tags|See all tags]]", "[[Special:Tags|See all tags]]", true),
    ])
    func unchanged(source: String, target: String, isFound: Bool) {
        #expect(
            messages("unchanged", source, target)
                == (isFound ? ["The text is the same as the source."] : []))
    }

    @Test func theSameLanguageMayBeUnchanged() {
        let found = Checks.common.findings(
            in: CheckSubject(
                source: Value("Log in now"), target: Value("Log in now"),
                categories: PluralCategories(cardinal: [], ordinal: []), isSameLanguage: true))
        #expect(found == [])
    }

    @Test(arguments: [
        ("Page ", "Seite ", []), ("a", "b", []), (" ", "", []), (", ", "、", []), ("and ", "和", []),
        ("a.  b", "c.  d", []), ("a", "x\n  1\n  2", []), ("x: ", "x：", []),
        ("Page ", "Seite", ["The source ends with a space, but the text does not."]),
        ("a", "b ", ["The text ends with a space, but the source does not."]),
        ("a", " b", ["The text begins with a space, but the source does not."]),
        (" a", "b", ["The source begins with a space, but the text does not."]),
        ("a", "b\u{a0}", ["The text ends with a space, but the source does not."]),
        ("a b", "c  d", ["The text has two spaces in a row."]),
        ("а б", "в  г", ["The text has two spaces in a row."]),
    ])
    func spaces(source: String, target: String, expected: [String]) {
        #expect(messages("spaces", source, target) == expected)
    }

    @Test(arguments: [
        ("a\nb", "c\r\nd", []), ("a", "b", []),
        ("a\nb", "c d", []), ("a", "b\nc", []),
        ("One sentence.\nAnother one.", "Ein Satz. Noch einer.", []),
        (
            "First part:\n\nlist", "Erster Teil:\nListe",
            ["The source has 2 line breaks, but the text has 1."]
        ),
        (
            "Done.\n* a\n* b", "Fertig.\n* a * b",
            ["The source has 2 line breaks, but the text has 1."]
        ),
        ("Done.<br />\nNow sleep", "Fertig.<br />Schlaf", []),
        (
            "A line that was folded since it is too long\nfor a letter of those days.",
            "Eine Zeile, die gefaltet wurde.", []
        ),
        ("this module was unable to allocate\nall of the memory", "nem tudta lefoglalni", []),
        ("a", "b\nc\n", ["The source has no line break, but the text has 2."]),
        ("a\n\nb", "一\n二", ["The source has 2 line breaks, but the text has 1."]),
    ])
    func newlines(source: String, target: String, expected: [String]) {
        #expect(messages("newlines", source, target) == expected)
    }

    @Test(arguments: [
        ("Wait…", "Bitte warten…", []), ("Wait...", "少々お待ちください...", []), ("Wait…", "Warten", []),
        ("a… b...", "c… d", []), ("Wait...", "Attendez…", []),
        ("Wait…", "Espere...", ["The source has “…”, but the text has three dots."]),
    ])
    func ellipsis(source: String, target: String, expected: [String]) {
        #expect(messages("ellipsis", source, target) == expected)
    }

    @Test(arguments: [
        ("At most 10,000.50", "Höchstens 10.000,50", []), ("1000 m", "1\u{202f}000 m", []),
        ("100,000 m", "100 000 m", []),
        ("of 100,000 words", "10만 개의", []), ("{{PLURAL:$1|a page|999=pages}}", "Seiten", []),
        ("at 12 and 24", "۲۴ و ۱۲", []), ("10,000 users", "1万ユーザー", []),
        ("2 files", "zwei Dateien", []),
        ("UTF-8 or UTF-16", "Unicode", []), ("{0} of 10", "{0} von 10", []), ("%1$s", "%2$s", []),
        ("&#160; 20", "20", []), ("iPhone 15", "iPhone15", []), ("v1.2", "v1.3", []),
        ("since 12/30/1899", "seit dem 30.12.1899", []), ("since 1/1/1900", "01.01.1900", []),
        ("1, 2, 3 or a, b", "1,2,3 или а,б", []), ("less than 2^48", "menor que 2⁴⁸", []),
        ("speed is 1.0", "скорость - 1", []), ("$0.00", "0 $", []),
        ("log base 10", "log₁₀", []), ("1,234,567.89", "1\u{202f}234\u{202f}567,89", []),
        (
            "since 12/30/1899", "seit dem 31.12.1899",
            ["The text lacks “30” from the source, but has “31”."]
        ),
        ("at 0.5", "bei 5", ["The text lacks “05” from the source, but has “5”."]),
        ("2 or 3 files", "2 ou 4 fichiers", ["The text lacks “3” from the source, but has “4”."]),
        (
            "At most 1000", "Mit 1 bis 2 von 000",
            ["The text lacks “1000” from the source, but has “1”, “2” and “000”."]
        ),
        ("At most 100", "Höchstens 10", ["The text lacks “100” from the source, but has “10”."]),
        ("Every 30 days", "जितने दिन", ["The text lacks “30” from the source."]),
    ])
    func numbers(source: String, target: String, expected: [String]) {
        #expect(messages("numbers", source, target) == expected)
    }

    @Test func aFormForOneMaySayItInAWord() {
        let source = plural(["one": "1 file", "other": "{n} files"])
        #expect(findings("numbers", source, plural(["one": "ein Datei 2", "other": "{n}"])) == [])
    }

    @Test(arguments: [
        ("See https://example.org/a.", "Siehe https://example.org/a.", []),
        ("See https://en.wikipedia.org/wiki/A", "Voir https://fr.wikipedia.org/wiki/B", []),
        ("Write to a.b@example.org", "「a.b@example.org」まで", []), ("a@b", "c", []),
        ("http://$1/", "x", []), ("Ratio 1://2", "x", []),
        (
            "See https://example.org/a.", "Siehe https://example.com/a.",
            ["The text lacks “https://example.org/a” from the source."]
        ),
        (
            "Write to a@example.org", "Пишите на a@example,org",
            ["The text lacks “a@example.org” from the source."]
        ),
    ])
    func addresses(source: String, target: String, expected: [String]) {
        #expect(messages("addresses", source, target) == expected)
    }

    @Test(arguments: [
        ("Save (all)", "Sichern (alle)", nil), ("(a)", "（甲)", nil), ("[x]", "「x」", nil),
        ("Save", "a) Sichern", nil), ("Thanks", "Danke :)", nil), ("(a", "(b", nil),
        ("Sizes (1) and (2)", "2) und 1)", nil), ("%(name)s", "%(name)s", nil),
        ("Cols (; parted)", "Columnas (separadas por ;)", nil),
        ("the \"size\" ('mapsize') of it", "\"Größe\" ('mapsize')", nil),
        ("Thanks (all)", "(Danke ;)", nil), ("Thanks", "« ) »", nil),
        ("Save (all)", "Sichern (alle", "The bracket “(” is never closed."),
        ("Save (all)", "Sichern alle)", "The bracket “)” is never opened."),
        ("(a)", "（甲", "The bracket “（” is never closed."),
        ("[[$1|a]]", "[[$1|b]", "The bracket “[” is never closed."),
        ("Save", "Sichern)", "The bracket “)” is never opened."),
    ])
    func brackets(source: String, target: String, message: String?) {
        #expect(messages("brackets", source, target) == [message].compactMap { $0 })
    }

    /// Variables and messages that MediaWiki itself provides may be missing from either text.
    @Test(arguments: [
        ("Your {{SITENAME}} password:", "Ihr Passwort:"), ("The wiki", "{{SITENAME}}"),
        ("{{#Special:Log}}", "{{#special:log}}"), ("Go", "{{int:Go}}"),
        ("{{int:Go}} or {{int:go}}", "{{int:go}}"),
    ])
    func placeholdersOfMediaWiki(source: String, target: String) {
        #expect(messages("placeholders", source, target) == [])
    }

    @Test(arguments: [
        (
            "See {{#special:Log}}", "Voir le journal",
            "The translation lacks “{{#special:Log}}” from the source."
        ),
        (
            "On {{SITENAME}}", "Sur {{PAGENAME}}",
            "The translation lacks “{{SITENAME}}” from the source."
        ),
        ("On {{NAME}}", "Sur", "The translation lacks “{{NAME}}” from the source."),
    ])
    func lostPlaceholdersOfMediaWiki(source: String, target: String, message: String) {
        #expect(messages("placeholders", source, target) == [message])
    }

    @Test(arguments: 0..<300)
    func anyTextIsRead(seed: Int) {
        var random = TextGenerator(state: UInt64(seed))
        let source = random.text()
        let target = random.text()
        for check in Checks.common.checks {
            for finding in TextCheckList(checks: [check]).findings(
                in: CheckSubject(
                    source: Value(source), target: Value(target),
                    categories: PluralCategories(cardinal: ["other"], ordinal: ["other"])))
            {
                #expect(finding.check == check.info.name)
                #expect(finding.message.hasSuffix("."))
            }
        }
    }
}
