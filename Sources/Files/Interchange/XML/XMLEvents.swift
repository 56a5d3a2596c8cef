import Translation
import Clibxml2

/// Passes libxml2's callbacks to a handler until the first error occurs.
final class XMLEvents {
    private(set) var fault: InterchangeError?
    private let parser: xmlParserCtxtPtr
    private let handler: any XMLContentHandler
    private let allowsExternalType: Bool
    private var depth = 0
    private var entities = XMLEntities()

    init(
        _ parser: xmlParserCtxtPtr, _ handler: any XMLContentHandler, allowsExternalType: Bool
    ) {
        self.parser = parser
        self.handler = handler
        self.allowsExternalType = allowsExternalType
    }

    /// Frees the parser, and the document that stores the declared entities.
    func free() {
        if let document = parser.pointee.myDoc { xmlFreeDoc(document) }
        parser.pointee.myDoc = nil
        xmlFreeParserCtxt(parser)
    }

    /// The callbacks in use.
    ///
    /// All other callbacks are disabled, because libxml2's own handlers would build a tree. libxml2
    /// still creates a document without any nodes, because it stores the entities there.
    static var callbacks: xmlSAXHandler {
        var callbacks = xmlSAXHandler()
        callbacks.initialized = UInt32(XML_SAX2_MAGIC)
        callbacks.startDocument = { context in
            XMLEvents.of(context).map { xmlSAX2StartDocument($0.parser) }
        }
        callbacks.internalSubset = { context, name, publicID, systemID in
            XMLEvents.of(context)?.meetDocumentType(name, publicID, systemID)
        }
        // These callbacks are for declarations inside the brackets of a document type.
        callbacks.entityDecl = { context, name, type, _, _, content in
            XMLEvents.of(context)?.declare(name, type: type, content)
        }
        callbacks.getEntity = { context, name in XMLEvents.of(context)?.entity(name) }
        callbacks.elementDecl = { context, _, _, _ in XMLEvents.of(context)?.refuseDocumentType() }
        callbacks.attributeDecl = { context, _, _, _, _, _, tree in
            xmlFreeEnumeration(tree)
            XMLEvents.of(context)?.refuseDocumentType()
        }
        callbacks.notationDecl = { context, _, _, _ in XMLEvents.of(context)?.refuseDocumentType() }
        callbacks.unparsedEntityDecl = { context, _, _, _, _ in
            XMLEvents.of(context)?.refuseDocumentType()
        }
        callbacks.startElementNs = { context, name, prefix, namespace, _, _, count, _, attributes in
            XMLEvents.of(context)?.start(name, prefix, namespace, Int(count), attributes)
        }
        callbacks.comment = { context, text in
            guard let text else { return }
            XMLEvents.of(context)?.comment(String(cString: text))
        }
        callbacks.endElementNs = { context, _, _, _ in XMLEvents.of(context)?.end() }
        callbacks.characters = { context, start, count in
            XMLEvents.of(context)?.text(start, Int(count))
        }
        callbacks.ignorableWhitespace = callbacks.characters
        callbacks.cdataBlock = callbacks.characters
        callbacks.serror = { context, error in
            guard let error else { return }
            XMLEvents.of(context)?.report(error.pointee)
        }
        return callbacks
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLEvents? {
        context.map { Unmanaged<XMLEvents>.fromOpaque($0).takeUnretainedValue() }
    }

    private var line: Int { Int(xmlSAX2GetLineNumber(parser)) }
    private var column: Int { Int(xmlSAX2GetColumnNumber(parser)) }

    /// Calls the handler, and stops the parser if it throws an error.
    ///
    /// Errors cannot be thrown through C code, so they are stored.
    private func step(_ body: () throws(InterchangeError) -> Void) {
        guard fault == nil else { return }
        do {
            try body()
        } catch {
            fault = error
            xmlStopParser(parser)
        }
    }

    private func meetDocumentType(
        _ name: UnsafePointer<xmlChar>?, _ publicID: UnsafePointer<xmlChar>?,
        _ systemID: UnsafePointer<xmlChar>?
    ) {
        guard allowsExternalType || publicID == nil && systemID == nil else {
            return refuse("The document type refers to another file, which is not read.")
        }
        xmlSAX2InternalSubset(parser, name, publicID, systemID)
    }

    private func refuseDocumentType() {
        refuse("The document type declares something other than plain-text entities.")
    }

    private func refuse(_ message: String) {
        step { () throws(InterchangeError) in
            throw InterchangeError(
                message, hint: "Remove the <!DOCTYPE …>, and write entities as characters.",
                line: line, column: column)
        }
    }

    private func declare(
        _ name: UnsafePointer<xmlChar>?, type: Int32, _ content: UnsafeMutablePointer<xmlChar>?
    ) {
        guard type == XML_INTERNAL_GENERAL_ENTITY.rawValue, let name, let content else {
            return refuseDocumentType()
        }
        // After an error, libxml2 may continue to the end of the input.
        guard fault == nil, !XMLEntities.isOwn(String(cString: name)) else { return }
        if let reason = entities.obstacle(
            String(cString: name),
            text: UnsafeBufferPointer(start: content, count: Int(xmlStrlen(content))))
        {
            return refuse(reason)
        }
        xmlSAX2EntityDecl(parser, name, type, nil, nil, content)
    }

    private func entity(_ name: UnsafePointer<xmlChar>?) -> xmlEntityPtr? {
        guard fault == nil, let name else { return nil }
        guard let entity = xmlSAX2GetEntity(parser, name) else { return nil }
        if entity.pointee.etype == XML_INTERNAL_GENERAL_ENTITY,
            let reason = entities.obstacle(toUseOf: Int(entity.pointee.length))
        {
            refuse(reason)
            return nil
        }
        return entity
    }

    private func start(
        _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
        _ namespace: UnsafePointer<xmlChar>?, _ count: Int,
        _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) {
        step { () throws(InterchangeError) in
            depth += 1
            guard depth <= XMLReader.maximumDepth else {
                throw InterchangeError(
                    "The elements are nested more than \(XMLReader.maximumDepth) levels deep.",
                    hint: "Remove the inner elements.", line: line, column: column)
            }
            guard let name else { return }
            let local = String(cString: name)
            var attributes = XMLAttributes(attributes, count: count)
            attributes.namespace = namespace.map { String(cString: $0) }
            try handler.startElement(
                prefix.map { "\(String(cString: $0)):\(local)" } ?? local,
                attributes: attributes, line: line)
        }
    }

    private func end() {
        step { () throws(InterchangeError) in
            depth -= 1
            try handler.endElement(line: line)
        }
    }

    private func text(_ start: UnsafePointer<xmlChar>?, _ count: Int) {
        step { () throws(InterchangeError) in
            try handler.text(UnsafeBufferPointer(start: start, count: count), line: line)
        }
    }

    private func comment(_ text: String) {
        // A comment inside the brackets of a document type does not belong to any element.
        guard parser.pointee.inSubset == 0 else { return }
        step { () throws(InterchangeError) in try handler.comment(text, line: line) }
    }

    private func report(_ error: xmlError) {
        guard fault == nil, error.level.rawValue >= XML_ERR_ERROR.rawValue else { return }
        let said = error.message.map { String(cString: $0) } ?? ""
        fault = XMLFault.error(
            code: error.code, message: said, line: Int(error.line), column: Int(error.int2))
        xmlStopParser(parser)
    }
}

extension XMLAttributes {
    /// Copies libxml2's attributes.
    ///
    /// Each attribute consists of five pointers: the name, prefix and namespace, and the start and
    /// end of the value.
    fileprivate init(
        _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
    ) {
        self.init()
        guard let attributes else { return }
        for index in 0..<count {
            let five = attributes + index * 5
            guard let name = five[0], let start = five[3], let end = five[4] else { continue }
            let value = UnsafeBufferPointer(start: start, count: end - start)
            var local = String(cString: name)
            if let prefix = five[1].map({ String(cString: $0) }) {
                local = "\(prefix):\(local)"
                prefixes[prefix] = five[2].map { String(cString: $0) }
            }
            add(local, String(decoding: value, as: UTF8.self))
        }
    }
}
