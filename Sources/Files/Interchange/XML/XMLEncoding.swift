import Translation

/// Rejects XML in encodings other than UTF-8 before it is passed to libxml2.
enum XMLEncoding {
    /// Returns the bytes without a byte order mark.
    ///
    /// The bytes must be UTF-8, and the file must not declare another encoding.
    static func requireUTF8(_ bytes: [UInt8]) throws(InterchangeError) -> ArraySlice<UInt8> {
        guard bytes.count <= XMLReader.maximumFileSize else {
            throw InterchangeError(
                "The file is larger than \(XMLReader.maximumFileSize >> 20) MiB.",
                hint: "Split the file.")
        }
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        guard body.contains(where: { !ByteScanner.isSpace($0) }) else {
            throw InterchangeError(
                "The file contains no XML.", hint: XMLFault.noXMLHint, line: 1, column: 1)
        }
        try requireUTF8Text(body)
        if let name = declared(in: body), name.lowercased() != "utf-8", name.lowercased() != "utf8"
        {
            throw InterchangeError(
                "The file declares the encoding \(name), but only UTF-8 is supported.",
                hint: "Save it as UTF-8, and declare UTF-8 or no encoding.", line: 1, column: 1)
        }
        return body
    }

    /// Returns the bytes of a text without a byte order mark.
    ///
    /// Rejects invalid UTF-8 and U+0000.
    static func requireUTF8Text(_ bytes: [UInt8]) throws(InterchangeError) -> ArraySlice<UInt8> {
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        try requireUTF8Text(body)
        return body
    }

    private static func requireUTF8Text(_ body: ArraySlice<UInt8>) throws(InterchangeError) {
        if let offset = firstFault(in: body) {
            let before = body[..<offset]
            let line = before.count { $0 == 0x0A } + 1
            let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? before.startIndex
            throw InterchangeError(
                "The file is not UTF-8: byte \(offset) is invalid.",
                hint: "Save it as UTF-8.", line: line,
                column: String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1)
        }
    }

    /// Returns the index of the first byte that is not valid UTF-8, or nil if there is none.
    ///
    /// NUL counts as invalid, because XML does not allow it and it indicates UTF-16 or UTF-32
    /// without a byte order mark.
    static func firstFault(in bytes: ArraySlice<UInt8>) -> Int? {
        let zero = bytes.firstIndex(of: 0)
        guard zero != nil || String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var offset = bytes.startIndex
        var rest = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        scan: while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar):
                if offset == zero { break scan }
                offset += scalar.count
            case .error: break scan
            case .emptyInput: break scan
            }
        }
        return offset
    }

    /// Returns the encoding specified in the XML declaration, if any.
    private static func declared(in bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.starts(with: "<?xml".utf8),
            let end = bytes.firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        var scanner = ByteScanner(bytes[..<end].dropFirst(5))
        while true {
            scanner.skipSpace()
            let name = scanner.take { !ByteScanner.isSpace($0) && $0 != UInt8(ascii: "=") }
            scanner.skipSpace()
            guard !name.isEmpty, scanner.skip(UInt8(ascii: "=")) else { return nil }
            scanner.skipSpace()
            guard let quote = scanner.next,
                quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            else { return nil }
            _ = scanner.skip(quote)
            let value = scanner.take { $0 != quote }
            _ = scanner.skip(quote)
            if name.elementsEqual("encoding".utf8) { return String(decoding: value, as: UTF8.self) }
        }
    }
}

/// Reads bytes from left to right.
struct ByteScanner {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var next: UInt8? { rest.first }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    mutating func skipSpace() { rest = rest.drop(while: Self.isSpace) }

    mutating func skip(_ byte: UInt8) -> Bool { skip(CollectionOfOne(byte)) }

    mutating func skip(_ bytes: some Collection<UInt8>) -> Bool {
        guard rest.starts(with: bytes) else { return false }
        rest = rest.dropFirst(bytes.count)
        return true
    }

    /// Skips everything up to and including the next occurrence of the given bytes.
    ///
    /// Returns false if there is no such occurrence.
    mutating func skip(behind bytes: some Collection<UInt8>) -> Bool {
        while !rest.isEmpty {
            if skip(bytes) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    mutating func take(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = rest.prefix(while: belongs)
        rest = rest.dropFirst(taken.count)
        return taken
    }
}
