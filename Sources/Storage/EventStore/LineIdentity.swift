/// A function that reads the identity of a line, supplied by the code that gives lines their
/// meaning.
///
/// A log compares lines by their bytes. It asks for the identity only if a line's bytes are gone:
/// the same line may still exist with other bytes.
public struct LineIdentity: Sendable {
    /// The identity of a line, or `nil` for one that has none or cannot be read: only its bytes count then.
    public let exact: @Sendable (ArraySlice<UInt8>) -> String?
    /// A cheap guess at the result of ``exact``, or `nil` if no guess is needed.
    public let guess: @Sendable (ArraySlice<UInt8>) -> String?

    /// Creates an identity; without a guess every line is read exactly.
    public init(
        exact: @escaping @Sendable (ArraySlice<UInt8>) -> String?,
        guess: (@Sendable (ArraySlice<UInt8>) -> String?)? = nil
    ) {
        self.exact = exact
        self.guess = guess ?? exact
    }

    /// Lines that are nothing but bytes.
    public static let bytes = LineIdentity { _ in nil }
}
