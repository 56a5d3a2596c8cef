import Testing
import Translation

/// The refusal that `body` throws.
func refusal<Result>(_ body: () throws -> Result) throws -> Refusal {
    do {
        _ = try body()
    } catch {
        return try #require(error as? Refusal, "\(type(of: error)): \(error)")
    }
    throw NotRefused()
}

struct NotRefused: Error {}
