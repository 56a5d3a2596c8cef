import Clibxml2
import Translation

/// Reads XML 1.0 in parts with libxml2's event interface.
///
/// The rules of ``XMLReader`` apply. In addition, the document type may refer to a file, which is
/// not fetched, and files in UTF-16 with a byte order mark can be read. Memory usage is limited to
/// one part and the handler's data.
final class XMLPushReader {
    private let parser: xmlParserCtxtPtr
    private let events: XMLEvents
    private var decoder = UnicodeParts()
    private var hasContent = false

    /// Prepares to parse a file and pass its parts to a handler.
    init(into handler: any XMLContentHandler) throws(InterchangeError) {
        xmlInitParser()
        guard let parser = xmlCreatePushParserCtxt(nil, nil, nil, 0, nil) else {
            throw InterchangeError(
                "There is not enough memory to read the file.", hint: "Split the file.")
        }
        self.parser = parser
        events = XMLEvents(parser, handler, allowsExternalType: true)
        let options = [
            XML_PARSE_NONET, XML_PARSE_NOENT, XML_PARSE_IGNORE_ENC, XML_PARSE_BIG_LINES,
        ]
        xmlCtxtUseOptions(parser, Int32(options.reduce(0) { $0 | $1.rawValue }))
        parser.pointee.userData = Unmanaged.passUnretained(events).toOpaque()
        parser.pointee.sax.pointee = XMLEvents.callbacks
    }

    deinit { events.free() }

    /// Reads the next part of the file, which must be smaller than 2 GiB.
    func read(_ part: [UInt8]) throws(InterchangeError) {
        try parse(decoder.decode(part), isLast: false)
    }

    /// Finishes reading, and throws an error if the file is incomplete.
    func finish() throws(InterchangeError) {
        try decoder.finish()
        guard hasContent else {
            throw InterchangeError(
                "The file contains no XML.", hint: "Fetch the file again.", line: 1, column: 1)
        }
        try parse([], isLast: true)
        guard parser.pointee.wellFormed == 1 else {
            throw InterchangeError(
                "The file is not well-formed XML.", hint: "Open it with an XML editor to see why.")
        }
    }

    private func parse(_ bytes: [UInt8], isLast: Bool) throws(InterchangeError) {
        guard isLast || !bytes.isEmpty else { return }
        hasContent = hasContent || bytes.contains { !ByteScanner.isSpace($0) }
        withExtendedLifetime(events) {
            bytes.withUnsafeBytes { buffer in
                _ = xmlParseChunk(
                    parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                    Int32(buffer.count), isLast ? 1 : 0)
            }
        }
        guard let fault = events.fault else { return }
        // libxml2 reports the same error for extra content after the end and for a missing end tag.
        guard isLast, parser.pointee.nameNr > 0 else { throw fault }
        throw InterchangeError(
            "The file ends too early.",
            hint: "Close the elements that are open, or fetch the file again.", line: fault.line,
            column: fault.column)
    }
}

/// Converts a text in UTF-8 or UTF-16 to UTF-8, part by part.
private struct UnicodeParts {
    private enum Encoding {
        case utf8
        case utf16(isLittleEndian: Bool)
    }

    private var encoding: Encoding?
    /// The bytes of a character that is still incomplete.
    private var rest: [UInt8] = []
    private var line = 1

    /// Returns the text that can be decoded so far, as UTF-8.
    mutating func decode(_ part: [UInt8]) throws(InterchangeError) -> [UInt8] {
        var bytes = rest + part
        rest = []
        if encoding == nil {
            // A byte order mark has at most three bytes.
            guard bytes.count >= 3 else {
                rest = bytes
                return []
            }
            let size: Int
            switch (bytes[0], bytes[1], bytes[2]) {
            case (0xFF, 0xFE, _): (encoding, size) = (.utf16(isLittleEndian: true), 2)
            case (0xFE, 0xFF, _): (encoding, size) = (.utf16(isLittleEndian: false), 2)
            case (0xEF, 0xBB, 0xBF): (encoding, size) = (.utf8, 3)
            default: (encoding, size) = (.utf8, 0)
            }
            bytes.removeFirst(size)
        }
        let decoded: [UInt8]
        switch encoding {
        case .utf16(let isLittleEndian):
            decoded = try utf8(ofUTF16: bytes, isLittleEndian)
        case .utf8, nil: decoded = try complete(bytes)
        }
        line += decoded.count { $0 == 0x0A }
        return decoded
    }

    /// Throws an error if the text ends inside a character.
    mutating func finish() throws(InterchangeError) {
        guard rest.isEmpty || encoding == nil else { throw fault() }
        if encoding == nil, !rest.isEmpty { _ = try complete(rest) }
    }

    private mutating func complete(_ bytes: [UInt8]) throws(InterchangeError) -> [UInt8] {
        var end = bytes.count
        // If some bytes of the last character are missing, the text ends before that character.
        for back in 1...4 where back <= bytes.count {
            let byte = bytes[bytes.count - back]
            guard byte & 0xC0 != 0x80 else { continue }
            let size = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            if size > back { end = bytes.count - back }
            break
        }
        let whole = bytes[..<end]
        if let offset = XMLEncoding.firstFault(in: whole) {
            line += whole[..<offset].count { $0 == 0x0A }
            throw fault()
        }
        rest = Array(bytes[end...])
        return Array(whole)
    }

    private mutating func utf8(
        ofUTF16 bytes: [UInt8], _ isLittleEndian: Bool
    ) throws(InterchangeError) -> [UInt8] {
        func unit(_ index: Int) -> UInt16 {
            let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittleEndian ? b << 8 | a : a << 8 | b
        }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: 0, to: bytes.count - bytes.count % 2, by: 2) {
            units.append(unit(index))
        }
        var used = units.count * 2
        if let last = units.last, UTF16.isLeadSurrogate(last) {
            units.removeLast()
            used -= 2
        }
        guard let text = String(validating: units, as: UTF16.self), !units.contains(0) else {
            throw fault()
        }
        rest = Array(bytes[used...])
        return Array(text.utf8)
    }

    private func fault() -> InterchangeError {
        let name = if case .utf16 = encoding { "UTF-16" } else { "UTF-8" }
        return InterchangeError(
            "The file is not \(name): a character is invalid.", hint: "Save it as UTF-8.",
            line: line)
    }
}
