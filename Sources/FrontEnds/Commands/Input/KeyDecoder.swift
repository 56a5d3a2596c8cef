/// Decodes keys from the bytes of a terminal: UTF-8, control characters and escape sequences.
///
/// The sequences are those of xterm and compatible terminals. See
/// <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
package struct KeyDecoder: Sendable {
    private var bytes: [UInt8] = []

    /// The maximum length of a pasted text, in bytes; if it is exceeded, the paste ends early.
    private static let longestPaste = 1 << 20
    /// The maximum length of a sequence's parameters, in bytes; longer input is not a sequence.
    private static let longestSequence = 32
    private static let escape: UInt8 = 0x1B
    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

    package init() {}

    /// Whether there are bytes that do not form a complete key yet.
    package var isWaiting: Bool { !bytes.isEmpty }

    /// Appends received bytes.
    package mutating func push(_ more: some Sequence<UInt8>) { bytes += more }

    /// Returns the next key, or nil if its bytes are incomplete.
    ///
    /// `isFinal` means that the terminal has sent nothing for a moment. An escape byte is then the
    /// Escape key, and not the start of a sequence.
    package mutating func next(isFinal: Bool) -> Key? {
        guard let first = bytes.first else { return nil }
        switch first {
        case Self.escape: return sequence(isFinal: isFinal)
        case 0x0A, 0x0D: return take(1, .enter)
        case 0x08, 0x7F: return take(1, .backspace)
        case 0x09: return take(1, .tab)
        case 0x01...0x1A: return take(1, .control(Unicode.Scalar(first + 0x60)))
        case 0x00..<0x20: return take(1, .unknown)
        default: return character(isFinal: isFinal)
        }
    }

    private mutating func take(_ count: Int, _ key: Key) -> Key {
        bytes.removeFirst(min(count, bytes.count))
        return key
    }

    private mutating func character(isFinal: Bool) -> Key? {
        let width =
            switch bytes[0] {
            case 0..<0x80: 1
            case 0xC2..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF5: 4
            default: 0
            }
        guard width > 0 else { return take(1, .unknown) }
        guard bytes.count >= width else { return isFinal ? take(bytes.count, .unknown) : nil }
        guard let text = String(validating: bytes.prefix(width), as: UTF8.self),
            let scalar = text.unicodeScalars.first
        else { return take(1, .unknown) }
        // C1 controls can also be encoded in UTF-8.
        return take(width, (0x80..<0xA0).contains(scalar.value) ? .unknown : .character(scalar))
    }

    private mutating func sequence(isFinal: Bool) -> Key? {
        guard bytes.count > 1 else { return isFinal ? take(1, .escape) : nil }
        switch bytes[1] {
        case UInt8(ascii: "["):
            let body = bytes[2...].prefix(Self.longestSequence)
            guard let end = body.firstIndex(where: { (0x40...0x7E).contains($0) }) else {
                return isFinal || body.count == Self.longestSequence
                    ? take(body.endIndex, .unknown) : nil
            }
            let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
            if bytes[end] == UInt8(ascii: "~"), parameters == "200" {
                return paste(from: end + 1, isFinal: isFinal)
            }
            return take(end + 1, Self.key(final: bytes[end], parameters))
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return isFinal ? take(2, .unknown) : nil }
            return take(3, Self.key(final: bytes[2], ""))
        case Self.escape: return take(1, .escape)
        default:
            // This is a key with Alt, whose bytes may be incomplete.
            bytes.removeFirst()
            if next(isFinal: isFinal) != nil { return .unknown }
            bytes.insert(Self.escape, at: 0)
            return nil
        }
    }

    private static func key(final: UInt8, _ parameters: String) -> Key {
        switch (final, parameters) {
        case (UInt8(ascii: "A"), ""): .up
        case (UInt8(ascii: "B"), ""): .down
        case (UInt8(ascii: "C"), ""): .right
        case (UInt8(ascii: "D"), ""): .left
        case (UInt8(ascii: "H"), ""), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): .home
        case (UInt8(ascii: "F"), ""), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): .end
        case (UInt8(ascii: "~"), "3"): .delete
        default: .unknown
        }
    }

    private mutating func paste(from start: Int, isFinal: Bool) -> Key? {
        let mark = Self.pasteEnd
        let content = bytes[start...]
        let found = content.indices.first { bytes[$0...].starts(with: mark) }
        if let found {
            return take(found + mark.count, .paste(Self.text(bytes[start..<found])))
        }
        guard content.count > Self.longestPaste else { return nil }
        return take(bytes.count, .paste(Self.text(content)))
    }

    /// Returns a pasted text with its line ends converted to newlines.
    ///
    /// Terminals send each line end in a pasted text as the Enter key.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let lines = String(decoding: bytes, as: UTF8.self).unicodeScalars
        var text = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in lines {
            if scalar == "\r" {
                text.append("\n")
            } else if !(scalar == "\n" && wasReturn) {
                text.append(scalar)
            }
            wasReturn = scalar == "\r"
        }
        return String(text)
    }
}
