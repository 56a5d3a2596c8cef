/// An input that failed, and how.
public struct FuzzFailure: Sendable {
    /// What went wrong, in one sentence that is the same for inputs that fail alike.
    public let kind: String
    /// What was seen, for people.
    public let detail: String
    /// The smallest input that was found.
    public let input: [UInt8]

    /// States a failure.
    public init(kind: String, detail: String, input: [UInt8]) {
        self.kind = kind
        self.detail = detail
        self.input = input
    }

    /// The kind of an error that a body threw.
    public static func kind(of error: any Error) -> String {
        (error as? BrokenLaw)?.law ?? "It threw a \(type(of: error)), which is no refusal."
    }

    /// The input as Swift and C write texts: readable, and nothing that a terminal obeys.
    public static func shown(_ input: [UInt8], limit: Int = 400) -> String {
        let bytes = input.prefix(limit).map { byte -> String in
            switch byte {
            case 0x0A: "\\n"
            case UInt8(ascii: "\\"): "\\\\"
            case UInt8(ascii: "\""): "\\\""
            case 0x20..<0x7F: String(Unicode.Scalar(byte))
            default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return "\"\(bytes.joined())\"" + (input.count > limit ? "… (\(input.count) bytes)" : "")
    }
}
