/// How the identity of a line is read, which is the business of whoever gave the lines a meaning.
///
/// A log compares lines by their bytes. Only where a line's bytes are gone it asks which line that was: the same
/// one may stand there with other bytes.
public struct LineIdentity: Sendable {
    /// The identity of a line, or `nil` for one that has none or cannot be read: only its bytes count then.
    public let exact: @Sendable (ArraySlice<UInt8>) -> String?
    /// A cheap guess of what ``exact`` will say; `nil` where it need not be asked.
    public let guess: @Sendable (ArraySlice<UInt8>) -> String?

    /// States how lines are told apart; without a guess every line is read exactly.
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
