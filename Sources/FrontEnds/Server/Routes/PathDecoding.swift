/// Decodes percent-encoded texts (RFC 3986), once and strictly.
package enum PercentDecoding {
    /// Decodes a text to bytes; returns nil if a `%` is not followed by two hexadecimal digits.
    ///
    /// If `isLenient` is true, such a `%` is kept unchanged. If `plusIsSpace` is true, a `+` is
    /// decoded as a space, as in forms and queries.
    static func bytes(
        of text: some StringProtocol, plusIsSpace: Bool = false, isLenient: Bool = false
    ) -> [UInt8]? {
        let source = Array(text.utf8)
        guard source.contains(UInt8(ascii: "%")) || plusIsSpace else { return source }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            let byte = source[index]
            if byte == UInt8(ascii: "%") {
                if index + 2 < source.count, let high = digit(source[index + 1]),
                    let low = digit(source[index + 2])
                {
                    bytes.append(high << 4 | low)
                    index += 3
                    continue
                }
                guard isLenient else { return nil }
            }
            bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            index += 1
        }
        return bytes
    }

    /// Decodes a text; returns nil if the result is not valid UTF-8.
    package static func text(
        of text: some StringProtocol, plusIsSpace: Bool = false, isLenient: Bool = false
    ) -> String? {
        bytes(of: text, plusIsSpace: plusIsSpace, isLenient: isLenient)
            .flatMap { String(validating: $0, as: UTF8.self) }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// The path of a request as segments, each decoded exactly once.
package enum PathDecoding {
    /// Returns the decoded segments of a path.
    ///
    /// Throws `unsafe-path` for names that no resource may have: `.` and `..`, a backslash, and
    /// control characters. Throws `malformed` for invalid escapes and invalid UTF-8. A segment may
    /// contain a decoded `/`; only ``RouteTable`` knows whether it is allowed there.
    package static func segments(of path: some StringProtocol) throws(Problem) -> [String] {
        var segments: [String] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let segment = PercentDecoding.text(of: part) else {
                throw Problem(
                    .malformed, "The request path is not valid percent-encoded UTF-8.",
                    hint: "Percent-encode each segment of the path once.",
                    onPages: .init("The address is damaged.", hint: "Copy it again."))
            }
            guard isSafe(segment) else {
                throw Problem(
                    .unsafePath,
                    "The request path has a segment such as “..”, a backslash or a control character.",
                    hint: "Name the resource directly.",
                    onPages: .init("There is no page at this address.", hint: nil))
            }
            segments.append(segment)
        }
        // `/login/` and `/login` are different addresses, and `/` has no segments.
        return segments == [""] ? [] : segments
    }

    private static func isSafe(_ segment: String) -> Bool {
        let hasForbiddenByte = segment.utf8.contains {
            $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\")
        }
        guard !hasForbiddenByte else { return false }
        return !segment.utf8.split(separator: UInt8(ascii: "/")).contains {
            $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
        }
    }
}
