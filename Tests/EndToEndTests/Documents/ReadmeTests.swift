import Foundation
import TestWorld
import Testing

/// Runs the README's quick start exactly as a reader would paste it.
@Suite struct ReadmeTests {
    @Test func theMinutePrintsWhatThePageShows() throws {
        let document = try Document("README.md")
        let lines = try #require(document.blocks.first)
        let result = try document.run("exec 2>&1\n" + lines, in: Sandbox())
        #expect(result.status == 0, "\(result.output)")
        #expect(document.blocks.count == 1)
        #expect(document.outputs.count == 1)
        #expect(document.shows(document.outputs[0], for: result.output), "\(result.output)")
    }

    @Test func theTwoCommandsAreNamed() throws {
        let commands = try Document("README.md").commands
        #expect(commands.contains { $0.hasPrefix("make demo") })
        #expect(commands.contains { $0.hasPrefix("make test") })
    }

    @Test func thePageIsShort() throws {
        #expect(try Document("README.md").lineCount <= 120)
    }
}
