/// An XML element with its contents.
struct XMLNode {
    /// A part of an element's contents.
    enum Content {
        case element(XMLNode)
        case text(String)
        case comment(String)
    }

    /// The name, including its prefix.
    let name: String
    let attributes: XMLAttributes
    let line: Int
    var children: [Content] = []

    /// The namespace of the element.
    var namespace: String? { attributes.namespace }

    /// The name without its prefix.
    var localName: Substring {
        name.utf8.firstIndex(of: UInt8(ascii: ":")).map { name[name.utf8.index(after: $0)...] }
            ?? name[...]
    }

    /// The child elements.
    var elements: [XMLNode] {
        children.compactMap { if case .element(let node) = $0 { node } else { nil } }
    }

    /// Returns the first child element with a given local name.
    func first(_ localName: String) -> XMLNode? { elements.first { $0.localName == localName } }

    /// The concatenated text, including the text in inner elements.
    var text: String {
        var text = ""
        func add(_ node: XMLNode) {
            for child in node.children {
                switch child {
                case .text(let part): text += part
                case .element(let inner): add(inner)
                case .comment: break
                }
            }
        }
        add(self)
        return text
    }

    /// Whether there are child elements.
    var hasElements: Bool {
        children.contains { if case .element = $0 { true } else { false } }
    }
}

/// Receives the parts of a large file: outer elements part by part, and inner elements as a whole.
protocol XMLSubtreeHandler: AnyObject {
    /// Returns whether an element should be passed as a whole.
    ///
    /// `depth` is the number of elements around it.
    func takesWhole(_ element: XMLNode, depth: Int) throws(InterchangeError) -> Bool
    /// Receives the start of an element that is not passed as a whole.
    func open(_ element: XMLNode, depth: Int) throws(InterchangeError)
    /// Receives an element that is passed as a whole.
    func subtree(_ node: XMLNode, depth: Int) throws(InterchangeError)
    /// Receives text between elements, including white space.
    func text(_ text: String, line: Int) throws(InterchangeError)
    /// Receives a comment between elements.
    func comment(_ text: String, line: Int) throws(InterchangeError)
    /// Receives the end of an element that was passed to ``open(_:depth:)``.
    func close(depth: Int) throws(InterchangeError)
}

/// Builds trees for the elements that a handler receives as a whole.
///
/// Memory usage is limited to one such element.
final class XMLSubtrees: XMLContentHandler {
    private let handler: any XMLSubtreeHandler
    private var depth = 0
    private var stack: [XMLNode] = []
    private var pending: [UInt8] = []
    private var pendingLine = 0

    init(_ handler: any XMLSubtreeHandler) { self.handler = handler }

    /// Parses a file and passes it to a handler.
    static func read(
        _ bytes: [UInt8], into handler: any XMLSubtreeHandler, allowsExternalType: Bool = false
    ) throws(InterchangeError) {
        try XMLReader.read(
            bytes, into: XMLSubtrees(handler), allowsExternalType: allowsExternalType)
    }

    func startElement(
        _ name: String, attributes: XMLAttributes, line: Int
    ) throws(InterchangeError) {
        try flush()
        let node = XMLNode(name: name, attributes: attributes, line: line)
        if !stack.isEmpty {
            stack.append(node)
        } else if try handler.takesWhole(node, depth: depth) {
            stack.append(node)
        } else {
            try handler.open(node, depth: depth)
            depth += 1
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws(InterchangeError) {
        if pending.isEmpty { pendingLine = line }
        pending.append(contentsOf: bytes)
    }

    func comment(_ text: String, line: Int) throws(InterchangeError) {
        try flush()
        if stack.isEmpty {
            try handler.comment(text, line: line)
        } else {
            stack[stack.count - 1].children.append(.comment(text))
        }
    }

    func endElement(line: Int) throws(InterchangeError) {
        try flush()
        guard let node = stack.popLast() else {
            depth -= 1
            try handler.close(depth: depth)
            return
        }
        if stack.isEmpty {
            try handler.subtree(node, depth: depth)
        } else {
            stack[stack.count - 1].children.append(.element(node))
        }
    }

    private func flush() throws(InterchangeError) {
        guard !pending.isEmpty else { return }
        let text = String(decoding: pending, as: UTF8.self)
        pending.removeAll(keepingCapacity: true)
        if stack.isEmpty {
            try handler.text(text, line: pendingLine)
        } else {
            stack[stack.count - 1].children.append(.text(text))
        }
    }
}

/// Reads a small document into a single tree.
final class XMLDocument: XMLSubtreeHandler {
    private(set) var root: XMLNode?

    /// Parses a document and returns its root element.
    static func root(
        of bytes: [UInt8], allowsExternalType: Bool = false
    ) throws(InterchangeError) -> XMLNode? {
        let document = XMLDocument()
        try XMLSubtrees.read(bytes, into: document, allowsExternalType: allowsExternalType)
        return document.root
    }

    func takesWhole(_ element: XMLNode, depth: Int) -> Bool { true }
    func subtree(_ node: XMLNode, depth: Int) { root = node }
    func open(_ element: XMLNode, depth: Int) {}
    func text(_ text: String, line: Int) {}
    func comment(_ text: String, line: Int) {}
    func close(depth: Int) {}
}

/// Parses and writes texts that contain XML elements.
enum XMLMarkup {
    /// Returns the markup of an element's contents in a uniform spelling, without comments.
    ///
    /// `text` receives each text between tags and returns its replacement.
    static func inner(
        of node: XMLNode, text: (String) -> String = { $0 }
    ) -> String {
        var output = XMLOutput()
        write(node.children, to: &output, text)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    private static func write(
        _ children: [XMLNode.Content], to output: inout XMLOutput, _ transform: (String) -> String
    ) {
        for child in children {
            switch child {
            case .text(let text): output.text(transform(text))
            case .comment: break
            case .element(let node):
                output.raw("<\(node.name)")
                for (name, value) in node.attributes.values { output.attribute(name, value) }
                guard !node.children.isEmpty else {
                    output.raw("/>")
                    continue
                }
                output.raw(">")
                write(node.children, to: &output, transform)
                output.raw("</\(node.name)>")
            }
        }
    }

    /// Parses a text as the contents of an element `<x>`.
    ///
    /// Returns nil unless the text is well-formed, is spelled like the result of
    /// ``inner(of:text:)``, and contains an element. All of its elements must satisfy `belongs`.
    ///
    /// The text can use the prefixes in `declarations`, such as `xmlns:xliff="…"`.
    static func element(
        around text: String, declarations: String = "", where belongs: (XMLNode) -> Bool
    ) -> XMLNode? {
        guard text.utf8.contains(UInt8(ascii: "<")), text.utf8.contains(UInt8(ascii: ">")) else {
            return nil
        }
        let document = "<x\(declarations)>" + text + "</x>"
        guard let node = try? XMLDocument.root(of: Array(document.utf8)), node.hasElements,
            inner(of: node).utf8.elementsEqual(text.utf8), allElements(of: node, belongs)
        else { return nil }
        return node
    }

    private static func allElements(of node: XMLNode, _ belongs: (XMLNode) -> Bool) -> Bool {
        node.elements.allSatisfy { belongs($0) && allElements(of: $0, belongs) }
    }
}
