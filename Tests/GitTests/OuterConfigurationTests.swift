import Testing

@testable import Git

/// Settings in environment variables, as lines of a file.
@Suite struct OuterConfigurationTests {
    @Test(arguments: [
        ("user.name", "Mara", "[user]\n\tname = \"Mara\"\n"),
        ("url.https://host/.insteadOf", "x", "[url \"https://host/\"]\n\tinsteadOf = \"x\"\n"),
        (#"a.b"\c.d"#, "\"\\\n\t;# ", "[a \"b\\\"\\\\c\"]\n\td = \"\\\"\\\\\\n\\t;# \"\n"),
        ("safe.directory", "", "[safe]\n\tdirectory = \"\"\n"),
    ])
    func keysAndValuesAreQuoted(key: String, value: String, text: String) {
        #expect(ConfigurationLine(key, value)?.text == text)
    }

    @Test(arguments: [
        "name", "", ".name", "user.", "us er.name", "user.na me", "user.1name", "a.b\n.c",
        "user.x]\n",
    ])
    func otherKeysAreNone(key: String) {
        #expect(ConfigurationLine(key, "x") == nil)
    }
}
