import Foundation
import TestWorld
import Testing

/// An export restores files exactly as they were imported, even after many rounds.
@Suite struct LayoutTests {
    private static let android = [
        "res/values/strings.xml": """
        <?xml version="1.0" encoding="utf-8"?>
        <!-- Somebody's app -->
        <resources>

        \t<!-- Greeting -->
        \t<string name="hello">Hello</string>
        \t<skip/>
        \t<string name="bye">Bye</string>
        \t<string name="old">Old</string>
        </resources>
        """,
        "res/values-de/strings.xml": """
        <resources>
          <string name="bye" >Tschüss</string>

          <string name='hello'>"Hallo"</string>
          <string name="old">Alt</string>
          <string name="foreign">Fremd</string>
        </resources>

        """,
    ]
    private static let apple = [
        "en.lproj/Localizable.strings":
            "// Somebody\r\n\r\n\"hello\"=\"Hello\";\r\n/* Parting */\r\n\"bye\"=\"Bye\"; // short\r\n\"old\"=\"Old\";\r\n",
        "de.lproj/Localizable.strings":
            "\"bye\"   = \"Tsch\\U00fcss\";\n\n// von Ines\n\"hello\" = \"Hallo\";\n\"old\" = \"Alt\";",
    ]

    @Test(arguments: [("android-xml", android), ("apple-strings", apple)])
    func importsAndExportsKeepTheLayout(format: String, files: [String: String]) throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        for (path, text) in files { try sandbox.write(text, to: "app/\(path)") }
        let paths = files.keys.sorted()
        func run(_ words: [String]) -> String {
            let result = sandbox.run(words, in: "app")
            #expect(result.status == 0, "\(words): \(result)")
            return result.output + result.errors
        }
        func export() throws -> [String: String] {
            #expect(!run(["export", "--format", format, "-o", "out"]).contains("from scratch"))
            return try Dictionary(
                uniqueKeysWithValues: paths.map {
                    let path = sandbox.directory + "/app/out/" + $0
                    return ($0, try String(contentsOfFile: path, encoding: .utf8))
                })
        }
        _ = run(["import", "--add-locales"] + paths)
        let log = run(["log", "--type", "resource.defined"])
        #expect(try export() == files)
        _ = run(["import"] + paths)
        // Importing the same bytes adds no event.
        #expect(run(["log", "--type", "resource.defined"]) == log)

        // One change here and one in a file: both are in the result, and nothing else has changed.
        var wanted = files
        let (translation, source) = (paths[0], paths[1])
        _ = run(["set", "de", "hello", "Guten Tag"])
        let edited = files[translation]?.replacingOccurrences(of: "Alt", with: "Veraltet") ?? ""
        try sandbox.write(edited, to: "app/\(translation)")
        _ = run(["import", translation])
        #expect(run(["log", "--type", "resource.defined"]) == log)
        wanted[translation] = edited.replacingOccurrences(of: "Hallo", with: "Guten Tag")
        #expect(try export() == wanted)

        // A removed string leaves no trace; a string that the project never had stays.
        _ = run(["string", "remove", "old"])
        for path in [source, translation] {
            let lines = wanted[path]?.unicodeScalars.split(
                separator: "\n", omittingEmptySubsequences: false)
            wanted[path] = lines?.map { String($0) }.filter { !$0.contains("old") }
                .joined(separator: "\n")
        }
        #expect(try export() == wanted)
    }
}
