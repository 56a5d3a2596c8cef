import Foundation
import TestKit
import TestWorld
import Testing

/// The output of `check` for CI: annotations, SARIF, JUnit, and none with `--quiet`.
@Suite struct CheckOutputTests {
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            [
                "locale add de fr", "string add 'a<b' 'Hi {name}, 100%'",
                "string add -s cart b 'Yes'", "set fr 'a<b' 'Salut {nom}, 100%'",
                "set fr cart:b ' Oui'", "set de 'a<b' 'Hallo {name}, 100%'", "set de cart:b Ja",
            ])
        return sandbox
    }

    @Test func formats() throws {
        let sandbox = try project()
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "check", "check --errors", "check --quiet", "check -q de",
                    "check --format github",
                    "check --format github de", "check --format junit",
                    "check --format junit --fail-on warning --errors", "check fr --format sarif",
                    "check fr.xml --format sarif", "check --format tap",
                ]), "check-formats.txt")
    }

    /// Other programs read the documents.
    @Test func documentsAreWellFormed() throws {
        let sandbox = try project()
        let junit = sandbox.run(["check", "--format", "junit"], in: "app").output
        try sandbox.write(junit, to: "junit.xml")
        let xml = try sandbox.execute("/usr/bin/env", ["xmllint", "--noout", "junit.xml"])
        #expect(xml.status == 0 || xml.status == 127, "\(xml)")
        let sarif = sandbox.run(["check", "--format", "sarif"], in: "app").output
        #expect(try JSONSerialization.jsonObject(with: Data(sarif.utf8)) is [String: Any])
    }
}
