/// A mail address in the form used for comparison: ASCII case is ignored, and other bytes must be
/// equal.
///
/// Some Unicode letters become ASCII letters when their case or form is folded, such as the Kelvin
/// sign. They make the address a different one.
public struct MailAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Creates an address from any spelling.
    public init(_ text: String) {
        bytes = text.utf8.map { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
    }
}

extension Actor {
    /// The mail address in the form used for comparison.
    public var address: MailAddress { MailAddress(email) }
}
