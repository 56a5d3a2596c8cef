import EventStore
import Foundation
import ReadModel
import TestWorld
import Testing
import Translation
import Workspace

@testable import Hosting

/// Findings that are kept beside the read model equal those of a check of all texts.
@Suite struct FindingsKeeperTests {
    private let project: HostedProject

    init() throws {
        project = try HostedProject()
        for line in [
            "locale add de", "locale add fr-CA", "string add -s a save 'Save {{name}}'",
            "string add -s a keep 'Save {{name}}'", "string add -s b file 'Open the file.'",
            "string add -s glossary term file", "set fr a:save 'Garder'",
            "set fr a:keep 'Sauver {{name}} '", "set fr b:file 'Ouvrez le document.'",
            "set fr glossary:term fichier", "set de b:file 'Save this file now'",
            "set de title 'Save this file now'",
        ] { try run(line) }
    }

    private func run(_ line: String) throws {
        let result = project.sandbox.run(Transcript.words(line), in: "app")
        try #require(result.status == 0, "\(line): \(result.errors)")
    }

    /// Compares the kept findings with a check of everything, and returns their number.
    @discardableResult
    private func compare(_ host: ProjectHost, _ label: String) async throws -> Int {
        await host.findings.waitUntilCurrent()
        #expect(host.findings.progress.isCurrent, "\(label)")
        return try await host.read { snapshot in
            let locales = try snapshot.locales()
            let selection = try CheckSelection(skipping: ["missing", "stale"])
            let checked = try snapshot.check(locales, required: [], selection: selection)
            var kept: [String] = []
            let counts = try #require(try snapshot.model.findingCounts(), "\(label)")
            for locale in locales.dropFirst() {
                var withFindings = 0
                for string in try snapshot.model.existingStrings() {
                    let findings = try #require(try snapshot.model.findings(locale, string))
                    withFindings += findings.isEmpty ? 0 : 1
                    kept += findings.map { "\(locale) \(string) \($0.check) \($0.message)" }
                }
                #expect((counts[locale]?.strings ?? 0) == withFindings, "\(label)")
                let page = try snapshot.unitList(locale: locale, filter: .init(state: .findings))
                #expect(page.rows.count == withFindings, "\(label)")
                let errors = checked.filter { $0.locale == locale && $0.severity == .error }
                #expect(
                    (counts[locale]?.errors ?? 0) == Set(errors.map(\.string)).count, "\(label)")
                for check in counts[locale]?.byCheck ?? [] {
                    let found = checked.filter { $0.locale == locale && $0.check == check.name }
                    #expect(Set(found.map(\.string)).count == check.strings, "\(label)")
                    let filter = UnitListFilter(state: .findings, check: check.name)
                    let page = try snapshot.unitList(locale: locale, filter: filter)
                    #expect(page.rows.count == check.strings, "\(label)")
                }
            }
            let expected = checked.map { "\($0.locale) \($0.string) \($0.check) \($0.message)" }
            #expect(kept.sorted() == expected.sorted(), "\(label)")
            return expected.count
        }
    }

    private static let template = """
        #, no-c-format
        msgid "Type %d"
        msgstr ""

        #, kde-format
        msgid "Page %2"
        msgstr ""

        msgctxt "verb"
        msgid "Open"
        msgstr ""

        msgctxt "state"
        msgid "Open"
        msgstr ""

        """

    private static let german = """
        msgid ""
        msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"

        msgid "Type %d"
        msgstr "Tippe %t"

        msgid "Page %2"
        msgstr "Seite"

        msgctxt "verb"
        msgid "Open"
        msgstr "Öffnen"

        msgctxt "state"
        msgid "Open"
        msgstr "Offen"

        """

    @Test func theyAreThoseOfACheckAfterEachChange() async throws {
        let host = try await project.open()
        #expect(try await compare(host, "at first") >= 5)
        try project.sandbox.write(Self.template, to: "app/po/m.pot")
        try project.sandbox.write(
            Self.template.replacing("no-c-format", with: "c-format"), to: "app/po/n.pot")
        try project.sandbox.write(Self.german, to: "app/po/de.po")
        for line in [
            // Flags and contexts of gettext files.
            "import -s po po/m.pot po/de.po", "import -s po po/n.pot",
            // Another text for the same source, then the same one again.
            "set fr a:keep 'Garder {{name}}'", "set fr a:save 'Garder {{name}}'",
            // The glossary changes, and with it the texts that it affects.
            "set fr glossary:term document", "set fr glossary:term fichier",
            "unset fr glossary:term", "set fr glossary:term fichier",
            // A source changes to the text of other strings, and away from it.
            "string edit title 'Save {{name}}'", "string edit a:save Save",
            "string edit b:file 'Open {{name}}'", "silence fr a:save placeholders --reason fine",
            "string remove a:keep", "unset de title", "locale remove de", "locale add de",
            "string rename b:file a:file", "string edit a:file Open --max-length 3",
            // The notations of placeholders affect all texts.
            "set fr title 'Save {{name}} %user%'", "config placeholders '[\"symfony\"]'",
            "config placeholders '[\"/Open/\"]'", "config placeholders --unset",
        ] {
            let result = project.sandbox.run(Transcript.words(line), in: "app")
            try #require(result.status == 0, "\(line): \(result.errors)")
            try await host.lookForOthers(at: .zero)
            try await compare(host, line)
        }
    }

    /// Changes by the server itself are applied event by event.
    @Test func theyFollowWhatIsWrittenHere() async throws {
        let host = try await project.open()
        await host.findings.waitUntilCurrent()
        for text in ["Titre  ", "Titre", "Save {{name}}", ""] {
            let receipt = try await host.submit(project.setting(text))
            try await compare(host, text)
            #expect(host.findings.progress.position?.commit == receipt.position.commit)
        }
    }

    /// The read model and the findings may be deleted at any moment.
    @Test func theyAreMadeAgainWithTheReadModel() async throws {
        let host = try await project.open()
        let count = try await compare(host, "before")
        let directory = project.path + "/.git/dragoman"
        try FileManager.default.removeItem(atPath: directory)
        _ = try await host.submit(project.setting("Titre"))
        #expect(try await compare(host, "after") == count)
    }

    @Test func aDamagedFileIsMadeAgain() async throws {
        let count = try await {
            let host = try await project.open()
            return try await compare(host, "before")
        }()
        let path = project.path + "/.git/dragoman/translations.sqlite-findings"
        #expect(FileManager.default.fileExists(atPath: path))
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
        try Data("no database, but long enough to be taken for one".utf8)
            .write(to: URL(fileURLWithPath: path))
        let host = try await project.open()
        #expect(try await compare(host, "after") == count)
    }

    /// After a restart, only later changes are checked.
    @Test func theyOutliveTheServer() async throws {
        do {
            let host = try await project.open()
            try await compare(host, "before")
        }
        try run("set fr title 'Titre  '")
        let host = try await project.open()
        try await compare(host, "after")
        #expect(host.findings.progress.total == 0, "Everything was made again.")
    }

    /// Reopening a project leaves no thread behind.
    @Test func theThreadEndsWithTheProject() async throws {
        weak var work: FindingsWork?
        do {
            let host = try await project.open()
            await host.findings.waitUntilCurrent()
            work = host.findings.work
        }
        for _ in 0..<1_000 where work != nil { try await Task.sleep(for: .milliseconds(10)) }
        #expect(work == nil)
    }
}
