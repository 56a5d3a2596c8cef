import Testing

@testable import ServerPages

@Suite struct ShellWordTests {
    /// A tag may contain almost any character, and people paste the commands that pages show.
    @Test(arguments: [
        ("v1.4-rc.1", "v1.4-rc.1"), ("release/2026+1", "release/2026+1"),
        ("v1;id", "'v1;id'"), ("$(id)", "'$(id)'"), ("it's", "'it'\\''s'"), ("-v1", "'-v1'"),
        ("", "''"),
    ])
    func wordsAreOneWordForAShell(word: String, quoted: String) {
        #expect(ShellWord.quoting(word) == quoted)
    }
}
