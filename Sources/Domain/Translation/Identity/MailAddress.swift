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

    /// The address, with its ASCII letters in lower case.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the address is in ASCII, without quotes or comments (RFC 5322, section 3.4.1:
    /// `dot-atom`).
    ///
    /// Such an address contains no spaces, control characters or separators, so it can be part of a
    /// header, and a joined list of addresses is not taken for one. It has at most 200 bytes.
    public var isPlain: Bool {
        guard bytes.count <= 200 else { return false }
        let halves = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard halves.count == 2 else { return false }
        return Self.isDotted(halves[0], extra: "!#$%&'*+-/=?^_`{|}~")
            && Self.isDotted(halves[1], extra: "-")
    }

    /// Returns true if a text consists of non-empty atoms, separated by dots.
    private static func isDotted(_ text: ArraySlice<UInt8>, extra: String) -> Bool {
        text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty
                && $0.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
                        || extra.utf8.contains(byte)
                }
        }
    }
}

extension Actor {
    /// The mail address in a form for comparison.
    public var address: MailAddress { MailAddress(email) }
}
