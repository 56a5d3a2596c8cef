import Languages
import TestWorld
import Testing

/// At 80 columns no important text is cut off.
@Suite struct NarrowTerminalTests {
    private static let plain = ["NO_COLOR": "1"]

    private func answer(_ sandbox: Sandbox, _ line: String) -> String {
        var transcript = Transcript(sandbox, in: "app")
        transcript.run(line, environment: Self.plain, columns: 80)
        return transcript.text
    }

    @Test(arguments: ["check fr", "check --list", "config", "blame fr"])
    func nothingIsCut(_ line: String) throws {
        let sandbox = try Sessions.project()
        Sessions.prepare(
            sandbox,
            [
                "string add -s onboarding welcome.screen.text 'Hi {name} and {friend}'",
                "set fr onboarding:welcome.screen.text 'Un texte assez long pour deux lignes de terminal, sans rien de ce qu’il faut {nom}'",
                "config export-profiles '[{\"format\":\"i18next-json\",\"directory\":\"somewhere/far/below/the/project\",\"name\":\"web\"}]'",
            ])
        let text = answer(sandbox, line)
        #expect(!text.contains("…\n"), "\(text)")
        for line in text.split(separator: "\n").dropFirst() {
            #expect(DisplayWidth.columns(of: String(line)) <= 81, "\(line)")
        }
        let whole = sandbox.run(Transcript.words(line), in: "app").output
        func words(_ text: String) -> Set<Substring> {
            Set(text.split(whereSeparator: { " \n".contains($0) }))
        }
        // JSON has no spaces to wrap at.
        let missing = words(whole).subtracting(words(text)).filter { !$0.hasPrefix("[{") }
        #expect(missing.isEmpty, "\(missing) in \(text)")
    }
}
