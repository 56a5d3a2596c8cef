import Testing
import Texts

@Suite("Refused tags")
struct CanonicalTagRefusalTests {
    @Test(
        "What is no tag is refused",
        arguments: [
            ("", .empty), ("-", .syntax), ("a", .syntax), ("en-", .syntax), ("-en", .syntax),
            ("en--US", .syntax), ("1", .syntax), ("12", .syntax), ("x", .syntax), ("en-x", .syntax),
            ("en-u", .syntax), ("en-US-Latn", .syntax), ("C", .syntax), ("en-u-ca-x", .syntax),
            ("en-u-ca-buddhist-ca-roc", .syntax), ("en-u-ca-roc-u-nu-latn", .syntax),
            ("sl-rozaj-rozaj", .syntax), ("i-unknown", .syntax), ("POSIX", .unregistered),
            ("root", .unregistered), ("simple", .unregistered), ("xx", .unregistered),
            ("zz", .unregistered), ("en-EN", .unregistered), ("en-Abcd", .unregistered),
            ("de-formal", .unregistered), ("en-USA", .unregistered), ("fr-frp", .unregistered),
            ("zh-guoyu", .unregistered), ("en-a-bbb", .unregistered),
            ("en-007", .unregistered), ("fr-PC", .unregistered), ("abcdefghi", .tooLong),
            ("en-x-abcdefghi", .tooLong), ("x-" + String(repeating: "a-", count: 50), .tooLong),
            ("en US", .character), ("en/US", .character), ("../en", .character),
            ("en\\US", .character), ("en.UTF-8", .character), ("sr_RS@latin", .character),
            ("frä", .character), ("ｅｎ", .character), ("en\u{0}", .character), ("ЕN", .character),
            ("en\u{301}", .character), ("İ", .character), ("\u{212A}a", .character),
            ("e\r\nn", .character), ("\u{1B}[2J", .character),
        ] as [(String, LanguageTagError.Problem)])
    func refused(input: String, problem: LanguageTagError.Problem) {
        let error = #expect(throws: LanguageTagError.self) { try CanonicalTag.parse(input) }
        #expect(error?.problem == problem)
        let printed = error?.description ?? ""
        #expect(printed.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }

    @Test(
        "The hint names a form that is accepted",
        arguments: [
            ("de-formal", "de-x-formal"), ("simple", "en-x-simple"), ("en-EN", "en-x-en"),
            ("de-AT-formal", "de-AT-x-formal"), ("roa-tara", "roa-x-tara"),
            ("de-formal-x-a", "de-x-formal-a"), ("en-USA", "en-US"), ("cbk-zam", "cbk-x-zam"),
            ("fr-frp", "frp"),
        ])
    func hint(input: String, form: String) throws {
        let error = #expect(throws: LanguageTagError.self) { try CanonicalTag.parse(input) }
        #expect(error?.hint?.contains("`\(form)`") == true, "\(error?.description ?? "")")
        #expect(try CanonicalTag.parse(form).tag == form)
    }

    @Test("A long input is cut in the message")
    func cut() {
        let error = #expect(throws: LanguageTagError.self) {
            try CanonicalTag.parse(String(repeating: "é", count: 10_000))
        }
        #expect((error?.message.count ?? .max) < 200)
    }
}
