import TestSupport
import Testing

/// Expects that something was refused, with a sentence and a hint if Dragoman did it, and for this reason.
func expectRefusal(
    _ result: Sandbox.Result, _ carriage: Carriage, _ reason: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard carriage != .plainGit else {
        #expect(result.status != 0, "\(result)", sourceLocation: sourceLocation)
        return
    }
    #expect(result.status == 2, "\(result)", sourceLocation: sourceLocation)
    #expect(result.errors.contains("\nhint: "), "\(result)", sourceLocation: sourceLocation)
}
