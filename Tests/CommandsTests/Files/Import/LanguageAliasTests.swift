import TestWorld
import Testing

/// Several names of one language, in file names and inside files.
struct LanguageAliasTests {
    private func project(_ locales: String) throws -> Sandbox {
        let sandbox = try Sandbox()
        Sessions.prepare(
            sandbox, ["init", "locale add \(locales)", "string add hello Hello -s strings"])
        return sandbox
    }

    private func write(_ text: String, _ path: String, in sandbox: Sandbox) throws {
        let isXML = path.hasSuffix(".xml")
        let isPO = path.hasSuffix(".po")
        let language = path.contains("sr_Latn") ? "sr" : String(path.prefix { $0 != "/" })
        try sandbox.write(
            isXML
                ? "<resources><string name=\"hello\">\(text)</string></resources>"
                : isPO
                    ? "msgid \"\"\nmsgstr \"Language: \(language)\\n\"\n\nmsgid \"hello\"\nmsgstr \"\(text)\"\n"
                    : "{\"hello\": \"\(text)\"}", to: "app/\(path)")
    }

    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    /// Likely subtags make the name equal to one language of the project.
    @Test(arguments: [
        ("zh-Hans zh-Hant", "res/values-zh-rCN/strings.xml", "zh-Hans"),
        ("zh-Hans zh-Hant", "res/values-zh-rTW/strings.xml", "zh-Hant"),
        ("nb", "nb-NO/strings.json", "nb"), ("nb", "res/values-no/strings.xml", "nb"),
        ("no", "nb/strings.json", "no"), ("sr-Latn", "sr-Latn-RS/strings.json", "sr-Latn"),
        ("zh-Hant", "zh_TW/LC_MESSAGES/strings.po", "zh-Hant"),
        ("nb", "no/LC_MESSAGES/strings.po", "nb"), ("no", "nb_NO/LC_MESSAGES/strings.po", "no"),
    ])
    func aNameIsThatOfTheProjectsLanguage(locales: String, path: String, language: String) throws {
        let sandbox = try project(locales)
        try write("x", path, in: sandbox)
        for option in ["", " --add-locales"] {
            let result = run("import -s strings \(path)\(option)", in: sandbox)
            #expect(result.status == 0, "\(result)")
            #expect(result.errors.contains("is read as \(language)"), "\(result)")
        }
        #expect(run("get \(language) strings:hello", in: sandbox).output == "x\n")
    }

    /// Names that CLDR does not equate, and one that is the name of another file, match no language
    /// of the project.
    @Test(arguments: [
        ("zh-Hans", ["zh-rHK"]), ("pt", ["pt", "pt-rBR"]), ("en-GB", ["en-rAU"]),
    ])
    func otherNamesAreOtherLanguages(locales: String, names: [String]) throws {
        let sandbox = try project(locales)
        for name in names { try write("x", "res/values-\(name)/strings.xml", in: sandbox) }
        let result = run("import -s strings res", in: sandbox)
        #expect(result.status != 0 && result.errors.contains("--add-locales"), "\(result)")
    }

    @Test(arguments: [
        ("he", "res/values-he/strings.xml", "res/values-iw/strings.xml", "he"),
        ("id", "id/strings.json", "in/strings.json", "id"),
        ("nb", "res/values-nb/strings.xml", "res/values-no/strings.xml", "nb"),
        ("nb", "nb/strings.json", "no/strings.json", "nb"),
        ("he", "he/LC_MESSAGES/strings.po", "iw/LC_MESSAGES/strings.po", "he"),
    ])
    func equalTextsOfTwoNamesCountOnce(
        locales: String, one: String, other: String, language: String
    ) throws {
        let sandbox = try project(locales)
        try write("x", one, in: sandbox)
        try write("y", other, in: sandbox)
        let refused = run("import -s strings \(one) \(other)", in: sandbox)
        #expect(refused.status == 2, "\(refused)")
        #expect(refused.errors.contains("\(one) and \(other) are both \(language)"), "\(refused)")
        #expect(refused.errors.contains("hello"), "\(refused)")
        #expect(run("get \(language) strings:hello", in: sandbox).output != "x\n")
        try write("x", other, in: sandbox)
        let taken = run("import -s strings \(one) \(other)", in: sandbox)
        #expect(taken.status == 0 && taken.errors.contains("1 set"), "\(taken)")
        #expect(run("get \(language) strings:hello", in: sandbox).output == "x\n")
        let pruned = run("import --prune -s strings \(one) \(other)", in: sandbox)
        #expect(!pruned.errors.contains("It contains no strings"), "\(pruned)")
        #expect(run("get \(language) strings:hello", in: sandbox).output == "x\n")
    }

    /// The contents only name the language; the directory adds the Latin script.
    @Test(arguments: ["de", "sr", "sr-Latn"]) func noScriptIsGuessed(locales: String) throws {
        let sandbox = try project(locales)
        try write("x", "sr_Latn/LC_MESSAGES/strings.po", in: sandbox)
        for option in ["", " --add-locales"] {
            let result = run(
                "import -s strings sr_Latn/LC_MESSAGES/strings.po\(option)", in: sandbox)
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains("--locale-map sr=sr-Latn"), "\(result)")
        }
        let said = run(
            "import -s strings sr_Latn/LC_MESSAGES/strings.po --add-locales --locale-map sr=sr-Latn",
            in: sandbox)
        #expect(said.status == 0, "\(said)")
        #expect(run("get sr-Latn strings:hello", in: sandbox).output == "x\n")
    }

    /// A region implies a script too.
    @Test func noScriptIsGuessedOfARegion() throws {
        let sandbox = try project("de")
        try sandbox.write(
            "msgid \"\"\nmsgstr \"Language: zh\\n\"\n\nmsgid \"hello\"\nmsgstr \"x\"\n",
            to: "app/zh_TW/LC_MESSAGES/strings.po")
        let result = run("import -s strings zh_TW --add-locales", in: sandbox)
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains("--locale-map zh=zh-TW"), "\(result)")
    }

    /// Two names of a language that the import adds, and names from the contents of a file.
    @Test func namesOfANewLanguageAndOfColumnsAreOne() throws {
        let sandbox = try project("de")
        try write("x", "nb/strings.json", in: sandbox)
        try write("x", "no/strings.json", in: sandbox)
        let added = run("import -s strings nb no --add-locales", in: sandbox)
        #expect(added.status == 0 && added.errors.contains("1 set"), "\(added)")
        #expect(run("get nb strings:hello", in: sandbox).output == "x\n")
        #expect(run("get no strings:hello", in: sandbox).status != 0)
        try sandbox.write("key,en,nb,no\nhello,Hello,a,b\n", to: "app/strings.csv")
        let refused = run("import -s strings strings.csv", in: sandbox)
        #expect(refused.status == 2, "\(refused)")
        #expect(
            refused.errors.contains("“nb” in strings.csv and “no” in strings.csv"), "\(refused)")
        try sandbox.write("key,en,nb,no\nhello,Hello,a,a\n", to: "app/strings.csv")
        let taken = run("import -s strings strings.csv", in: sandbox)
        #expect(taken.status == 0 && taken.errors.contains("1 set"), "\(taken)")
        try sandbox.write("key,en,iw,he\nhello,Hello,a,b\n", to: "app/strings.csv")
        let hebrew = run("import -s strings strings.csv --add-locales", in: sandbox)
        #expect(hebrew.errors.contains("“iw” in strings.csv and “he” in strings.csv"), "\(hebrew)")
    }

    /// If two files name the source language differently, equal texts define a string once.
    @Test func namesOfTheSourceLanguageAreOne() throws {
        let sandbox = try Sandbox()
        Sessions.prepare(sandbox, ["init --source nb"])
        try write("x", "res/values-nb/strings.xml", in: sandbox)
        try write("y", "res/values-no/strings.xml", in: sandbox)
        let refused = run("import -s strings res", in: sandbox)
        #expect(refused.status == 2 && refused.errors.contains("are both nb"), "\(refused)")
        try write("x", "res/values-no/strings.xml", in: sandbox)
        let taken = run("import -s strings res", in: sandbox)
        #expect(taken.status == 0 && taken.errors.contains("1 defined"), "\(taken)")
    }
}
