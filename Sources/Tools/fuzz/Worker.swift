import Foundation
import Fuzzing
import Glibc
import Synchronization

/// Runs inputs of one target in this process, which may die of them.
struct Worker {
    let target: FuzzTarget
    let options: FuzzOptions
    let progress: String

    /// How much address space inputs may take beyond what the process had when it began: 1 GiB.
    private static let memory = 1 << 30
    /// How much more may be resident at the end than after the first inputs: 256 MiB.
    private static let growth = 256 << 20
    /// How large the stack is on which inputs run: small, so that recursion without a bound is found.
    private static let stack = 1 << 20
    /// How many kinds of failures are worth while.
    private static let failures = 5

    /// How long it may take to make an input small.
    private static let minimizing = Duration.seconds(20)

    /// The status of a process that found failures and told them.
    static let found: Int32 = 1

    /// Runs a file once, and says when it begins.
    ///
    /// Exit 0 if it is survived.
    static func runOne(_ target: FuzzTarget, _ path: String) throws -> Int32 {
        let input = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        return try onSmallStack {
            let body = try target.prepare()
            try limitMemory()
            say("begun")
            do {
                say("\(target.name): \(try body(input).rawValue)")
                return 0
            } catch {
                say("\(target.name): \(FuzzFailure.kind(of: error)) \(error)")
                return found
            }
        }
    }

    /// Runs inputs until there were enough.
    ///
    /// Prints a line for each failure.
    func run() throws -> Int32 {
        try Self.onSmallStack { try runInputs() }
    }

    private func runInputs() throws -> Int32 {
        let body = try target.prepare()
        try Self.limitMemory()
        let corpus = Corpus(root: options.root)
        let kept = corpus.found(for: target).map(\.input)
        var source = InputSource(
            target: target, kept: kept, known: corpus.fixtures(for: target), seed: options.seed)
        let file = try ProgressFile(path: progress)
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: .seconds(options.seconds))
        var accepted = 0
        var begun = 0
        var slowest = Duration.zero
        var kinds: Set<String> = []
        var resident = 0
        let wanted = options.count.map { $0 + kept.count }
        while wanted.map({ begun < $0 }) ?? (clock.now < end), kinds.count < Self.failures {
            let input = source.next()
            begun += 1
            file.begin(input, number: begun, accepted: accepted)
            let start = clock.now
            var failure: (any Error)?
            do {
                let outcome = try body(input)
                if outcome == .accepted { accepted += 1 }
                source.learn(input, outcome)
            } catch {
                failure = error
            }
            slowest = max(slowest, clock.now - start)
            if let failure {
                tell(failure, input, body, &kinds) {
                    // The number changes, so that whoever watches sees that it goes on.
                    file.begin($0, number: begun + $1, accepted: accepted)
                }
            }
            if begun == 500 { resident = Self.residentSize() }
        }
        file.begin([], number: begun, accepted: accepted)
        if resident > 0, Self.residentSize() - resident > Self.growth {
            throw FuzzOptions.Wrong(
                description: "The process grew from \(resident) to \(Self.residentSize()) bytes.")
        }
        say("slowest \(slowest)")
        return kinds.isEmpty ? 0 : Self.found
    }

    /// Prints the smallest input that fails like this one, once for each kind of failure.
    private func tell(
        _ error: any Error, _ input: [UInt8], _ body: FuzzTarget.Body, _ kinds: inout Set<String>,
        _ begin: ([UInt8], _ attempt: Int) -> Void
    ) {
        let kind = FuzzFailure.kind(of: error)
        guard kinds.insert(kind).inserted else { return }
        var detail = "\(error)"
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: Self.minimizing)
        var attempt = 0
        let smallest = Minimizer.minimized(input, attempts: 3000) { candidate in
            guard clock.now < end else { return false }
            attempt += 1
            begin(candidate, attempt)
            do {
                _ = try body(candidate)
                return false
            } catch let other {
                guard FuzzFailure.kind(of: other) == kind else { return false }
                detail = "\(other)"
                return true
            }
        }
        FailureReport(target: target.name, options: options).tell(
            FuzzFailure(kind: kind, detail: detail, input: smallest))
    }

    private static func limitMemory() throws {
        let limit = rlim_t(pages(0) + memory)
        var limits = rlimit(rlim_cur: limit, rlim_max: limit)
        guard setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits) == 0 else {
            throw FuzzOptions.Wrong(description: "The limit of memory cannot be set.")
        }
    }

    private static func residentSize() -> Int { pages(1) }

    /// A number of /proc/self/statm, in bytes: 0 is the address space, 1 what is resident.
    private static func pages(_ index: Int) -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        return index < numbers.count ? numbers[index] * Int(getpagesize()) : 0
    }

    /// Runs a function on a thread with a small stack.
    private static func onSmallStack(
        _ body: @escaping @Sendable () throws -> Int32
    ) throws -> Int32 {
        let outcome = Mutex<Result<Int32, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let result = Result { try body() }
            outcome.withLock { $0 = result }
            done.signal()
        }
        thread.stackSize = stack
        thread.start()
        done.wait()
        guard let result = outcome.withLock({ $0 }) else { return 70 }
        return try result.get()
    }
}

/// Tells of inputs that fail, and keeps them.
struct FailureReport {
    let target: String
    let options: FuzzOptions

    func tell(_ failure: FuzzFailure) {
        say("FAILURE \(target): \(failure.kind)")
        if failure.detail != failure.kind { say("  saw: \(failure.detail.prefix(600))") }
        say("  input: \(FuzzFailure.shown(failure.input))")
        guard !options.failures.isEmpty else { return }
        let name = "\(target)-\(Self.fingerprint(failure.input))"
        let path = options.failures + "/" + name
        try? FileManager.default.createDirectory(
            atPath: options.failures, withIntermediateDirectories: true)
        try? writeFile(path, failure.input)
        say("  kept: \(path)")
    }

    /// FNV-1a, for names that are the same for the same input.
    private static func fingerprint(_ input: [UInt8]) -> String {
        let hash = input.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }
}
