import Checks
import Testing
import Texts
import Translation

/// Only the name and the `id` of XLIFF's inline elements are compared; other attributes are hints
/// for translators.
@Suite struct InlineTagTests {
    private func found(_ source: String, _ target: String) -> [Finding] {
        Checks.common.findings(
            in: CheckSubject(
                source: Value(source), target: Value(target),
                categories: PluralCategories(cardinal: ["one", "other"], ordinal: ["other"])))
    }

    @Test(arguments: [
        (
            #"Remove <x id="I" equiv-text="{{name}}"/> now"#, #"<x id="I"/> jetzt entfernen"#
        ),
        (
            #"A <ph id="0" disp="%d" equiv="COUNT"/> b"#,
            #"A <ph equiv="N" id="0" disp="%s &lt;"/> c"#
        ),
        (
            #"<pc id="1" dispStart="&lt;b&gt;" dispEnd="&lt;/b&gt;">a</pc>"#,
            #"<pc id="1">b</pc>"#
        ),
        (
            #"<x id="S" ctype="x-b" equiv-text="&lt;b>"/>a<x id="E" equiv-text="&lt;/b>"/>"#,
            #"<x id="S"/>b<x id="E"/>"#
        ),
        (
            #"<xliff:g id="n" example="5%d">%s</xliff:g> a"#, #"<xliff:g id="n">%s</xliff:g> b"#
        ),
    ])
    func hintsAreNotCompared(source: String, target: String) {
        #expect(found(source, target) == [])
        #expect(found(target, source) == [])
    }

    @Test(arguments: [
        (#"A <x id="I" equiv-text="{{n}}"/> b"#, "A b"),
        (#"A <x id="I"/> b"#, #"A <x id="J"/> b"#),
        (#"<g id="1">a</g> <g id="2">b</g>"#, #"<g id="1">a</g> <g id="1">b</g>"#),
        (#"<ph id="1"/>"#, #"<x id="1"/>"#),
    ])
    func namesAndIdsAre(source: String, target: String) {
        #expect(found(source, target).contains { $0.check == "markup" && $0.severity == .error })
    }

    @Test func linksKeepTheirAttributes() {
        let target = #"<a href="">a</a>"#
        #expect(
            found(#"<a href="%s">a</a>"#, target).contains { $0.check == "placeholders" })
    }

    @Test(arguments: [
        "<x", "<x id", "<x id=", #"<x id=""#, #"<x disp="a>"#, "<<x disp=''>>", "<é=>",
    ])
    func brokenTagsAreRead(text: String) {
        #expect(found(text, text) == [])
    }

    @Test func aPageMarksTheWholeTag() {
        let text = #"a <x id="I" equiv-text="{{name}}"/>"#
        #expect(
            ProtectedPart.parts(of: text, source: text).map {
                [$0.range.lowerBound, $0.range.upperBound]
            }
                == [[2, text.utf8.count]])
    }
}
