import TestSupport
import Testing

/// Which language a file is in that says it in part, or has the name of another one.
@Suite struct FileLanguageTests {
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add de ar", "string add hello Hello"])
        return sandbox
    }

    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    private static func version1(_ attributes: String) -> String {
        """
        <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file \(attributes) original="default" \
        datatype="plaintext"><body><trans-unit id="hello"><source>Hello</source><target>Hallo</target></trans-unit></body></file></xliff>
        """
    }

    private static let version2 = """
        <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"><file id="f1" original="default">\
        <unit id="hello"><segment><source>Hello</source><target>Hallo</target></segment></unit></file></xliff>
        """

    /// The standards let a file with targets leave their language out; they are never the source texts.
    @Test(arguments: [version1(#"source-language="en""#), version2])
    func targetsWithoutALanguageAreNotTheSource(text: String) throws {
        let sandbox = try project()
        try sandbox.write(text, to: "app/texts.xlf")
        let refused = run("import texts.xlf", in: sandbox)
        #expect(refused.status == 2, "\(refused)")
        #expect(refused.errors.contains("does not say its language"), "\(refused)")
        #expect(run("get en hello", in: sandbox).output == "Hello\n")

        #expect(run("import -l de texts.xlf", in: sandbox).errors == "Imported: 1 set.\n")
        #expect(run("get de hello", in: sandbox).output == "Hallo\n")
        #expect(run("get en hello", in: sandbox).output == "Hello\n")
    }

    /// `app` and `web` have the shape of languages, and `de_final` that of one with a variant.
    @Test(arguments: ["app", "web", "web-app", "de_final", "fr"])
    func aNameThatIsNoLanguageOfTheProjectContradictsNothing(name: String) throws {
        let sandbox = try project()
        try sandbox.write(
            Self.version1(#"source-language="en" target-language="de""#), to: "app/\(name).xlf")
        let result = run("import \(name).xlf", in: sandbox)
        #expect(result.errors == "Imported: 1 set.\n")
        #expect(run("get de hello", in: sandbox).output == "Hallo\n")
    }

    @Test func theNameOfAnotherLanguageOfTheProjectContradicts() throws {
        let sandbox = try project()
        try sandbox.write(
            Self.version1(#"source-language="en" target-language="de""#), to: "app/ar.xlf")
        let result = run("import ar.xlf", in: sandbox)
        #expect(result.errors.contains("ar.xlf has the name of ar and says inside that it is de"))
    }

    /// Of a section with the name of a language its own file says which language it is in.
    @Test(arguments: ["my", "pl"])
    func anExportOfASectionComesBack(section: String) throws {
        let sandbox = try project()
        Sessions.prepare(
            sandbox, ["string add -s \(section) hello Hello", "set ar \(section):hello x"])
        #expect(run("export --format arb -o arb", in: sandbox).status == 0)
        let result = run("import arb/\(section)_ar.arb", in: sandbox)
        #expect(result.status == 0, "\(result)")
        #expect(result.errors == "Imported: 1 unchanged.\n")
    }
}
