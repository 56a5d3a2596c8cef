import Foundation
import Glibc
public import SourceStrings
import Synchronization

/// What the application takes from the machine that it runs on, as values.
///
/// Nothing below reads a clock, draws a random number or looks at the environment by itself, so that tests
/// give the same results everywhere.
public struct Host: Sendable {
    /// The directory that relative paths start from.
    public var currentDirectory: String
    /// The environment's variables.
    public var environment: [String: String]
    /// The wall time in Unix milliseconds.
    public var now: @Sendable () -> Int64
    /// Random bits for ids and guids.
    public var random: RandomBits
    /// Waits so many milliseconds.
    public var pause: @Sendable (Int) -> Void
    /// Finds the strings of Swift sources, with an answer for each text.
    public var scanSwift: SwiftScanning

    /// How strings of Swift sources are found.
    public typealias SwiftScanning =
        @Sendable (_ texts: [String], _ source: SwiftSource, _ host: Host) throws ->
        [SourceScan]

    /// Describes a machine.
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

    /// Lets the thread sleep so many milliseconds.
    public static let sleep: @Sendable (Int) -> Void = { milliseconds in
        Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
    }

    /// A variable of the environment, unless it is empty.
    public func variable(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A path made absolute.
    public func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : currentDirectory + "/" + path
    }
}

/// A source of random bits that can be handed around.
public struct RandomBits: RandomNumberGenerator, Sendable {
    private let bits: @Sendable () -> UInt64

    /// Takes bits from a function.
    public init(_ bits: @escaping @Sendable () -> UInt64) { self.bits = bits }

    /// The system's random bits.
    public static let system: RandomBits = {
        // The system is asked for many at a time: an import takes two for each event.
        let waiting = Mutex<[UInt64]>([])
        return RandomBits {
            waiting.withLock { waiting in
                if waiting.isEmpty { waiting = systemBits() }
                return waiting.removeLast()
            }
        }
    }()

    /// As many bits as the system gives at once: <https://man7.org/linux/man-pages/man3/getentropy.3.html>.
    private static func systemBits() -> [UInt64] {
        var bits = [UInt64](repeating: 0, count: 32)
        let isFilled = bits.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) == 0 }
        return isFilled ? bits : [UInt64.random(in: .min ... .max)]
    }

    /// Returns 64 random bits.
    public func next() -> UInt64 { bits() }
}
