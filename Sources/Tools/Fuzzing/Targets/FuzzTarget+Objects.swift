import Foundation
import TestWorld

extension FuzzTarget {
    static let tree = FuzzTarget(
        "tree",
        "Entries of an events folder, as plain Git allows them, one per line: mode, name and contents.",
        maximumSize: 1 << 12,
        seeds: [
            "100644 a.jsonl \(EventSeeds.lines[4])\n100644 b.jsonl \(EventSeeds.lines[13])",
            "120000 c.jsonl ../../dragoman.json\n100755 d.jsonl {}\n100644 .git x\n100644 .. y",
            "100644 \u{FF}.jsonl x\n100644 A.jsonl \n100644 a.jsonl \n40000 e.jsonl x",
        ],
        words: [
            "100644 ", "120000 ", "160000 ", "40000 ", "100755 ", "0 ", ".jsonl ", ".gitmodules ",
            "../", "CON ",
        ]
    ) {
        let objects = try FuzzObjects()
        return { input in
            var entries: [(mode: [UInt8], name: [UInt8], kind: String, content: [UInt8])] = []
            for line in input.split(separator: 0x0A).prefix(8) {
                let parts = line.split(
                    separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
                guard parts.count == 3, !parts[1].contains(0) else { continue }
                entries.append((Array(parts[0]), Array(parts[1]), "blob", Array(parts[2])))
            }
            guard !entries.isEmpty else { return .refused }
            var folder: [UInt8] = []
            for entry in entries {
                folder += entry.mode + [0x20] + entry.name + [0]
                folder += try objects.write(entry.kind, entry.content).bytes
            }
            let fr = try objects.write("tree", folder)
            let events = try objects.write("tree", Array("40000 fr\0".utf8) + fr.bytes)
            let root = try objects.write(
                "tree",
                Array("100644 dragoman.json\0".utf8) + objects.project.bytes
                    + Array("40000 events\0".utf8) + events.bytes)
            let commit = try objects.write(
                "commit",
                Array(
                    "tree \(root.hex)\nauthor A <a@b> 1795253400 +0000\ncommitter A <a@b> 1795253400 +0000\n\nm\n"
                        .utf8))
            return try objects.look(at: commit)
        }
    }

    static let commit = FuzzTarget(
        "commit",
        "The parts of a commit after its tree and parents: people, times, encodings, message.",
        maximumSize: 1 << 11,
        seeds: [
            "author A <a@b> 1795253400 +0000\ncommitter A <a@b> 1795253400 +0000\n\nsubject\n\nbody\n",
            "author  <> 0 -2359\ncommitter \u{202E} <x> 9223372036854775807 +9999\nencoding latin1\ngpgsig -----BEGIN\n x\n\n",
            "author A <a@b> 9223372036854775 +0000\ncommitter A <a@b> 1 +0000\n\n",
            "author A <a@b> 92233720368547758 +0000\ncommitter A <a@b> 1 +0000\n\n",
            "author A <a@b> -1 +0000\ncommitter A <a@b> 99999999999999 +0000\n\n",
        ],
        words: [
            "author ", "committer ", "encoding ", "gpgsig ", " <", "> ", "+0000", "-9999",
            "9223372036854775807",
            "9223372036854775", "9223372036854776", "-62135596800", "253402300800",
            "Co-authored-by: ", "\n\n",
        ]
    ) {
        let objects = try FuzzObjects()
        return { input in
            let head = "tree \(objects.tip.tree)\nparent \(objects.tip.commit)\n"
            return try objects.look(at: try objects.write("commit", Array(head.utf8) + input))
        }
    }
}

/// Git objects in raw form, and the program's result for a branch that consists of them.
private final class FuzzObjects {
    /// An object's id.
    struct ID {
        let hex: String

        var bytes: [UInt8] {
            var digits = hex.utf8.makeIterator()
            var bytes: [UInt8] = []
            while let high = digits.next(), let low = digits.next() {
                bytes.append(Self.value(high) << 4 | Self.value(low))
            }
            return bytes
        }

        private static func value(_ digit: UInt8) -> UInt8 {
            digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
        }
    }

    private let repository: FuzzRepository
    /// The file `dragoman.json`.
    let project: ID
    /// The newest commit of the project, and its tree.
    let tip: (commit: String, tree: String)

    init() throws {
        repository = try FuzzRepository()
        let (sandbox, directory) = (repository.sandbox, repository.directory)
        func name(_ revision: String) throws -> String {
            String(try sandbox.git("rev-parse", revision, in: directory).prefix(40))
        }
        project = ID(hex: try name("translations:dragoman.json"))
        tip = (try name("translations"), try name("translations^{tree}"))
    }

    func write(_ kind: String, _ content: [UInt8]) throws -> ID {
        let file = repository.sandbox.directory + "/object"
        try Data(content).write(to: URL(fileURLWithPath: file))
        let id = try repository.sandbox.git(
            "hash-object", "-t", kind, "-w", "--literally", file, in: repository.directory)
        return ID(hex: String(id.prefix(40)))
    }

    /// Moves the branch to a commit and runs all queries on it.
    func look(at commit: ID) throws -> FuzzOutcome {
        try Data((commit.hex + "\n").utf8).write(
            to: URL(fileURLWithPath: repository.path + "/.git/refs/heads/translations"))
        var outcome = FuzzOutcome.refused
        for words in [
            ["fsck", "--format", "json"], ["log", "--commits", "--format", "json"],
            ["log", "--commits"], ["show", commit.hex],
            ["diff", "v1..translations", "--format", "json"],
            ["blame", "fr", "--format", "json"],
            ["propose", "fr", "greeting", "x", "--format", "json"],
        ] {
            let result = repository.sandbox.run(words, in: repository.directory)
            try CommandLaws.check(result, of: words)
            if result.status == 0 { outcome = .accepted }
        }
        return outcome
    }
}
