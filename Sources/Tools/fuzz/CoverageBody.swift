#if LIBFUZZER
import Fuzzing
import Glibc
import Synchronization

/// The body that libFuzzer's callback, a function of C without a context, runs.
enum CoverageBody {
    private static let body = Mutex<FuzzTarget.Body?>(nil)

    static func set(_ target: FuzzTarget) throws {
        try body.withLock { $0 = try target.prepare() }
    }

    /// Runs an input; a law that it broke ends the process, as libFuzzer expects it.
    static func run(_ input: [UInt8]) {
        do {
            // libFuzzer runs one input at a time: nobody waits for the lock.
            try body.withLock { _ = try $0?(input) }
        } catch {
            say("\(FuzzFailure.kind(of: error)) \(error)")
            abort()
        }
    }
}
#endif
