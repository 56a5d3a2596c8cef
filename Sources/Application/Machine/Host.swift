import Foundation
import Glibc
public import SourceStrings
import Synchronization

/// The machine that runs the application, as a set of values.
///
/// The layers below never read a clock, draw a random number or read the environment themselves.
/// Tests are therefore reproducible everywhere.
public struct Host: Sendable {
    /// The directory that relative paths start from.
    public var currentDirectory: String
    /// The environment variables of the process or a test.
    public var environment: [String: String]
    /// The wall time in Unix milliseconds.
    public var now: @Sendable () -> Int64
    /// Random bits for ids and guids.
    public var random: RandomBits
    /// Waits for a number of milliseconds; tests can skip the wait.
    public var pause: @Sendable (Int) -> Void
    /// Finds the strings in Swift sources, and returns a result for each source.
    public var scanSwift: SwiftScanning

    /// A function that finds the strings in Swift sources.
    public typealias SwiftScanning =
        @Sendable (_ texts: [String], _ source: SwiftSource, _ host: Host) throws ->
        [SourceScan]

    /// Creates a machine from its values.
    public init(
        currentDirectory: String, environment: [String: String],
        now: @escaping @Sendable () -> Int64, random: RandomBits,
        pause: @escaping @Sendable (Int) -> Void = Host.sleep,
        scanSwift: @escaping SwiftScanning = { try SwiftStringsProgram.scan($0, for: $1, on: $2) }
    ) {
        self.currentDirectory = currentDirectory
        self.environment = environment
        self.now = now
        self.random = random
        self.pause = pause
        self.scanSwift = scanSwift
    }

    /// Suspends the thread for a number of milliseconds.
    public static let sleep: @Sendable (Int) -> Void = { milliseconds in
        Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
    }

    /// Returns an environment variable, or `nil` if it is unset or empty.
    public func variable(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the absolute form of a path, relative to the current directory.
    public func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : currentDirectory + "/" + path
    }
}

/// A source of random bits that can be copied and shared.
public struct RandomBits: RandomNumberGenerator, Sendable {
    private let bits: @Sendable () -> UInt64

    /// Creates a source that calls a function for each 64 bits.
    public init(_ bits: @escaping @Sendable () -> UInt64) { self.bits = bits }

    /// The system's random bits, which are shared by all copies.
    public static let system: RandomBits = {
        // Get many bits at a time from the system, because an import needs two numbers per event.
        let waiting = Mutex<[UInt64]>([])
        return RandomBits {
            waiting.withLock { waiting in
                if waiting.isEmpty { waiting = systemBits() }
                return waiting.removeLast()
            }
        }
    }()

    /// Returns as many bits as the system provides in one call.
    ///
    /// See <https://man7.org/linux/man-pages/man3/getentropy.3.html>.
    private static func systemBits() -> [UInt64] {
        var bits = [UInt64](repeating: 0, count: 32)
        let isFilled = bits.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) == 0 }
        return isFilled ? bits : [UInt64.random(in: .min ... .max)]
    }

    /// Returns the next 64 random bits.
    public func next() -> UInt64 { bits() }
}
