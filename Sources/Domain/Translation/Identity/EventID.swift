/// An event's id: a ULID, with 48 bits of Unix milliseconds and 80 bits for uniqueness.
///
/// Ids sort in the same order as their 26 characters. See <https://github.com/ulid/spec>.
public struct EventID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The time and the upper 16 random bits.
    let high: UInt64
    /// The lower 64 random bits.
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates an id from a time and 80 random bits.
    ///
    /// The time is in Unix milliseconds, of which only the lower 48 bits are used.
    public init(milliseconds: UInt64, random: (UInt16, UInt64)) {
        self.init(high: milliseconds << 16 | UInt64(random.0), low: random.1)
    }

    /// Parses 26 characters in Crockford's base32.
    ///
    /// Letters must be in upper case, and the first character must be at most `7`.
    public init?(_ text: some StringProtocol) { self.init(utf8: text.utf8) }

    /// Parses 26 characters from UTF-8 bytes; see ``init(_:)``.
    package init?(utf8 bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length, let first = bytes.first,
            first <= UInt8(ascii: "7")
        else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        let values = Crockford.values
        for byte in bytes {
            let digit = values[Int(byte)]
            guard digit != Crockford.none else { return nil }
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(digit)
        }
        self.init(high: high, low: low)
    }

    /// The number of characters in an id.
    public static let length = 26

    /// The time part of the id, in Unix milliseconds.
    public var milliseconds: UInt64 { high >> 16 }

    /// Returns the smallest possible id in a millisecond.
    public static func lowest(at milliseconds: UInt64) -> EventID {
        EventID(high: milliseconds << 16, low: 0)
    }

    /// Returns the greatest possible id in a millisecond.
    public static func highest(at milliseconds: UInt64) -> EventID {
        EventID(high: milliseconds << 16 | 0xFFFF, low: .max)
    }

    /// Returns the id plus `increment`, with carry, or `nil` if that exceeds the greatest possible
    /// id.
    func advanced(by increment: UInt64) -> EventID? {
        let (low, carried) = self.low.addingReportingOverflow(increment)
        guard carried else { return EventID(high: high, low: low) }
        let (high, overflowed) = self.high.addingReportingOverflow(1)
        return overflowed ? nil : EventID(high: high, low: low)
    }

    /// The 26 characters, as stored in events.
    public var description: String {
        String(unsafeUninitializedCapacity: Self.length) { buffer in
            write(to: buffer)
            return Self.length
        }
    }

    /// Calls `body` with the 26 characters, without creating a string.
    package func withText<Result>(_ body: (UnsafeBufferPointer<CChar>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.length) { buffer in
            write(to: buffer)
            return buffer.withMemoryRebound(to: CChar.self) { body(UnsafeBufferPointer($0)) }
        }
    }

    private func write(to buffer: UnsafeMutableBufferPointer<UInt8>) {
        var high = high
        var low = low
        let alphabet = Crockford.alphabet
        for index in stride(from: Self.length - 1, through: 0, by: -1) {
            buffer.initializeElement(at: index, to: alphabet[Int(low & 31)])
            low = low >> 5 | high << 59
            high >>= 5
        }
    }

    /// Compares ids numerically, which gives the same order as comparing their characters.
    public static func < (a: EventID, b: EventID) -> Bool {
        a.high == b.high ? a.low < b.low : a.high < b.high
    }
}

/// Crockford's base32 alphabet in upper case; see <https://www.crockford.com/base32.html>.
enum Crockford {
    /// The character for each digit value.
    static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    /// The digit value of each byte, or ``none``.
    static let values: [UInt8] = {
        var values = [UInt8](repeating: none, count: 256)
        for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
        return values
    }()
    /// The marker for bytes that are not digits.
    static let none: UInt8 = 0xFF
}
