import Foundation
import Fuzzing
import Glibc

/// Runs the targets in processes of their own, and finds out which input one of them died of or hangs in.
struct Supervisor {
    let options: FuzzOptions

    /// How often a target is begun again after a crash.
    private static let restarts = 5
    /// How many processes are spent on making an input small.
    private static let attempts = 150

    /// Where nothing is written to a disk, if there is such a place: repositories are made anew all the time.
    private static var temporary: String {
        access("/dev/shm", W_OK) == 0 ? "/dev/shm" : FileManager.default.temporaryDirectory.path
    }

    /// Returns 1 if anything failed.
    func run() throws -> Int32 {
        let scratch = Self.temporary + "/dragoman-fuzz-\(getpid())"
        try FileManager.default.createDirectory(
            atPath: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        say("seed \(options.seed)")
        var total = 0
        var hasFailed = false
        for target in options.targets {
            let (count, isClean) = try run(target, scratch: scratch)
            total += count
            hasFailed = hasFailed || !isClean
        }
        say("\(total) inputs, seed \(options.seed): \(hasFailed ? "FAILED" : "no failure")")
        return hasFailed ? 1 : 0
    }

    private func run(
        _ target: FuzzTarget, scratch: String
    ) throws -> (count: Int, isClean: Bool) {
        let share = max(1, options.seconds / options.targets.count)
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: .seconds(share))
        var (count, accepted, isClean, slowest) = (0, 0, true, "")
        for restart in 0...Self.restarts {
            let left = Int((end - clock.now).components.seconds)
            guard restart == 0 || (options.count.map { count < $0 } ?? (left > 0)) else { break }
            let progress = "\(scratch)/progress"
            try? FileManager.default.removeItem(atPath: progress)
            var arguments = [
                "--seed", "\(options.seed &+ UInt64(restart))", "--root", options.root,
                "--failures", options.failures,
            ]
            arguments +=
                options.count.map { ["--count", "\($0 - count)"] } ?? ["--time", "\(max(1, left))"]
            let child = try Child(
                arguments + ["--worker", target.name, progress], temporary: scratch)
            let ending = child.wait(patience: options.patience) {
                ProgressFile.read(progress).begun
            }
            let state = ProgressFile.read(progress)
            count += state.begun
            accepted += state.accepted
            let lines = child.output().split(separator: "\n").map(String.init)
            for line in lines where !line.hasPrefix("slowest") { say(line) }
            slowest = lines.last { $0.hasPrefix("slowest") } ?? slowest
            guard case .ended(0) = ending else {
                isClean = false
                if case .ended(Worker.found) = ending { break }
                try tell(target, ending, state.input, scratch: scratch)
                continue
            }
            break
        }
        say("\(target.name): \(count) inputs, \(accepted) accepted, \(slowest)")
        return (count, isClean)
    }

    /// Makes an input that killed its process small, and tells of it.
    private func tell(
        _ target: FuzzTarget, _ ending: Child.Ending, _ input: [UInt8], scratch: String
    ) throws {
        let file = "\(scratch)/one"
        func attempt(_ candidate: [UInt8]) -> Child.Ending? {
            try? writeFile(file, candidate)
            let child = try? Child(["--one", target.name, file], temporary: scratch)
            return child?.wait(patience: options.patience) {
                child?.output().isEmpty == false ? 1 : 0
            }
        }
        let isRepeatable = attempt(input)?.isLike(ending) ?? false
        let smallest =
            isRepeatable
            ? Minimizer.minimized(input, attempts: ending.isHang ? 30 : Self.attempts) {
                attempt($0)?.isLike(ending) ?? false
            } : input
        FailureReport(target: target.name, options: options).tell(
            FuzzFailure(
                kind: ending.sentence,
                detail: isRepeatable ? "" : "Only after the inputs before it.", input: smallest))
    }
}
