import Server
import Testing
import Translation

@testable import ServerPages

/// The rendering of texts: each byte occurs once, and invisible characters have a mark.
@Suite struct TextRunsTests {
    private func kinds(_ text: String, source: String? = nil, all: Bool = false) -> [String] {
        TextRuns(showsAll: all).runs(text, source: source ?? text).map { run in
            if let plain = run.plain { return "plain:\(plain)" }
            if let hold = run.hold { return "hold:\(hold)" }
            if let tag = run.tag { return "tag:\(tag)" }
            if let space = run.space { return "space:\(space.mark)" }
            if let control = run.control { return "control:\(control.mark)" }
            return run.newline ? "newline" : "?"
        }
    }

    @Test func placeholdersAndTagsAreParts() {
        #expect(
            kinds("A {{count}} <b>x</b>")
                == ["plain:A ", "hold:{{count}}", "plain: ", "tag:<b>", "plain:x", "tag:</b>"])
    }

    /// `$5` is money unless the source has parameters; `<file>` is a word unless it is closed.
    @Test func theSourceDecides() {
        #expect(kinds("Pay $5", source: "Pay $5") == ["plain:Pay $5"])
        #expect(kinds("$1 $2", source: "$1 and $2") == ["hold:$1", "plain: ", "hold:$2"])
        #expect(kinds("copy <file>") == ["plain:copy <file>"])
    }

    @Test func spacesAtTheEndsAndInRowsAreMarked() {
        #expect(kinds(" a  b ") == ["space:␣", "plain:a ", "space:␣", "plain:b", "space:␣"])
        #expect(kinds("a b") == ["plain:a b"])
        #expect(
            kinds("a\tb\nc\u{A0}d") == [
                "plain:a", "space:⇥", "plain:b", "newline", "plain:c", "space:⍽", "plain:d",
            ])
    }

    @Test func controlsHaveNames() {
        #expect(
            kinds("a\u{202E}b\u{7}c\u{200B}") == [
                "plain:a", "control:RLO", "plain:b", "control:U+0007", "plain:c", "control:ZWSP",
            ])
        // A joiner that shapes letters is valid.
        #expect(kinds("می\u{200C}خواهم") == ["plain:می\u{200C}خواهم"])
        #expect(kinds("می\u{200C}خواهم", all: true).contains("control:ZWNJ"))
    }

    /// The concatenated runs equal the text.
    @Test(arguments: [
        "", " ", "a  b\n\tc", "{{x}}<b>\u{202E}</b>", "👩‍👩‍👧 é", String(repeating: "x", count: 16_384),
    ])
    func theRunsAreTheText(text: String) {
        let joined = TextRuns().runs(text, source: text).map { run in
            run.plain ?? run.hold ?? run.tag ?? run.space?.text ?? run.control?.text ?? "\n"
        }.joined()
        #expect(Array(joined.utf8) == Array(text.utf8))
    }

    @Test func searchHitsAreMarked() {
        let runs = TextRuns(search: "loc").runs("Change Locale", source: "Change Locale")
        #expect(runs.compactMap(\.hit) == ["Loc"])
    }
}

/// Forms with files.
@Suite struct MultipartFormTests {
    private let type = "multipart/form-data; boundary=X"

    @Test func fieldsAndFile() throws {
        let body =
            "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
            + "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"C:\\dir\\de.json\"\r\n"
            + "Content-Type: application/json\r\n\r\n{\"x\":\r\n1}\r\n--X--\r\n"
        let form = try MultipartForm.read(
            Array(body.utf8), contentType: type, try Wordings.builtIn.get().english)
        #expect(form.query["a"] == "1")
        #expect(form.file?.name == "de.json")
        #expect(form.file?.bytes == Array("{\"x\":\r\n1}".utf8))
    }

    @Test(arguments: [
        "", "--X", "--X\r\n", "--X\r\nContent-Disposition: form-data\r\n\r\n\r\n--X--", "garbage",
    ])
    func whatIsNoFormIsRefused(body: String) {
        #expect(throws: (any Error).self) {
            try MultipartForm.read(
                Array(body.utf8), contentType: type, try Wordings.builtIn.get().english)
        }
    }
}
