import Commands
import Testing
import Texts
import Translation

/// How the command line spells hints that depend on what they are about.
@Suite struct HintTests {
    @Test(
        arguments: [
            ("Give more characters.", "Give more characters."),
            (
                .forceLosingSettings(.same),
                "`--force` does it all the same; “maintainers” names those who may."
            ),
            (
                .forceRequiringSignatures(.settingDirectly),
                "`dragoman config signers` shows the keys; `dragoman config NAME VALUE --force` sets it all the same."
            ),
            (
                .name(.listIDsAndCommits(fetching: nil)),
                "`dragoman log` and `dragoman proposals` list ids, `git log` commits."
            ),
            (
                .name(.listIDsAndCommits(fetching: "git fetch --unshallow origin")),
                "`dragoman log` and `dragoman proposals` list ids, `git log` commits, and `git fetch --unshallow origin` brings a commit."
            ),
            (
                .name(
                    .newSection(
                        typed: "menu:open", StringID(section: "menu", key: "open"),
                        isNewName: true)),
                "“--new-section menu open” makes it; “:menu:open” is a key of the default section."
            ),
            (
                .repository(.fetchBranchFrom(remote: "origin", branch: nil)),
                "`dragoman fetch` brings it, if origin has it."
            ),
            (
                .repository(.fetchBranchFrom(remote: "up", branch: "texts")),
                "`dragoman sync up --branch texts` brings it, if up has it."
            ),
        ] as [(Refusal.Hint, String)])
    func spells(hint: Refusal.Hint, words: String) {
        #expect(hint.onCommandLine == words)
    }

    @Test func namesLanguages() throws {
        let tags = try ["fr", "fr-CA"].map { try #require(LanguageTag($0)) }
        #expect(
            Refusal.Hint.file(.addLanguages([tags[0]])).onCommandLine
                == "`dragoman locale add fr` adds it, or --add-locales with the import; --locale names another."
        )
        #expect(
            Refusal.Hint.file(.addLanguages(tags)).onCommandLine
                == "`dragoman locale add fr fr-CA` adds them, or --add-locales with the import; --locale takes one of them alone."
        )
        let mend = "Mend the text, or have `dragoman silence fr KEY markup` say that it is right"
        for (isStrict, end) in [(true, ", or leave --strict out."), (false, ".")] {
            let hint = Refusal.Hint.silence(tags[0], check: "markup", isStrict: isStrict)
            #expect(hint.onCommandLine == mend + end)
        }
    }
}
