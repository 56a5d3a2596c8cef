/// Functions that read the identity of a line, supplied by the code that interprets the lines.
///
/// A log compares lines by their bytes. It reads identities only if a line's bytes are missing,
/// because the same line may still exist with different bytes.
public struct LineIdentity: Sendable {
    /// Returns the identity of a line, or `nil` if the line has none or cannot be read.
    ///
    /// Lines without an identity are compared only by their bytes.
    public let exact: @Sendable (ArraySlice<UInt8>) -> String?
    /// Returns a cheap guess at the result of ``exact``, or `nil` if the line has no identity.
    ///
    /// A search calls ``exact`` only for lines whose guess matches.
    public let guess: @Sendable (ArraySlice<UInt8>) -> String?

    /// Creates an identity; if `guess` is `nil`, `exact` is used in its place.
    public init(
        exact: @escaping @Sendable (ArraySlice<UInt8>) -> String?,
        guess: (@Sendable (ArraySlice<UInt8>) -> String?)? = nil
    ) {
        self.exact = exact
        self.guess = guess ?? exact
    }

    /// No identities: lines are compared only by their bytes.
    public static let bytes = LineIdentity { _ in nil }
}
