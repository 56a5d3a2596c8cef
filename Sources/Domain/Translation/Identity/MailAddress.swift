/// A mail address in a form for comparison.
///
/// ASCII case is ignored, and all other bytes must be equal. Some Unicode letters fold to ASCII
/// letters, such as the Kelvin sign. Such a letter makes the address different.
public struct MailAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Creates an address from a text in any letter case.
    public init(_ text: String) {
        bytes = text.utf8.map { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
    }
}

extension Actor {
    /// The mail address in a form for comparison.
    public var address: MailAddress { MailAddress(email) }
}
