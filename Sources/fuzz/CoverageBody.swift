#if LIBFUZZER
import Fuzzing
import Glibc
import Synchronization

/// The body that libFuzzer's callback, a function of C without a context, runs.
enum CoverageBody {
    private final class Box: @unchecked Sendable {
        let run: FuzzTarget.Body
        init(_ run: @escaping FuzzTarget.Body) { self.run = run }
    }

    private static let body = Mutex<Box?>(nil)

    static func set(_ target: FuzzTarget) throws {
        let box = Box(try target.prepare())
        body.withLock { $0 = box }
    }

    /// Runs an input; a law that it broke ends the process, as libFuzzer expects it.
    static func run(_ input: [UInt8]) {
        guard let box = body.withLock({ $0 }) else { return }
        do {
            _ = try box.run(input)
        } catch {
            say("\(FuzzFailure.kind(of: error)) \(error)")
            abort()
        }
    }
}
#endif
