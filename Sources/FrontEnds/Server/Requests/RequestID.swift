import HTTPTypes

/// The id of a request: the client's `X-Request-Id` if it is safe, or otherwise 128 random bits.
enum RequestID {
    /// Returns true if the text consists of 1 to 128 letters, digits, and characters in `-_.:+/=`.
    ///
    /// These characters have no special meaning in a log, a shell or a page.
    static func isSafe(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_.:+/=".utf8.contains(byte)
                }
            }
    }

    static func make(from headers: HTTPFields, random: inout some RandomNumberGenerator) -> String {
        if let sent = headers[.requestID], isSafe(sent) { return sent }
        return [random.next() as UInt64, random.next()].map { bits in
            let digits = String(bits, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
