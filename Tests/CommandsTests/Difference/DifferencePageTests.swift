import Crypto
import Foundation
import TestKit
import TestWorld
import Testing

@testable import Commands

/// `diff --format html` writes one page that loads nothing.
@Suite struct DifferencePageTests {
    /// Returns a page with texts in many scripts, and with texts that look like HTML.
    private static func page(_ arguments: String = "") throws -> String {
        let sandbox = try Sessions.project()
        Sessions.prepareDifference(sandbox)
        Sessions.prepare(
            sandbox,
            [
                "string add 'a</code><script>x()</script>' '</style><img src=http://example.org/x>' "
                    + "--comment '<a href=https://example.org onclick=x()>&lt;</a>'",
                "set fr 'a</code><script>x()</script>' '\" onload=x() // https://example.org/?a=1&b=\u{202E}2'",
                "propose he weather '<link rel=stylesheet href=//example.org/a.css>' --note '<base href=//e.org>'",
            ])
        let words = ["diff", "v1..translations", "--format", "html"] + Transcript.words(arguments)
        let result = sandbox.run(words, in: "app")
        try #require(result.status == 0, "\(result)")
        return result.output
    }

    @Test func asAPage() throws {
        assertGolden(try Self.page(), "differences.html")
        assertGolden(try Self.page("--stat"), "differences-stat.html")
        assertGolden(try Self.page("--word-diff none --locale ja"), "differences-whole.html")
    }

    @Test func nothingIsLoadedAndNothingRuns() throws {
        let page = try Self.page()
        let names = Set(page.matches(of: #/<([a-zA-Z]+)/#).map { String($0.1) })
        #expect(
            names.isDisjoint(with: [
                "script", "img", "link", "base", "iframe", "object", "svg", "form",
            ]))
        // Tags have no addresses except for anchors in the page.
        var links: [String] = []
        for tag in page.matches(of: #/<[a-zA-Z][^>]*>/#).map({ String($0.0) }) {
            #expect(!tag.contains("src=") && !tag.contains(" on") && !tag.contains("//"), "\(tag)")
            links += tag.matches(of: #/href="([^"]*)"/#).map { String($0.1) }
        }
        #expect(!links.isEmpty && links.allSatisfy { $0.hasPrefix("#") })
        for link in links { #expect(page.contains("id=\"\(link.dropFirst())\""), "\(link)") }
        let style = page.components(separatedBy: "<style>")[1].components(separatedBy: "</style>")[
            0]
        #expect(!style.contains("url(") && !style.contains("@import"))
        // The policy tells the browser to refuse everything else.
        let hash = Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()
        #expect(
            page.contains(
                "content=\"default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none';"))
    }

    @Test func everyTagIsClosed() throws {
        var open: [String] = []
        for tag in try Self.page().matches(of: #/<(\/?)([a-z0-9]+)([^>]*)>/#) where tag.2 != "meta"
        {
            if tag.1.isEmpty {
                open.append(String(tag.2))
            } else {
                #expect(open.popLast() == String(tag.2))
            }
        }
        #expect(open.isEmpty)
    }

    @Test func textsStandInTheirLanguageAndDirection() throws {
        let page = try Self.page()
        for (text, tag, direction) in [
            ("الطقس <ins>رائع</ins> اليوم.", "ar", "rtl"),
            ("<ins>נפלא</ins> היום<ins>, נצא לטיול 👩‍👩‍👧</ins>.", "he", "rtl"),
            ("今日は天気が<ins>悪い</ins>です。", "ja", "ltr"), ("วันนี้อากาศ<del>ดี</del>", "th", "ltr"),
            ("It is nice today.", "en", "ltr"),
        ] {
            let side = text.contains("<ins>") ? "after" : tag == "en" ? "source" : "before"
            let label = side.prefix(1).uppercased() + side.dropFirst()
            #expect(
                page.contains(
                    "<div class=\"\(side)\" dir=\"\(direction)\"><dt>\(label)</dt><dd lang=\"\(tag)\">\(text)</dd>"
                ),
                "\(text)")
        }
        #expect(page.contains("<h4><bdi dir=\"auto\">many</bdi></h4>"))
        #expect(page.contains("<summary>1 form unchanged</summary>"))
        #expect(page.contains("&lt;U+202E&gt;"))
    }
}
