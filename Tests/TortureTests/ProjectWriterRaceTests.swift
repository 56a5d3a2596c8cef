import Foundation
import TestKit
import Testing

/// One process that many write through, killed at random, with commands and a clone that syncs beside it.
@Suite struct ProjectWriterRaceTests {
    @Test func whatTheWriterAcknowledgedIsThereWheneverItDies() throws {
        var random = Torture.generator("project writer")
        let scene = try Scene(.clones)
        for directory in ["app", "other"] {
            // Here the lock is waited for: everybody writes at once.
            try scene.sandbox.git("config", "dragoman.lockTimeout", "20000", in: directory)
        }
        // Thousands of proposals for one text would be most of the work: the text is folded with each of them.
        let texts = (0..<60).map { "\"key\($0)\": \"Text \($0)\"" }.joined(separator: ",\n")
        try scene.sandbox.write("{\(texts)}\n", to: "en.json")
        let imported = try scene.execute(["import", "../en.json", "--format", "json"])
        try #require(imported.status == 0, "\(imported)")
        try scene.acknowledge(imported)
        for round in 1...Torture.rounds(short: 2, long: 25) {
            let commands = Torture.rounds(short: 4, long: 20)
            let delay = Double(Int.random(in: 0..<1_500, using: &random)) / 1_000
            try disturb(scene, round, commands: commands, after: delay)
            for line in try scene.sandbox.read("answers").split(separator: "\n") {
                try scene.acknowledge(.init(status: 0, output: String(line), errors: ""))
            }
            let problems = try scene.problems()
            #expect(problems == [], "round \(round)")
            if !problems.isEmpty { break }
        }
        #expect(scene.acknowledged.count > 64)
    }

    /// Runs commands and syncs beside the writer, and kills that when they are done and some time has passed.
    private func disturb(
        _ scene: Scene, _ round: Int, commands: Int, after seconds: Double
    ) throws {
        let script = """
            : > answers
            '\(try Products.bench)' propose app 1000000 round\(round) > answers & writer=$!
            for step in $(seq \(commands)); do
                '\(try Products.dragoman)' -C app set fr farewell "Text \(round) $step" 2>> failed > /dev/null \\
                    || echo "set" >> failed
                '\(try Products.dragoman)' -C app status > /dev/null || echo "status" >> failed
                [ $((step % 4)) -ne 0 ] || for name in app other; do
                    '\(try Products.dragoman)' -C $name sync 2>> talk > /dev/null || echo "sync" >> failed
                done
            done
            sleep \(seconds)
            kill -9 $writer || echo "the writer had ended" >> failed
            wait $writer 2> /dev/null
            ! grep -E '^(set|status|sync|the writer)' failed
            """
        let result = try scene.sandbox.execute("/bin/sh", ["-c", script])
        #expect(result.status == 0, "\(result)")
    }
}
