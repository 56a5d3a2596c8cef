import Foundation
import TestWorld
import Testing

/// The check of the glossary uses terms that were imported from files.
@Suite struct GlossaryFileTests {
    private static let tbx = """
        <tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>
        <conceptEntry id="file"><descrip type="definition">What holds data.</descrip>
        <langSec xml:lang="en"><termSec><term>file</term></termSec></langSec>
        <langSec xml:lang="de"><termSec><term>Datei</term></termSec></langSec></conceptEntry>
        </body></text></tbx>
        """

    @Test(arguments: [
        ("glossary.tbx", tbx, []), ("terms.tbx", tbx, ["-s", "glossary"]),
        ("terms.csv", "key,comment,en,de\nfile,What holds data.,file,Datei\n", ["-s", "glossary"]),
    ])
    func termsOfAFileAreChecked(name: String, content: String, options: [String]) throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            ["locale add de", "string add open 'Open the file'", "set de open 'Die Akte öffnen'"])
        try Data(content.utf8).write(
            to: URL(fileURLWithPath: "\(sandbox.directory)/app/\(name)"))
        #expect(sandbox.run(["check", "de"], in: "app").status == 0)
        let imported = sandbox.run(["import", name] + options, in: "app")
        #expect(imported.status == 0, "\(imported)")
        #expect(sandbox.run(["get", "de", "glossary:file"], in: "app").output == "Datei\n")
        let found = sandbox.run(["check", "de", "--format", "json"], in: "app").output
        #expect(found.contains("glossary"), "\(found)")
        let export = sandbox.run(
            ["export", "--format", "tbx", "-s", "glossary", "-o", "-"], in: "app")
        #expect(export.output.contains("<conceptEntry id=\"file\">"), "\(export)")
        #expect(export.output.contains("<descrip type=\"definition\">What holds data.</descrip>"))
        #expect(export.output.contains("<term>Datei</term>"))
    }
}
