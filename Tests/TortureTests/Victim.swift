import Foundation
import TestSupport
import Testing

/// A command that is killed, or that the system fails.
///
/// A row is all that a new verb needs to be tortured.
struct Victim: Sendable, CustomTestStringConvertible {
    let name: String
    /// Whether the branch is checked out in a work tree, which has to follow.
    var isCheckedOut = false
    /// What must be there before, done undisturbed, such as the proposal that is to be accepted.
    var prepare: @Sendable (Scene, Int) throws -> Void = { _, _ in }
    /// The command's words; the number makes each round's its own.
    let words: @Sendable (Scene, Int) throws -> [String]

    var testDescription: String { name }

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
        Victim(name: "propose, checked out", isCheckedOut: true) { _, number in
            ["propose", "fr", "greeting", "Salut \(number)", "--format", "json"]
        },
    ]
}
