import Testing
import Texts
import Translation

@testable import Checks

struct MarkupCheckTests {
    @Test(arguments: [
        ("<b>a</b>", "<b>x</b>"), ("a < b", "a > b"), ("I <3 you", "je t'aime"), ("<br>", "<br/>"),
        ("<br />", "<br>"), ("<1>a</1> <2>b</2>", "<2>b</2> <1>a</1>"), ("<x></x>", "<x/>"),
        ("copy <file>", "copier <fichier>"), ("<your name>", "<votre nom>"),
        ("<a href=\"en\">x</a>", "<a href='fr' class=k>y</a>"), ("<b>a", "<b>b"),
        ("1<2>3", "1<2>3"),
        ("<p>a<p>b", "<p>a<p>b"), ("if a <b and c> d", "si"), ("<", "<<"), ("<b>a</b>", ""),
        ("<b><i>a</i></b>", "<i><b>a</b></i>"), ("<b></i>", "</i><b>"),
        ("<strong>a</strong>", "'''x'''"), ("''a''", "<em>x</em>"),
        ("Enter <b>a</b>", "<i>Cookie</i> <b>x</b>"), ("a<br>b", "a<br>b<br>c"),
        ("$1", "<nowiki>$1</nowiki>"),
        ("{{PLURAL:$1|<b>1</b> page|<b>$1</b> pages}}", "{{PLURAL:$1|<b>$1</b> 頁}}"),
        (
            "{n, plural, one {<b>#</b> page} other {<b>#</b> pages}}",
            "{n, plural, other {<b>#</b> 頁}}"
        ),
    ])
    func agrees(source: String, target: String) {
        #expect(findings("markup", Value(source), Value(target)) == [])
    }

    @Test(arguments: [
        ("<b>a</b>", "a", "The translation lacks “<b>” and “</b>” from the source."),
        ("<b>a</b>", "<b>a<b>", "The translation lacks “</b>” from the source, but has “<b>”."),
        (
            "<em>l''eau</em> d''ici", "l''eau d''ici",
            "The translation lacks “<em>” and “</em>” from the source."
        ),
        (
            "{{PLURAL:$1|<b>1</b>|<b>$1</b>}}", "{{PLURAL:$1|1|$1}}",
            "The translation lacks “<b>” and “</b>” from the source."
        ),
        ("<1>a</1>", "<1>a</1></b>", "The translation has “</b>”, which is not in the source."),
        ("a", "a<br>", "The translation has “<br>”, which is not in the source."),
        ("<1>a</1>", "<1>a</ 1>", "The translation lacks “</1>” from the source."),
        (
            "<1>a</1>", "<2>a</2>",
            "The translation lacks “<1>” and “</1>” from the source, but has “<2>” and “</2>”."
        ),
        (
            "<B>a</B>", "<b>a</b>",
            "The translation lacks “<B>” and “</B>” from the source, but has “<b>” and “</b>”."
        ),
        (
            "<b>a</b>", "</b>a<b>",
            "The tags are not nested as in the source: “</b>” is in the wrong place."
        ),
        (
            "<b><i>a</i></b>", "<b><i>a</b></i>",
            "The tags are not nested as in the source: “</b>” is in the wrong place."
        ),
    ])
    func differs(source: String, target: String, message: String) {
        #expect(
            findings("markup", Value(source), Value(target)) == [
                Finding(check: "markup", severity: .error, message: message)
            ])
    }

    /// Chinese has no italics.
    @Test(arguments: [
        ("<i>a</i>", "<b>甲</b>"), ("<b>a</b>", "<strong>a</strong>"),
        ("<italic>text='a'</italic>", "<bold>text='甲'</bold>"),
    ])
    func anotherLookIsAWarning(source: String, target: String) {
        #expect(
            findings("markup", Value(source), Value(target)).map(\.severity) == [.warning])
        let broken = target.replacing("</", with: "<")
        #expect(
            findings("markup", Value(source), Value(broken)).map(\.severity) == [.error])
    }

    /// Android's `<xliff:g>` is a note for translators.
    @Test(arguments: [
        ("<xliff:g id=\"n\">%d</xliff:g> <b>new</b>", "%d <b>neu</b>", Finding.Severity.warning),
        ("%d <b>new</b>", "<xliff:g>%d</xliff:g> <b>neu</b>", .warning),
        ("<xliff:g id=\"n\">%d</xliff:g> <b>new</b>", "%d neu", .error),
        ("<xliff:g id=\"n\">%d</xliff:g>", "</xliff:g>%d<xliff:g>", .error),
    ])
    func marksMayBeLeftOut(source: String, target: String, severity: Finding.Severity) {
        #expect(findings("markup", Value(source), Value(target)).map(\.severity) == [severity])
    }

    @Test func formsAreComparedByCase() {
        let source = plural(["one": "<b>one</b>", "other": "many"])
        #expect(
            findings("markup", source, plural(["one": "<b>1</b>", "few": "x", "other": "y"])) == [])
        #expect(
            findings("markup", source, plural(["one": "1", "other": "y"])).map(\.path) == [["one"]])
    }

    @Test(arguments: ["{{", "$t(", "%#@", "${", "{a:", "<a x=\""])
    func whatNeverEndsIsNoTag(piece: String) {
        #expect(MarkupTag.tags(in: String(repeating: piece, count: 20_000)).isEmpty)
    }
}
