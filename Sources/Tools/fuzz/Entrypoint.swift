import Foundation
import Fuzzing
import Glibc
import Synchronization

/// Runs the targets of the module `Fuzzing` under libFuzzer, one per process: `make fuzz` builds
/// and starts it.
@main
enum Entrypoint {
    private static let usage = """
        Usage: fuzz --list                       Prints the names of the targets.
               fuzz --seeds TARGET DIRECTORY     Writes DIRECTORY/seeds and DIRECTORY/dictionary.
               fuzz TARGET [libFuzzer's options and directories]
        """

    static func main() throws {
        var words = CommandLine.arguments.dropFirst()
        switch words.popFirst() {
        case "--list"?:
            for target in FuzzTarget.all { say(target.name) }
        case "--seeds"?:
            guard let target = words.popFirst().flatMap(FuzzTarget.named),
                let directory = words.popFirst()
            else { return refuse() }
            try writeSeeds(of: target, to: directory)
        case let name?:
            guard let target = FuzzTarget.named(name) else { return refuse() }
            try exit(LibFuzzer.run(target, Array(words)))
        case nil: refuse()
        }
    }

    private static func refuse() {
        say(usage)
        exit(64)
    }

    /// Writes a file for each known input, and the target's words in libFuzzer's dictionary syntax.
    private static func writeSeeds(of target: FuzzTarget, to directory: String) throws {
        let seeds = URL(fileURLWithPath: directory + "/seeds")
        try FileManager.default.createDirectory(at: seeds, withIntermediateDirectories: true)
        let known = target.seeds + Corpus(root: ".").fixtures(for: target)
        for (number, input) in known.enumerated() {
            try Data(input).write(to: seeds.appendingPathComponent("\(number)"))
        }
        let words = target.dictionary.map { word in
            "\"" + word.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                + "\"\n"
        }
        try Data(words.joined().utf8).write(
            to: URL(fileURLWithPath: directory + "/dictionary"))
    }
}

/// libFuzzer, which mutates inputs to reach new code.
private enum LibFuzzer {
    #if LIBFUZZER
    private typealias Callback = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

    @_silgen_name("LLVMFuzzerRunDriver")
    private static func runDriver(
        _ count: UnsafeMutablePointer<CInt>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
        _ callback: Callback
    ) -> CInt

    /// The body of the target, stored for the callback, because a C function has no context.
    private static let prepared = Mutex<Prepared?>(nil)

    /// A wrapper around the body.
    ///
    /// Without the wrapper, each access to a closure in an optional would wrap the closure again,
    /// until calling it overflows the stack.
    private struct Prepared {
        let run: FuzzTarget.Body
    }

    static func run(_ target: FuzzTarget, _ options: [String]) throws -> Int32 {
        try prepared.withLock { $0 = Prepared(run: try target.prepare()) }
        reportStackOverflows()
        // libFuzzer restarts itself for merging and minimizing, through a shell with its first
        // argument and the options.
        let command = "\(CommandLine.arguments[0]) \(target.name)"
        let words = [command, "-max_len=\(target.maximumSize)"] + options
        // The arguments live as long as the process.
        let arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
            .allocate(capacity: words.count + 1)
        for (index, word) in words.enumerated() {
            (arguments + index).initialize(to: strdup(word))
        }
        (arguments + words.count).initialize(to: nil)
        var count = CInt(words.count)
        var start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments
        return runDriver(&count, &start, callback)
    }

    private static let callback: Callback = { bytes, count in
        test(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    }

    /// Runs an input, and crashes if a law is broken, because libFuzzer only detects crashes.
    private static func test(_ input: [UInt8]) {
        do {
            _ = try prepared.withLock { try $0?.run(input) }
        } catch {
            say(
                "\(error is BrokenLaw ? "Broken law" : "Not a refusal: \(type(of: error))"): \(error)"
            )
            abort()
        }
    }

    /// Gives the handler of segmentation faults a separate stack.
    ///
    /// This way, libFuzzer can save an input that overflows the stack. libFuzzer keeps the flag
    /// `SA_ONSTACK` when it installs its handler.
    private static func reportStackOverflows() {
        let size = 1 << 20
        var stack = stack_t(
            ss_sp: .allocate(byteCount: size, alignment: 16), ss_flags: 0, ss_size: size)
        sigaltstack(&stack, nil)
        var action = sigaction()
        action.sa_flags = SA_ONSTACK
        sigaction(SIGSEGV, &action, nil)
    }
    #else
    static func run(_ target: FuzzTarget, _ options: [String]) throws -> Int32 {
        say("This program was built without libFuzzer. Use `make fuzz`.")
        return 64
    }
    #endif
}

private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
