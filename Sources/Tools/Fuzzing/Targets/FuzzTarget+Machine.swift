import Archive
import Foundation
import Git
import TestWorld

extension FuzzTarget {
    static let archive = FuzzTarget(
        "archive",
        "An archive from an untrusted source, unchanged or with its tar files repacked: within its limits, and verified.",
        maximumSize: 1 << 15, binarySeeds: ArchiveSeeds.all,
        words: ["ustar", "path=", "size=", "manifest.json", "../", "GNU.sparse.size="]
    ) {
        let sandbox = try Sandbox()
        return { input in
            // If the first byte is “t”, the rest is a tar file to pack, so that checksums do not
            // stop the fuzzer.
            let bytes =
                input.first == UInt8(ascii: "t")
                ? ArchiveSeeds.packed(Array(input.dropFirst())) : Array(input.dropFirst())
            guard let form = ArchiveForm(firstBytes: bytes) else { return .refused }
            let path = sandbox.directory + "/archive"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let limits = ArchiveReader.Limits(entries: 100, fileSize: 1 << 20, totalSize: 1 << 22)
            var total = 0
            var outcome = FuzzOutcome.refused
            do {
                try ArchiveReader.read(path, as: form, limits: limits) { total += $1.count }
                outcome = .accepted
            } catch is ArchiveError {}
            try law("An archive yields no more than its limit.", total <= limits.totalSize)
            let words = ["verify", "--format", "json", "archive"]
            try CommandLaws.check(sandbox.run(words), of: words)
            return outcome
        }
    }

    static let configuration = FuzzTarget(
        "configuration", "The repository's .git/config, as edited by hand: read or refused.",
        maximumSize: 1 << 12,
        seeds: [
            "[core]\n\trepositoryformatversion = 0\n\tbare = false\n[dragoman]\n\tlocale = fr\n\tguid = \"a b\" ; c\n[user]\n\tname = Ines\n\temail = i@example.org\n",
            "[remote \"origin\"]\n\turl = https://example.org/a.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch \"translations\"]\n\tremote = origin\n",
            "[extensions]\n\tobjectFormat = sha1\n[core]\n\tbare\n",
        ],
        words: [
            "[core]\n", "[dragoman]\n", "[extensions]\n", "[user]\n", "locale = ", "guid = ",
            "bare = ", "= true\n",
            "repositoryformatversion = 1\n", "partialclone = origin\n", "worktreeConfig = true\n",
            "\\\n", "\" ;",
            "[remote \"origin\"]\n", "url = ", "[include]\n", "maxKeepLater = 1\n",
        ]
    ) {
        let repository = try FuzzRepository()
        return { input in
            let text = String(decoding: input, as: UTF8.self)
            // Files included from elsewhere must not be read.
            guard !text.lowercased().contains("include"), !text.lowercased().contains("worktree")
            else {
                return .refused
            }
            try Data(input).write(to: URL(fileURLWithPath: repository.path + "/.git/config"))
            var outcome = FuzzOutcome.refused
            for words in [["status", "--format", "json"], ["get", "greeting"]] {
                let result = repository.sandbox.run(words, in: repository.directory)
                try CommandLaws.check(result, of: words)
                if result.status == 0 { outcome = .accepted }
            }
            return outcome
        }
    }
}
