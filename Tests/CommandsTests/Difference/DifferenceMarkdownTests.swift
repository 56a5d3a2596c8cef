import Foundation
import Languages
import TestKit
import TestWorld
import Testing

@testable import Commands
@testable import Representations

/// `diff --format markdown`, parsed with GitHub's own Markdown parser.
@Suite struct DifferenceMarkdownTests {
    @Test func asAComment() throws {
        let sandbox = try Sessions.project()
        Sessions.prepareDifference(sandbox)
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "diff v1..v2 --format markdown",
                    "diff v1..v2 --format markdown --stat",
                    "diff v1..v2 --format markdown --word-diff none --locale fr",
                    "diff v1..v1 --format markdown --exit-code",
                    "diff v1..v2 --format markdown --exit-code --locale ja --no-proposals",
                ]), "differences-markdown.txt")
    }

    /// Fragments that could break a table, link, notify people, or draw a diagram.
    private static let fragments = [
        "|", "\\|", "\\", "`", "``", "\n", "\r\n", "\t", " ", "  ", "*", "**", "_", "~~", "<", ">",
        "<script>", "</td>", "</details>", "<!--", "-->", "<img src=x onerror=alert(1)>", "&amp;",
        "&#64;", "&", "![a](https://example.org/a.png)", "[a](https://example.org)", "[a]: /b",
        "https://example.org/x", "www.example.org", "WWW.example.org", "mailto:ann@example.org",
        "ann@example.org", "xmpp:ann@example.org", "ftp://example.org", "@maya", "@org/team",
        "#12", "GH-12", "maya/app#12", "0123456789abcdef0123456789abcdef01234567", "!12", "$1",
        "$a$",
        "$$", "%1$@", "~bug", ":tada:", "{+a+}", "[-a-]", "# a", "- a", "1. a", "> a", "---", "```",
        "/close",
        "漢字", "عربي", "\u{202E}", "\u{200D}", "e\u{301}", "👩‍👩‍👧", "word", "'", "\"", "^[a]", "==",
    ]

    @Test func nothingInATextMeansAnything() throws {
        let sandbox = try Sandbox()
        var random = SplitMix64(seed: 7)
        let texts = (0..<400).map { _ in
            (0...random.number(in: 0...5)).map { _ in random.pick(Self.fragments) }.joined()
        }
        let rows = texts.map { text in
            MarkdownSection.row([
                "0", MarkdownText.escaping(text), MarkdownText.code(text, isInTable: true),
            ])
        }
        try sandbox.write("|  |  |  |\n|---|---|---|\n" + rows.joined(), to: "table.md")
        let html = try Self.html(of: "table.md", in: sandbox)
        #expect(html.components(separatedBy: "<tr>").count == texts.count + 2)
        #expect(html.components(separatedBy: "<td>").count == 3 * texts.count + 1)
        for (cells, text) in zip(
            html.components(separatedBy: "<tr>\n<td>0</td>").dropFirst(), texts)
        {
            let shown = Self.text(of: cells)
            let expected = Self.line(Visible.escaping(text))
            #expect(shown.first.map(Self.line) == expected, "\(cells)")
            #expect(shown.last.map(Self.line) == expected, "\(cells)")
        }
        let tags = Set(html.matches(of: /<\/?([a-z]+)/).map { String($0.1) })
        #expect(
            tags.isSubset(of: ["table", "thead", "tbody", "tr", "th", "td", "br", "span", "code"]))
    }

    /// Hosts look for these in the text that remains after Markdown is parsed.
    @Test(arguments: [
        "@maya", "ann@example.org", "#12", "app#12", "!12", "GH-12", "gh-3", "https://a.b",
        "www.a.b",
        ":tada:", "$a$", "$1", "%1", "~bug", "&1", "{+a+}", "{-a-}", "[-a-]", "abcdef0",
        "Abcdef0123",
        "mailto:a", "[issue:1]", "*iteration:\"a\"", "^alert#1",
    ])
    func noReferenceIsLeftWhole(text: String) {
        let parts = MarkdownText.escaping(text).components(separatedBy: "&#8203;")
            .flatMap { $0.components(separatedBy: "<span>") }
        #expect(parts.count > 1)
    }

    @Test(arguments: [
        "12:30 h", "100 %", "a & b", "a.b", "a-b", "Hi!", "#", "a @ b", "deadbee's", "%d", "%@",
    ])
    func ordinaryTextsStayWhole(text: String) {
        let isHash = text.hasPrefix("deadbee")
        #expect(MarkdownText.escaping(text).contains("&#8203;") == (isHash || text == "12:30 h"))
    }

    @Test func aCommentHasAnEnd() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add de fr ja"])
        try sandbox.git("tag", "v1", "translations", in: "app")
        func file(_ count: Int, _ text: (Int) -> String) -> String {
            "{\n" + (0..<count).map { "\"key\($0)\": \"\(text($0))\"" }.joined(separator: ",\n")
                + "\n}\n"
        }
        try sandbox.write(file(700) { "Source number \($0), with some words" }, to: "en.json")
        try sandbox.write(file(700) { "Texte numéro \($0), avec quelques mots" }, to: "fr.json")
        try sandbox.write(file(30) { "Text Nummer \($0)" }, to: "de.json")
        try sandbox.write(
            file(2) { _ in String(repeating: "長い文章です。", count: 8_000) }, to: "ja.json")
        Sessions.prepare(
            sandbox,
            ["en", "fr", "de", "ja"].map {
                "import ../\($0).json --locale \($0) --section default"
            })
        let text = sandbox.run(["diff", "v1", "--format", "markdown"], in: "app").output
        #expect(text.utf16.count <= DifferenceMarkdown.maximumLength)
        #expect(text.utf16.count > DifferenceMarkdown.maximumLength * 3 / 4)
        #expect(text.contains("| German <code>de</code> | 30 |"))
        // Short tables are complete; the long ones share the remaining space.
        #expect(text.contains("Text Nummer 29"))
        #expect(text.contains("長い") && text.contains(" … "))
        #expect(text.components(separatedBy: "more rows omitted.").count == 3)
        #expect(text.components(separatedBy: "<details>").count == 4)
        #expect(text.components(separatedBy: "</details>").count == 4)
        #expect(text.hasSuffix("or a page with `--format html`.\n"))
        #expect(text.contains("`dragoman diff v1..translations`"))
    }

    private static func html(of file: String, in sandbox: Sandbox) throws -> String {
        let result = try sandbox.execute(
            "/usr/bin/env",
            [
                "cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough", "-e", "autolink",
                "-e", "tasklist",
                "-e", "footnotes", file,
            ])
        try #require(result.status == 0, "\(result.errors)")
        return result.output
    }

    /// Returns the texts of the two remaining cells of a row.
    private static func text(of cells: String) -> [String] {
        cells.components(separatedBy: "<td>").dropFirst().map { cell in
            var text = cell.components(separatedBy: "</td>")[0].replacing(/<[^>]*>/, with: "")
            for (entity, character) in [
                ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&"),
            ] {
                text = text.replacing(entity, with: character)
            }
            return text
        }
    }

    /// Returns a text as a cell can show it: without the characters that break references, and with
    /// single spaces.
    private static func line(_ text: String) -> String {
        text.replacing("\u{200B}", with: "").replacing("\u{A0}", with: " ")
            .replacing(#/ +/#, with: " ").trimmingCharacters(in: .whitespaces)
    }
}
