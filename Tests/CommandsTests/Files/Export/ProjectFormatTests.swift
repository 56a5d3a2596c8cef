import Foundation
import TestWorld
import Testing

/// Imports and extractions record the file of each section, and exports use it.
@Suite struct ProjectFormatTests {
    private static let android = """
        <resources>
            <string name="hello">Hello</string>
            <plurals name="days">
                <item quantity="one">%d day</item>
                <item quantity="other">%d days</item>
            </plurals>
        </resources>
        """

    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        return sandbox
    }

    private func files(_ sandbox: Sandbox, below directory: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: sandbox.directory + "/app/" + directory)
            .filter { $0.contains(".") }.sorted()
    }

    @Test func exportsAndBundlesFollowTheFilesOfTheApp() throws {
        let sandbox = try project()
        try sandbox.write(Self.android, to: "app/res/values/strings.xml")
        let path = "res/values/strings.xml"
        Sessions.prepare(sandbox, ["locale add fr", "import ./\(path)", "set fr hello Bonjour"])
        let log = sandbox.run(["log", "--type", "resource.defined"], in: "app").output
        #expect(
            log.contains(
                "resource.defined default\n    android-xml\n    res/values-{locale}/strings.xml\n"),
            "\(log)")
        // Importing existing texts from another file changes nothing.
        try sandbox.write("{\"hello\":\"Hello\"}", to: "app/en/default.json")
        for file in [path, "en/default.json"] {
            let again = sandbox.run(
                ["import", "--format", "json", "--into", "default", file], in: "app")
            #expect(again.output.contains("\"defined\": 0,"), "\(again)")
            let log = sandbox.run(["log", "--type", "resource.defined"], in: "app").output
            #expect(log.split(separator: "resource.defined").count == 2, "\(log)")
        }
        try sandbox.write("{\"hello\":\"Hello!\"}", to: "app/en/default.json")
        #expect(
            sandbox.run(["import", "--into", "default", "en/default.json"], in: "app")
                .status == 0)
        #expect(sandbox.run(["export", "-o", "out"], in: "app").status == 0)
        #expect(
            try files(sandbox, below: "out")
                == ["res/values-fr/strings.xml", "res/values/strings.xml"])
        #expect(sandbox.run(["bundle", "-o", "dist"], in: "app").status == 0)
        #expect(
            try files(sandbox, below: "dist").contains("res/values-fr/strings.xml"))
        let plain = sandbox.run(["export", "--format", "android-xml", "-l", "fr"], in: "app").output
        #expect(sandbox.run(["export", "--format", "xml", "-l", "fr"], in: "app").output == plain)
        #expect(sandbox.run(["template", "fr", "--format", "xml"], in: "app").status == 0)
        let json = sandbox.run(["export", "--format", "json", "-l", "fr"], in: "app")
        #expect(json.status == 2)
        #expect(json.errors.contains("hint: Specify one of nstack-json, i18next-json."), "\(json)")
    }

    @Test func withoutFilesItIsI18nextJSON() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["locale add fr", "string add a A", "set fr a B"])
        #expect(sandbox.run(["export", "-l", "fr"], in: "app").output == "{\n  \"a\": \"B\"\n}\n")
        #expect(
            sandbox.run(["export", "--format", "json", "-l", "fr"], in: "app").output
                == "{\n  \"a\": \"B\"\n}\n")
        #expect(sandbox.run(["bundle", "-o", "dist"], in: "app").status == 0)
        #expect(try files(sandbox, below: "dist").contains("i18next-json/fr/default.json"))
    }

    /// Each section is exported in its own format; sections of unknown format use i18next's.
    @Test func sectionsOfSeveralFormats() throws {
        let sandbox = try project()
        let swift = """
            _ = translatedStrings["Own"]
            let a = NSLocalizedString("apple", tableName: "Apple", value: "Apple", comment: "")
            let b = tr.nodes.leaf
            """
        try sandbox.write(swift, to: "app/App/A.swift")
        Sessions.prepare(
            sandbox,
            ["string add -s nodes leaf Leaf", "string add -s web a A", "extract App --import"])
        #expect(sandbox.run(["export", "-o", "out"], in: "app").status == 0)
        let found = try files(sandbox, below: "out")
        #expect(found.contains("xcstrings/Apple.xcstrings"), "\(found)")
        #expect(found.contains("i18next-json/en/web.json"), "\(found)")
        let log = sandbox.run(["log", "--type", "resource.defined"], in: "app").output
        for format in ["verid-xml", "xcstrings", "nstack-json"] {
            #expect(log.contains("    \(format)\n"), "\(log)")
        }
        #expect(sandbox.run(["export", "--format", "json"], in: "app").status == 2)
    }

    /// Reverting an import reverts its record of the file, and the next import restores it.
    @Test func revertingAnImport() throws {
        let sandbox = try project()
        try sandbox.write(Self.android, to: "app/res/values/strings.xml")
        Sessions.prepare(sandbox, ["import res/values/strings.xml"])
        let revert = sandbox.run(["revert", "--since", "1d ago", "--yes"], in: "app")
        #expect(revert.status == 0, "\(revert)")
        Sessions.prepare(sandbox, ["string add a A"])
        #expect(sandbox.run(["export", "-o", "-"], in: "app").output == "{\n  \"a\": \"A\"\n}\n")
        #expect(sandbox.run(["import", "res/values/strings.xml"], in: "app").status == 0)
        #expect(sandbox.run(["export", "-o", "-"], in: "app").output.contains("<resources>"))
        #expect(sandbox.run(["fsck"], in: "app").status == 0)
    }
}
