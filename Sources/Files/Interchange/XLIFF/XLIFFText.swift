import Translation

/// Reads and writes the texts in XLIFF segments, which are plain or contain inline elements.
struct XLIFFText {
    /// The namespace of the version that is written.
    let namespace: String
    /// The namespaces of earlier versions that are read in the same way.
    let earlierNamespaces: [String]
    /// The inline elements, each with a list of attributes of which at least one is required.
    let inline: [String: [String]]
    /// The inline elements that must be empty.
    let empty: Set<String>
    /// The inline elements that contain native code, and therefore only text and `<sub>`.
    let codes: Set<String>

    /// XLIFF 1.2: <https://docs.oasis-open.org/xliff/v1.2/os/xliff-core.html#Struct_InLine>.
    static let version1 = XLIFFText(
        namespace: "urn:oasis:names:tc:xliff:document:1.2",
        earlierNamespaces: ["urn:oasis:names:tc:xliff:document:1.1"],
        inline: [
            "g": ["id"], "x": ["id"], "bx": ["id"], "ex": ["id"], "bpt": ["id"], "ept": ["id"],
            "ph": ["id"], "it": ["id"], "mrk": ["mtype"], "sub": [],
        ], empty: ["x", "bx", "ex"], codes: ["bpt", "ept", "ph", "it"])

    /// XLIFF 2: <https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html#inlineelements>.
    static let version2 = XLIFFText(
        namespace: "urn:oasis:names:tc:xliff:document:2.0", earlierNamespaces: [],
        inline: [
            "cp": ["hex"], "ph": ["id"], "pc": ["id"], "sc": ["id"], "ec": ["id", "startRef"],
            "mrk": ["id"], "sm": ["id"], "em": ["startRef"],
        ], empty: ["cp", "ph", "sc", "ec", "sm", "em"], codes: [])

    /// Returns whether a namespace belongs to the version or to a supported earlier version.
    func isOwn(_ name: String?) -> Bool {
        name == namespace || name.map(earlierNamespaces.contains) ?? false
    }

    /// Returns the text in an element, either plain or as markup without prefixes.
    ///
    /// Marks in version 1.2 that only delimit segments are removed. Returns `nil` if the text
    /// contains an element in another namespace.
    func read(_ node: XMLNode) -> String? {
        guard node.hasElements else { return node.text }
        return plainNames(node).map { $0.hasElements ? XMLMarkup.inner(of: $0) : $0.text }
    }

    /// Returns whether an element is a segment of `<seg-source>`:
    /// <https://docs.oasis-open.org/xliff/v1.2/os/xliff-core.html#mtype>.
    private func isSegment(_ node: XMLNode) -> Bool {
        inline["mrk"] == ["mtype"] && node.localName == "mrk" && node.attributes["mtype"] == "seg"
    }

    private func plainNames(_ node: XMLNode) -> XMLNode? {
        var attributes = XMLAttributes()
        for (name, value) in node.attributes.values
        where !name.utf8.contains(UInt8(ascii: ":")) || name.hasPrefix("xml:") {
            attributes.add(name, value)
        }
        var copy = XMLNode(
            name: String(node.localName), attributes: attributes, line: node.line)
        for child in node.children {
            switch child {
            case .element(let inner):
                guard isOwn(inner.namespace), let inner = plainNames(inner) else {
                    return nil
                }
                if isSegment(inner) {
                    copy.children += inner.children
                } else {
                    copy.children.append(.element(inner))
                }
            case .text: copy.children.append(child)
            case .comment: break
            }
        }
        return copy
    }

    /// Writes a text as markup if it consists of the version's inline elements, and escaped
    /// otherwise.
    func write(_ text: String, to output: inout XMLOutput) {
        let markup = XMLMarkup.element(around: text) { _ in true }
        if let markup, isInline(markup) { output.raw(text) } else { output.text(text) }
    }

    /// Returns whether all child elements are inline elements of the version in valid positions.
    private func isInline(_ parent: XMLNode) -> Bool {
        parent.elements.allSatisfy { node in
            guard node.namespace == nil, let required = inline[node.name],
                required.isEmpty || required.contains(where: { node.attributes[$0] != nil }),
                node.attributes.values.allSatisfy({ !$0.name.utf8.contains(UInt8(ascii: ":")) }),
                !empty.contains(node.name) || node.children.isEmpty,
                codes.contains(parent.name) == (node.name == "sub")
            else { return false }
            return isInline(node)
        }
    }
}
