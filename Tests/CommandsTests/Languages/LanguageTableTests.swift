import TestWorld
import Testing

/// The table of languages for a README.
@Suite struct LanguageTableTests {
    @Test func sortedNamedAndExplained() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            [
                "locale add de", "locale add fr --name 'A | French'", "locale add ar",
                "string add hour_plural hours",
            ])
        func table() -> String {
            sandbox.run(["locale", "list", "--format", "markdown"], in: "app").output
        }
        #expect(
            table() == """
                | Locale | Identifier | Supported |
                |---|---|---|
                | A &#124; French | `fr` | No |
                | Arabic | `ar` | No |
                | English | `en` | Yes |
                | German | `de` | No |

                """)
        Sessions.prepare(sandbox, ["reference units de", "set de hour_plural Stündchen"])
        #expect(table().contains("| German | `de` | Yes\\* |\n"))
        #expect(table().hasSuffix("|\n\n\\* A text differs from its newest reference.\n"))
        // Rejected proposals are not shown.
        Sessions.prepare(sandbox, ["reject --locale de --origin reference: --reason style --yes"])
        #expect(table().contains("| German | `de` | Yes |\n"), "\(table())")
        #expect(!table().contains("*"))
        #expect(sandbox.run(["status"], in: "app").output.contains("A | French"))
    }
}
