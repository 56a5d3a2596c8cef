/// An element with all that is in it.
struct XMLNode {
    /// The content of an element.
    enum Content {
        case element(XMLNode)
        case text(String)
        case comment(String)
    }

    /// The name, with the prefix where it has one.
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

    /// The elements that stand in it directly.
    var elements: [XMLNode] {
        children.compactMap { if case .element(let node) = $0 { node } else { nil } }
    }

    /// The first element of a local name that stands in it directly.
    func first(_ localName: String) -> XMLNode? { elements.first { $0.localName == localName } }

    /// All texts in it, those of inner elements too.
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

    /// Whether it holds an element.
    var hasElements: Bool {
        children.contains { if case .element = $0 { true } else { false } }
    }
}

/// Receives the parts of a large file: the outer elements one by one, and whole inner ones.
protocol XMLSubtreeHandler: AnyObject {
    /// Whether an element is to be given whole; `depth` is the number of elements around it.
    func takesWhole(_ element: XMLNode, depth: Int) throws(InterchangeError) -> Bool
    /// An element that is not taken whole begins.
    func open(_ element: XMLNode, depth: Int) throws(InterchangeError)
    /// A whole element.
    func subtree(_ node: XMLNode, depth: Int) throws(InterchangeError)
    /// Text between elements, white space too.
    func text(_ text: String, line: Int) throws(InterchangeError)
    /// A comment between elements.
    func comment(_ text: String, line: Int) throws(InterchangeError)
    /// An element that was opened ends.
    func close(depth: Int) throws(InterchangeError)
}

/// Makes trees of the elements that a handler takes whole.
///
/// Memory: one such element.
final class XMLSubtrees: XMLContentHandler {
    private let handler: any XMLSubtreeHandler
    private var depth = 0
    private var stack: [XMLNode] = []
    private var pending: [UInt8] = []
    private var pendingLine = 0

    init(_ handler: any XMLSubtreeHandler) { self.handler = handler }

    /// Reads a file into a handler.
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

/// A whole small document as one tree.
final class XMLDocument: XMLSubtreeHandler {
    private(set) var root: XMLNode?

    /// Reads a document.
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

/// Texts with elements in them, as XML spells them.
enum XMLMarkup {
    /// Returns the markup of what stands in an element, spelled in one way; comments are left out.
    ///
    /// `text` is given each text between tags and returns what is to be taken for it.
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

    /// Returns a text as the element `<x>` around it, if it is well-formed, spelled as ``inner(of:text:)``
    /// spells it, and has an element in it whose names all belong.
    ///
    /// Prefixes are those of `declarations`, such as `xmlns:xliff="…"`.
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
