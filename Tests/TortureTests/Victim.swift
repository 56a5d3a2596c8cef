import Foundation
import TestWorld
import Testing

/// A command that is killed, or whose system calls fail.
///
/// A new verb needs only a row here to be tortured.
struct Victim: Sendable, CustomTestStringConvertible {
    let name: String
    var surroundings = Scene.Surroundings.nothing
    /// The program with the fault: the command itself, or the `git` that it starts.
    var program = "dragoman"
    /// Prepares the repository without faults, for example with the proposal to accept.
    var prepare: @Sendable (Scene, Int) throws -> Void = { _, _ in }
    /// The command's arguments; the number makes each round's unique.
    let words: @Sendable (Scene, Int) throws -> [String]

    var testDescription: String { name }

    /// The delay in milliseconds after which the next write must succeed: locks left by `git` count
    /// as stale after ten seconds.
    var recovery: Int64 { program == "git" ? 20_000 : 0 }

    static let propose = Victim(name: "propose") { _, number in
        ["propose", "fr", "greeting", "Salut \(number)", "--format", "json"]
    }

    static let all: [Victim] = [
        propose,
        Victim(
            name: "accept",
            prepare: { scene, number in
                try scene.acknowledge(
                    scene.execute([
                        "propose", "fr", "greeting", "Bon \(number)", "--format", "json",
                    ]))
            },
            words: { scene, _ in
                let id = try #require(scene.acknowledged.last)
                return ["accept", id, "--format", "json"]
            }),
        Victim(
            name: "import",
            prepare: { scene, number in
                let members = (0..<20).map { #""key\#($0)": "Text \#(number).\#($0)""# }
                try scene.sandbox.write("{\(members.joined(separator: ","))}", to: "import.json")
            },
            words: { scene, _ in
                [
                    "import", "-l", "en", "-s", "default", "--file-format", "i18next-json",
                    "--format", "json", scene.sandbox.directory + "/import.json",
                ]
            }),
        Victim(name: "rebuild") { _, _ in ["rebuild"] },
        Victim(name: "propose, checked out", surroundings: .workTree) { _, number in
            ["propose", "fr", "greeting", "Salut \(number)", "--format", "json"]
        },
        sync("sync", program: "dragoman"), sync("sync, its git", program: "git"),
        Victim(name: "gather", surroundings: .clones, prepare: scatter) { _, _ in
            ["gather", "--all"]
        },
        Victim(name: "gc") { _, _ in ["gc"] },
        Victim(name: "gc, its git", program: "git") { _, _ in ["gc"] },
    ]

    private static func sync(_ name: String, program: String) -> Victim {
        Victim(name: name, surroundings: .clones, program: program, prepare: diverge) { _, _ in
            ["sync"]
        }
    }

    /// Lets both clones write, and the other one push.
    @Sendable private static func diverge(_ scene: Scene, _ number: Int) throws {
        for (name, locale) in [("app", "fr"), ("other", "de")] {
            let result = scene.run(
                ["propose", locale, "greeting", "Apart \(number)", "--format", "json"], in: name)
            try #require(result.status == 0, "\(name): \(result)")
            try scene.acknowledge(result)
        }
        let pushed = scene.run(["sync"], in: "other")
        try #require(pushed.status == 0, "\(pushed)")
    }

    /// Creates enough small files to be gathered, and pushes all of them.
    @Sendable private static func scatter(_ scene: Scene, _ number: Int) throws {
        for file in 1...70 {
            let made = scene.run(["string", "add", "files\(number).\(file)", "Text"])
            try #require(made.status == 0, "\(made)")
        }
        let synced = scene.run(["sync"])
        try #require(synced.status == 0, "\(synced)")
    }
}
