import Foundation

/// A program that ended badly.
struct ProcessFailure: Error {
    let command: [String]
    let status: Int32
}

/// Runs a program to its end without its output, and returns the wall time in seconds.
@discardableResult
func time(_ command: [String], in directory: String) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    process.environment = [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": directory,
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
        "GIT_AUTHOR_NAME": "Bench", "GIT_AUTHOR_EMAIL": "bench@example.org",
        "GIT_COMMITTER_NAME": "Bench", "GIT_COMMITTER_EMAIL": "bench@example.org",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let clock = ContinuousClock()
    let start = clock.now
    try process.run()
    process.waitUntilExit()
    let elapsed = clock.now - start
    guard process.terminationStatus == 0 else {
        throw ProcessFailure(command: command, status: process.terminationStatus)
    }
    return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
}

/// The middle of the sorted numbers.
func median(_ numbers: [Double]) -> Double {
    let sorted = numbers.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
        ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// Writes one JSON line.
func report(_ members: [String: Any]) throws {
    var line = try JSONSerialization.data(withJSONObject: members, options: [.sortedKeys])
    line.append(UInt8(ascii: "\n"))
    FileHandle.standardOutput.write(line)
}
