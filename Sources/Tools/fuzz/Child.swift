import Foundation
import Glibc

/// A process of this program, with what it prints.
struct Child {
    /// How a process came to its end.
    enum Ending {
        case ended(Int32)
        case killed(signal: Int32)
        case hung(seconds: Int)

        var sentence: String {
            switch self {
            case .ended(let status): "The process gave up with status \(status)."
            case .killed(let signal): "The process crashed with signal \(signal)."
            case .hung(let seconds): "The input took longer than \(seconds) seconds."
            }
        }

        var isHang: Bool {
            if case .hung = self { true } else { false }
        }

        func isLike(_ other: Ending) -> Bool {
            switch (self, other) {
            case (.ended(let a), .ended(let b)), (.killed(let a), .killed(let b)): a == b
            case (.hung, .hung): true
            default: false
            }
        }
    }

    private let process = Process()
    private let outputPath: String

    init(_ arguments: [String], temporary: String) throws {
        outputPath = "\(temporary)/output"
        try writeFile(outputPath, [])
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        // What a process that is killed leaves behind goes away with the supervisor's directory.
        process.environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "TMPDIR": temporary, "HOME": temporary,
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
            // The runtime's own report of a crash takes seconds, and says nothing that is not said here.
            "SWIFT_BACKTRACE": "enable=no",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: outputPath)
        process.standardError = process.standardOutput
        try process.run()
    }

    /// Waits for the end; kills the process when `progress` stands still for longer than `patience` seconds.
    func wait(patience: Int, progress: () -> Int) -> Ending {
        let clock = ContinuousClock()
        // To set a target up takes longer than an input.
        var limit = clock.now.advanced(by: .seconds(patience + 20))
        var last = 0
        while process.isRunning {
            usleep(20_000)
            let now = progress()
            if now != last { (last, limit) = (now, clock.now.advanced(by: .seconds(patience))) }
            if clock.now > limit {
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                return .hung(seconds: patience)
            }
        }
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
            ? .killed(signal: process.terminationStatus) : .ended(process.terminationStatus)
    }

    /// What it printed.
    func output() -> String {
        String(decoding: FileManager.default.contents(atPath: outputPath) ?? Data(), as: UTF8.self)
    }
}
