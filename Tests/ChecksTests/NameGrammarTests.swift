import Testing
import Texts
import Translation

@testable import Checks

/// Each language has its own texts from which a program generates names.
@Suite struct NameGrammarTests {
    private static let grammar =
        "\n\tmain={prefix}{suffix}|{prefix}\n\tprefix=Am|An\n\tsuffix=bury|ham\n"

    private func findings(_ source: String, _ target: String) -> [Finding] {
        Checks.common.findings(
            in: CheckSubject(
                source: Value(source), target: Value(target),
                categories: PluralCategories(cardinal: ["one", "other"], ordinal: ["other"])))
    }

    @Test func nothingIsCompared() {
        #expect(findings(Self.grammar, "main=Ambury|Anham 12") == [])
        #expect(findings("main=$base Peak", "\nprefixe=Mont|Pic\nmain={prefixe} $base\n") == [])
        #expect(findings(Self.grammar, Self.grammar) == [])
    }

    @Test(arguments: [
        ("{name}\nname: {name}", "name"), ("{count} files\nsize=12", "Dateien\nsize=12"),
        ("size={size} size", "size= size"),
    ])
    func otherBracesCount(source: String, target: String) {
        #expect(findings(source, target).contains { $0.check == "placeholders" })
    }
}
