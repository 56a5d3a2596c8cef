import Foundation
import TestWorld
import Testing

/// Runs the blocks of pages that are not tours, each page with a separate project.
@Suite struct PageTests {
    private static let hasTools = ["jq", "curl", "ssh-keygen", "sha256sum"].allSatisfy {
        FileManager.default.fileExists(atPath: "/usr/bin/\($0)")
    }

    @Test(.enabled(if: hasTools, "jq, curl or ssh-keygen is missing"), arguments: PageScene.all)
    func theBlocksWork(scene: PageScene) throws {
        let sandbox = try Sandbox()
        let document = try Document(scene.path)
        #expect(!document.blocks.isEmpty)
        let result = try document.run(scene.script(document.blocks), in: sandbox)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test(.enabled(if: hasTools, "jq, curl or ssh-keygen is missing"))
    func theServerPrintsWhatItsPageShows() throws {
        let document = try Document("docs/server/running.md")
        let console = try #require(document.consoles.first)
        let script = """
            command dragoman init translations
            dragoman() {
                command dragoman "$@" >served &
                timeout 60 bash -c 'until curl -sf "$1"; do sleep 0.05; done' - http://localhost:8080/health/ready >ready
                kill $!
                wait $! || true
                cat served
            }

            """
        try expect(console.output, of: script + console.commands.joined(separator: "\n"), document)
    }

    @Test func anImportPrintsWhatThePageOfFilesShows() throws {
        let document = try Document("docs/guide/files.md")
        let console = try #require(document.consoles.first)
        let script = """
            git init -q
            mkdir -p ios/{en,de}.lproj android/res/values{,-de}
            texts() { for number in $(seq "$1"); do echo "\\"text$number\\" = \\"Text\\";"; done; }
            for folder in values values-de; do
                {
                    echo '<resources>'
                    for number in $(seq 180); do echo "<string name=\\"t$number\\">Text</string>"; done
                    echo '</resources>'
                } >android/res/$folder/strings.xml
            done
            for language in en de; do
                texts 4 >ios/$language.lproj/InfoPlist.strings
                texts 210 >ios/$language.lproj/Localizable.strings
            done
            git add .
            git commit -qm Files
            dragoman init 2>/dev/null
            dragoman locale add de 2>/dev/null
            exec 2>&1

            """
        try expect(console.output, of: script + console.commands.joined(separator: "\n"), document)
    }

    private func expect(_ expected: String, of script: String, _ document: Document) throws {
        let result = try document.run(script, in: Sandbox())
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(document.shows(expected, for: result.output), "\(result.output)\(result.errors)")
    }

    /// A new page with blocks needs a test that runs them.
    ///
    /// The page about installing is excluded: it needs a release build.
    @Test func theBlocksOfEveryPageRun() throws {
        let tested = Set(
            PageScene.all.map(\.path) + DocumentTests.pages
                + ["README.md", "docs/guide/files.md", "docs/guide/install.md"])
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
        let docs = try FileManager.default.subpathsOfDirectory(
            atPath: root.appending(path: "docs").path
        ).map { "docs/" + $0 }
        for path in docs + ["README.md", "repo-template/README.md"] where path.hasSuffix(".md") {
            let document = try Document(path)
            let hasBlocks = !document.blocks.isEmpty || !document.consoles.isEmpty
            #expect(hasBlocks == tested.contains(path), "\(path)")
        }
    }
}
