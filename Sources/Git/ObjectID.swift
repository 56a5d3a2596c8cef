/// The name of a Git object: the 20 bytes of a SHA-1.
///
/// Ordered as the bytes are, which is the order of the hexadecimal forms too.
public struct ObjectID: Hashable, Sendable {
    private let first: UInt64
    private let second: UInt64
    private let third: UInt32

    init(first: UInt64, second: UInt64, third: UInt32) {
        self.first = first
        self.second = second
        self.third = third
    }

    /// How many hexadecimal digits an id has.
    public static let hexLength = 40

    /// Makes an id from exactly 40 lower-case hexadecimal digits, or returns `nil`.
    public init?(hex: some StringProtocol) {
        var words: [UInt64] = [0, 0, 0]
        var count = 0
        for byte in hex.utf8 {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            default: return nil
            }
            guard count < 40 else { return nil }
            words[count / 16] = words[count / 16] << 4 | UInt64(digit)
            count += 1
        }
        guard count == 40 else { return nil }
        self.init(first: words[0], second: words[1], third: UInt32(words[2]))
    }

    /// The empty tree, which every repository has without storing it.
    public static let emptyTree = ObjectID(
        first: 0x4b82_5dc6_42cb_6eb9, second: 0xa060_e54b_f8d6_9288, third: 0xfbee_4904)

    /// The 20 bytes.
    public var bytes: [UInt8] {
        func bytes(_ word: some FixedWidthInteger) -> [UInt8] {
            stride(from: word.bitWidth - 8, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: word >> $0)
            }
        }
        return bytes(first) + bytes(second) + bytes(third)
    }

    var words: (UInt64, UInt64, UInt32) { (first, second, third) }
}

extension ObjectID: Comparable {
    /// Returns whether the first id's bytes sort before the second's.
    public static func < (left: ObjectID, right: ObjectID) -> Bool { left.words < right.words }
}

extension ObjectID: CustomStringConvertible {
    /// The 40 hexadecimal digits.
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(40)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
