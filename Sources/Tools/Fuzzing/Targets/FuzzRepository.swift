import Commands
import Foundation
import TestWorld
import Workspace

/// A small project in a separate repository, restored for each input, because inputs can change it.
final class FuzzRepository {
    let sandbox: Sandbox
    /// The project's directory in the sandbox.
    let directory = "app"

    init() throws {
        sandbox = try Sandbox()
        try run(["init", "."])
        for line in Self.beginning { try run(Transcript.words(line)) }
        try sandbox.git("tag", "v1", "translations", in: directory)
        try run(["propose", "fr", "auth:login.title", "Connexion", "--note", "formal"])
        try run(["propose", "fr-CA", "greeting", "Bon matin"])
        try sandbox.write("{\"greeting\":\"Hi\",\"new\":\"New\"}", to: directory + "/en/app.json")
        try sandbox.write(
            "<strings language=\"fr\"><string><original>a</original><translation>b</translation></string></strings>",
            to: directory + "/fr.xml")
        try sandbox.git("gc", "-q", in: directory)
        try FileManager.default.copyItem(atPath: path, toPath: path + ".kept")
    }

    var path: String { sandbox.directory + "/" + directory }

    private static let beginning = [
        "locale add fr", "locale add fr-CA",
        "string add greeting 'Good morning' --comment 'Said early.'",
        "string add -s auth login.title 'Sign in to %@'", "set fr greeting Bonjour",
        "string add -s cart items --plural one='{{count}} item' --plural other='{{count}} items'",
    ]

    private func run(_ words: [String]) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let result = sandbox.run(words, in: directory)
        guard result.status == 0 else {
            throw BrokenLaw(law: "The project can be set up.", detail: "\(words): \(result.errors)")
        }
    }

    /// Restores the initial state of the repository.
    func restore() throws {
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: path + ".kept", toPath: path)
    }

    /// Returns a fingerprint that reveals changes: the position of the branch, and the names in the
    /// work tree and in `.git`.
    func mark() -> [String] {
        let files = FileManager.default
        let head = (try? sandbox.read(directory + "/.git/refs/heads/translations")) ?? ""
        let names = [
            "", "/.git", "/.git/dragoman", "/.git/dragoman-state", "/.git/refs/heads",
            "/.git/refs/tags",
        ].flatMap { ((try? files.contentsOfDirectory(atPath: path + $0)) ?? []).sorted() }
        return [head] + names
    }
}
