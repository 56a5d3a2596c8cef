import Interchange
import TestWorld
import Testing
import Texts
import Translation

/// translate-toolkit and this program read the same texts from our files.
@Suite(.enabled(if: Judge.hasToolkit, "translate-toolkit is not installed"))
struct TranslateToolkitTests {
    private let texts = [
        ("title", "Hällo: \"Welt\" = 1"), ("lines", "a\nb\tc\\d"), ("emoji", "😀 日本"),
        ("space", " x "),
    ]

    private func units(_ format: any FileFormat, _ storage: String, _ kind: String) throws
        -> [String]
    {
        let sandbox = try Sandbox()
        let result = try format.write(
            texts.map { exported($0.0, Value("s"), Value($0.1)) }, language: language("de"),
            options: options())
        #expect(result.unrepresentable.isEmpty)
        try sandbox.write(result)
        let path = try #require(result.files.first).path
        return try sandbox.judge(
            Tool.python, "-c",
            """
            from translate.storage import \(storage)
            # Its reader of \\u escapes leaves pairs of surrogates apart.
            def whole(text): return str(text).encode("utf-16", "surrogatepass").decode("utf-16")
            store = \(storage).\(kind).parsefile("\(path)")
            for u in store.units:
                if not u.isblank(): print(u.getid().lstrip("."), whole(u.target or u.source).encode().hex())
            """
        ).split(separator: "\n").map(String.init)
    }

    private func expected() -> [String] {
        texts.map { key, text in
            "\(key) " + text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    @Test func readsProperties() throws {
        #expect(try units(JavaProperties(), "properties", "javafile") == expected())
    }

    @Test func readsI18next() throws {
        #expect(try units(I18nextJSON(), "jsonl10n", "I18NextV4File") == expected())
    }

    @Test func readsARB() throws {
        let said = try units(ApplicationResourceBundle(), "jsonl10n", "ARBJsonFile")
        #expect(said.filter { !$0.hasPrefix("@") } == expected())
    }
}
