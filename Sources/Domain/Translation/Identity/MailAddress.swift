/// A mail address as addresses are compared: without regard to ASCII case, and by bytes otherwise.
///
/// Unicode has letters that become ASCII letters when their case or form is folded, such as the Kelvin sign. They make
/// another address.
public struct MailAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Takes an address as somebody wrote it.
    public init(_ text: String) {
        bytes = text.utf8.map { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
    }
}

extension Actor {
    /// The mail address as addresses are compared.
    public var address: MailAddress { MailAddress(email) }
}
