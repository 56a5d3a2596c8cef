import Foundation

/// One durable `propose` as a whole process, in a small and in a large repository, beside an empty commit of git.
///
/// The three take turns in every round, so that a slower machine is slower for all.
struct ProposeCase {
    let options: BenchmarkOptions
    let scratch: ScratchDirectory

    func run() throws {
        let small = try repository("small", events: 10)
        let large = try repository("large", events: options.events)
        let git = try gitRepository()
        var times: (small: [Double], large: [Double], git: [Double]) = ([], [], [])
        for round in 0...options.rounds {
            let rounds = (
                try propose(round, in: small), try propose(round, in: large),
                try time(
                    [
                        "/usr/bin/env", "git", "-c", "core.fsync=all", "commit", "-q",
                        "--allow-empty", "-m", "empty \(round)",
                    ], in: git)
            )
            // The first round warms caches and is not counted.
            guard round > 0 else { continue }
            times.small.append(rounds.0)
            times.large.append(rounds.1)
            times.git.append(rounds.2)
        }
        try report([
            "case": "propose", "rounds": options.rounds, "events": options.events,
            "smallMedianSeconds": median(times.small), "largeMedianSeconds": median(times.large),
            "gitCommitMedianSeconds": median(times.git),
            "largeToSmall": median(zip(times.large, times.small).map { $0 / $1 }),
            "largeToGit": median(zip(times.large, times.git).map { $0 / $1 }),
        ])
    }

    private func propose(_ round: Int, in repository: String) throws -> Double {
        try time(
            [options.program, "propose", "fr", "key.0", "proposal \(round)"], in: repository)
    }

    private func gitRepository() throws -> String {
        let path = scratch.path + "/git"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        try time(["/usr/bin/env", "git", "init", "-q"], in: path)
        return path
    }

    /// A repository whose events all fall on one day in one language, each in a file of its own.
    private func repository(_ name: String, events: Int) throws -> String {
        let path = scratch.path + "/" + name
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        try time([options.program, "init"], in: path)
        try time([options.program, "locale", "add", "fr"], in: path)
        try time([options.program, "string", "add", "key.0", "Text"], in: path)
        try Filling.add(events, to: path)
        try time(["/usr/bin/env", "git", "gc", "-q"], in: path)
        try time([options.program, "status"], in: path)
        return path
    }
}
