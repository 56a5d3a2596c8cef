import Translation
import Clibxml2

/// Receives the parts of an XML document, in document order.
///
/// If a method throws an error, parsing stops.
protocol XMLContentHandler: AnyObject {
    func startElement(
        _ name: String, attributes: XMLAttributes, line: Int
    ) throws(InterchangeError)
    /// Receives part of a text.
    ///
    /// A text may arrive in several parts. Text from entities and CDATA sections is included.
    func text(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws(InterchangeError)
    func endElement(line: Int) throws(InterchangeError)
    /// Receives a comment without its comment marks.
    func comment(_ text: String, line: Int) throws(InterchangeError)
}

extension XMLContentHandler {
    /// Does nothing, because most formats ignore comments.
    func comment(_ text: String, line: Int) throws(InterchangeError) {}
}

/// The attributes of an element by name, including prefixes.
///
/// XML requires these names to be unique.
struct XMLAttributes {
    /// The attributes in document order.
    private(set) var values: [(name: String, value: String)] = []
    /// The namespace of the element that has these attributes.
    var namespace: String?
    /// The namespaces of attributes with prefixes, by prefix.
    var prefixes: [String: String] = [:]

    mutating func add(_ name: String, _ value: String) { values.append((name, value)) }

    subscript(name: String) -> String? {
        values.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// Returns the value of the attribute with a local name in a namespace, regardless of its
    /// prefix.
    func value(_ localName: String, in namespace: String) -> String? {
        values.first { isName($0.name, of: localName, in: namespace) }?.value
    }

    /// Returns whether an attribute's name is a given local name in a given namespace.
    func isName(_ name: String, of localName: String, in namespace: String) -> Bool {
        prefixes.contains { $0.value == namespace && "\($0.key):\(localName)" == name }
    }
}

/// Reads XML 1.0 in UTF-8 with libxml2's event interface.
///
/// No tree is built. A document type may declare plain-text entities between its brackets; see
/// ``XMLEntities``. Other declarations are rejected, and nothing outside the given bytes is ever
/// opened. Memory usage is limited to the bytes and the handler's data.
enum XMLReader {
    /// The maximum size of a file: 64 MiB.
    static let maximumFileSize = 64 << 20
    /// The maximum nesting depth of elements.
    static let maximumDepth = 32

    private static let start: Void = xmlInitParser()

    /// The parser options.
    ///
    /// The encoding is forced, because the bytes are known to be UTF-8, even if libxml2 would guess
    /// another encoding.
    ///
    /// Entities are replaced, because libxml2 would otherwise return `&#38;` for `&amp;` in
    /// attributes. This is safe, because the text of a declared entity contains no other declared
    /// entities.
    private static let options = [
        XML_PARSE_NONET, XML_PARSE_NOENT, XML_PARSE_IGNORE_ENC, XML_PARSE_BIG_LINES,
    ]

    /// Parses a file and passes its parts to a handler.
    ///
    /// If `allowsExternalType` is true, the document type may refer to a file, as in property
    /// lists. The file is not fetched.
    static func read(
        _ bytes: [UInt8], into handler: any XMLContentHandler, allowsExternalType: Bool = false
    ) throws(InterchangeError) {
        let bytes = try XMLEncoding.requireUTF8(bytes)
        _ = start
        guard let parser = bytes.withUnsafeBytes({ copying($0) }) else {
            throw InterchangeError(
                "There is not enough memory to read the file.", hint: "Split the file.")
        }
        let events = XMLEvents(parser, handler, allowsExternalType: allowsExternalType)
        defer { events.free() }
        xmlCtxtUseOptions(parser, Int32(options.reduce(0) { $0 | $1.rawValue }))
        withExtendedLifetime(events) {
            parser.pointee.userData = Unmanaged.passUnretained(events).toOpaque()
            parser.pointee.sax.pointee = XMLEvents.callbacks
            _ = xmlParseDocument(parser)
        }
        if let fault = events.fault { throw fault }
        guard parser.pointee.wellFormed == 1 else {
            throw InterchangeError(
                "The file is not well-formed XML.", hint: "Open it with an XML editor to see why.")
        }
    }

    private static func copying(_ buffer: UnsafeRawBufferPointer) -> xmlParserCtxtPtr? {
        xmlCreateMemoryParserCtxt(
            buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count))
    }
}
