import Translation
import Clibxml2

/// Receives the parts of an XML document, in document order.
///
/// The first error that a method throws ends the reading.
protocol XMLContentHandler: AnyObject {
    func startElement(
        _ name: String, attributes: XMLAttributes, line: Int
    ) throws(InterchangeError)
    /// Part of a text; one text may come in several parts, entities and CDATA among them.
    func text(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws(InterchangeError)
    func endElement(line: Int) throws(InterchangeError)
    /// A comment, without its marks.
    func comment(_ text: String, line: Int) throws(InterchangeError)
}

extension XMLContentHandler {
    /// Most formats say nothing in comments.
    func comment(_ text: String, line: Int) throws(InterchangeError) {}
}

/// The attributes of an element by their names, with the prefix where they have one; XML lets no name stand twice.
struct XMLAttributes {
    /// The attributes in the order in which they stand.
    private(set) var values: [(name: String, value: String)] = []
    /// The namespace of the element that has them.
    var namespace: String?
    /// The namespaces of the attributes that have prefixes, by these.
    var prefixes: [String: String] = [:]

    mutating func add(_ name: String, _ value: String) { values.append((name, value)) }

    subscript(name: String) -> String? {
        values.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// Returns the attribute of a local name in a namespace, whatever its prefix is.
    func value(_ localName: String, in namespace: String) -> String? {
        values.first { isName($0.name, of: localName, in: namespace) }?.value
    }

    /// Whether an attribute's name is a local name in a namespace.
    func isName(_ name: String, of localName: String, in namespace: String) -> Bool {
        prefixes.contains { $0.value == namespace && "\($0.key):\(localName)" == name }
    }
}

/// Reads XML 1.0 in UTF-8 with libxml2's event interface.
///
/// No tree is built. A document type may declare entities of plain text between its brackets; see ``XMLEntities``. Everything else
/// that could stand there is refused, and nothing outside the bytes is ever opened. Memory: the bytes and what the handler keeps.
enum XMLReader {
    /// The largest file that is read.
    static let maximumFileSize = 64 << 20
    /// The maximum nesting depth of elements.
    static let maximumDepth = 32

    private static let start: Void = xmlInitParser()

    /// The encoding is forced: the bytes are known to be UTF-8, whatever libxml2 would guess.
    ///
    /// Entities are replaced because libxml2 else hands out `&#38;` for `&amp;` in attributes. Only those are ever declared whose
    /// text holds no other.
    private static let options = [
        XML_PARSE_NONET, XML_PARSE_NOENT, XML_PARSE_IGNORE_ENC, XML_PARSE_BIG_LINES,
    ]

    /// Reads a file into a handler.
    ///
    /// With `allowsExternalType` the document type may name a file, as property lists do; it is not fetched.
    static func read(
        _ bytes: [UInt8], into handler: any XMLContentHandler, allowsExternalType: Bool = false
    ) throws(InterchangeError) {
        let bytes = try XMLEncoding.requireUTF8(bytes)
        _ = start
        guard let parser = bytes.withUnsafeBytes({ copying($0) }) else {
            throw InterchangeError(
                "There is not enough memory to read it.", hint: "Divide the file.")
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
                "It is no well-formed XML.", hint: "Open it with an XML editor to see why.")
        }
    }

    private static func copying(_ buffer: UnsafeRawBufferPointer) -> xmlParserCtxtPtr? {
        xmlCreateMemoryParserCtxt(
            buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count))
    }
}
