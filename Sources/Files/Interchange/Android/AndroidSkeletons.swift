/// The rules for skeletons of Android resource files.
struct AndroidSkeletons: SkeletonRules {
    /// Returns the layout without `tools:locale`, and without other kinds of resources, such as
    /// colors.
    ///
    /// Apps use those resources from the source language's file.
    func template(of layout: String) -> String {
        let bytes = Array(layout.utf8)
        guard let start = Self.end(of: "<resources", in: bytes, from: 0),
            let end = Self.endOfTag(bytes, start)
        else { return layout }
        var output = Array(bytes[..<start]) + Self.withoutLanguage(bytes[start..<end])
        var position = end
        while position < bytes.count {
            let rest = bytes[position...]
            if rest.starts(with: "<!--".utf8) {
                guard let close = Self.end(of: "-->", in: bytes, from: position) else { break }
                output += bytes[position..<close]
                position = close
            } else if rest.first == UInt8(ascii: "<"), rest.dropFirst().first != UInt8(ascii: "/") {
                guard let close = Self.endOfElement(bytes, position) else { break }
                if Self.kinds.contains(where: { Self.name(rest).elementsEqual($0.utf8) }) {
                    output += bytes[position..<close]
                } else {
                    while let last = output.last, ByteScanner.isSpace(last) { output.removeLast() }
                }
                position = close
            } else {
                output.append(bytes[position])
                position += 1
            }
        }
        output += bytes[position...]
        return String(decoding: output, as: UTF8.self)
    }

    private static let kinds = ["string", "plurals", "string-array"]

    /// Returns the tag of `<resources>` without its `tools:locale` attribute.
    private static func withoutLanguage(_ tag: ArraySlice<UInt8>) -> [UInt8] {
        let text = String(decoding: tag, as: UTF8.self)
        guard let start = text.firstRange(of: " tools:locale=") else { return Array(tag) }
        let rest = text[start.upperBound...]
        guard let quote = rest.first, let end = rest.dropFirst().firstIndex(of: quote) else {
            return Array(tag)
        }
        return Array((text[..<start.lowerBound] + rest[rest.index(after: end)...]).utf8)
    }

    /// Returns the name of the element at the beginning of a slice.
    private static func name(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.dropFirst().prefix {
            !ByteScanner.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        }
    }

    private static func endOfElement(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard let end = endOfTag(bytes, start) else { return nil }
        guard bytes[end - 2] != UInt8(ascii: "/") else { return end }
        let closing = "</" + String(decoding: name(bytes[start...]), as: UTF8.self)
        return self.end(of: closing, in: bytes, from: end).flatMap { endOfTag(bytes, $0) }
    }

    /// Returns the index after the `>` that ends a tag, ignoring any `>` in quotes.
    private static func endOfTag(_ bytes: [UInt8], _ start: Int) -> Int? {
        var quote: UInt8?
        for index in start..<bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return nil
    }

    /// Returns the index after the next occurrence of a text.
    private static func end(of text: String, in bytes: [UInt8], from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        return (start..<bytes.count).first { bytes[$0...].starts(with: wanted) }
            .map { $0 + wanted.count }
    }
}
