/// The id of a Git object: the 20 bytes of a SHA-1 hash.
///
/// Ids are ordered by their bytes, which is also the order of their hexadecimal forms.
public struct ObjectID: Hashable, Sendable {
    private let first: UInt64
    private let second: UInt64
    private let third: UInt32

    init(first: UInt64, second: UInt64, third: UInt32) {
        self.first = first
        self.second = second
        self.third = third
    }

    /// The number of hexadecimal digits in an id.
    public static let hexLength = 40

    /// Creates an id from exactly 40 lower-case hexadecimal digits, or returns `nil`.
    public init?(hex: some StringProtocol) {
        let id =
            unsafe hex.utf8.withContiguousStorageIfAvailable(Self.read)
            ?? Array(hex.utf8).withUnsafeBufferPointer(Self.read)
        guard let id else { return nil }
        self = id
    }

    private static func read(_ digits: UnsafeBufferPointer<UInt8>) -> ObjectID? {
        guard digits.count == hexLength, let first = unsafe word(digits[0..<16]),
            let second = unsafe word(digits[16..<32]), let third = unsafe word(digits[32..<40])
        else { return nil }
        return ObjectID(first: first, second: second, third: UInt32(third))
    }

    private static func word(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
        var word: UInt64 = 0
        for index in unsafe digits.indices {
            let byte = unsafe digits[index]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                word = word << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                word = word << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return word
    }

    /// The empty tree, which exists in every repository without being stored.
    public static let emptyTree = ObjectID(
        first: 0x4b82_5dc6_42cb_6eb9, second: 0xa060_e54b_f8d6_9288, third: 0xfbee_4904)

    /// The 20 bytes of the hash, in order.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20)
        func append(_ word: UInt64, bits: Int) {
            for shift in stride(from: bits - 8, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        append(first, bits: 64)
        append(second, bits: 64)
        append(UInt64(third), bits: 32)
        return bytes
    }

    var words: (UInt64, UInt64, UInt32) { (first, second, third) }
}

extension ObjectID: Comparable {
    /// Returns true if the first id's bytes sort before the second's.
    public static func < (left: ObjectID, right: ObjectID) -> Bool { left.words < right.words }
}

extension ObjectID: CustomStringConvertible {
    /// The 40 hexadecimal digits, in lower case.
    public var description: String {
        unsafe String(unsafeUninitializedCapacity: Self.hexLength) { buffer in
            for (index, byte) in bytes.enumerated() {
                unsafe buffer.initializeElement(at: 2 * index, to: Self.digit(byte >> 4))
                unsafe buffer.initializeElement(at: 2 * index + 1, to: Self.digit(byte & 15))
            }
            return Self.hexLength
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
