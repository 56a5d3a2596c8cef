import Translation

/// The text of a resource, read from or written to an XML element.
struct AndroidText {
    /// The content, either plain text or markup.
    let value: String
    /// Whether the text is a reference to another resource.
    var isReference = false
    /// Whether the text is plain text that would be markup without its escapes.
    var isEscapedMarkup = false
    /// Whether the text contains an unescaped apostrophe, which aapt2 rejects.
    var hasBareApostrophe = false

    /// The namespace declaration for `<xliff:g>`.
    static let declaration = " xmlns:xliff=\"urn:oasis:names:tc:xliff:document:1.2\""

    /// Reads the text from the contents of an element.
    init(_ node: XMLNode) throws(AndroidEscapes.Fault) {
        let isPlain = !node.hasElements
        let raw = isPlain ? node.text : ""
        let bare = AndroidEscapes.trimmed(raw[...], start: true, end: true)
        if isPlain, AndroidEscapes.isReference(bare) {
            value = String(bare)
            isReference = true
            return
        }
        var reader = Reader(node)
        let tree = try reader.read(node)
        hasBareApostrophe = reader.escapes.hasBareApostrophe
        value = isPlain ? tree.text : XMLMarkup.inner(of: tree)
        isEscapedMarkup = isPlain && Self.markup(value) != nil
    }

    /// Returns whether an element is a style; all elements except `<xliff:g>` are styles.
    private static func isStyle(_ node: XMLNode) -> Bool {
        node.localName != "g" || node.name == "g"
    }

    /// Parses a text as markup; returns `nil` if it is plain text.
    private static func markup(_ text: String) -> XMLNode? {
        XMLMarkup.element(around: text, declarations: declaration) { node in
            (node.name == "xliff:g" || !node.name.utf8.contains(UInt8(ascii: ":")))
                && node.namespace.map { _ in node.name == "xliff:g" } ?? true
                && node.attributes.values.allSatisfy { !$0.name.utf8.contains(UInt8(ascii: ":")) }
        }
    }

    /// Decodes the escapes in a tree, text by text.
    private struct Reader {
        var escapes = AndroidEscapes.Reading()
        private let hasStyles: Bool
        private let count: Int
        private var index = 0

        init(_ node: XMLNode) {
            hasStyles = Self.hasStyles(node)
            count = Self.texts(in: node)
        }

        mutating func read(_ node: XMLNode) throws(AndroidEscapes.Fault) -> XMLNode {
            var copy = node
            copy.children = []
            for child in AndroidText.joined(node.children) {
                switch child {
                case .comment: break
                case .text(let text):
                    index += 1
                    let raw = AndroidEscapes.trimmed(
                        text[...], start: !hasStyles && index == 1,
                        end: !hasStyles && index == count)
                    copy.children.append(.text(try escapes.unescape(raw)))
                case .element(let inner):
                    let isStyle = AndroidText.isStyle(inner)
                    if isStyle { escapes.passStyle() }
                    copy.children.append(.element(try read(inner)))
                    if isStyle { escapes.passStyle() }
                }
            }
            return copy
        }

        private static func hasStyles(_ node: XMLNode) -> Bool {
            node.elements.contains { AndroidText.isStyle($0) || hasStyles($0) }
        }

        private static func texts(in node: XMLNode) -> Int {
            AndroidText.joined(node.children).reduce(0) { count, child in
                switch child {
                case .text: count + 1
                case .element(let inner): count + texts(in: inner)
                case .comment: count
                }
            }
        }
    }

    /// Returns the contents without comments, with adjacent texts joined.
    private static func joined(_ children: [XMLNode.Content]) -> [XMLNode.Content] {
        var result: [XMLNode.Content] = []
        for child in children {
            switch (child, result.last) {
            case (.comment, _): break
            case (.text(let text), .text(let before)?):
                result[result.count - 1] = .text(before + text)
            default: result.append(child)
            }
        }
        return result
    }

    /// Writes a text to the output.
    ///
    /// A reference is written unescaped if the string may be a reference. Markup is written as
    /// markup unless the string stores its markup escaped.
    static func write(
        _ text: String, mayBeReference: Bool, isEscaped: Bool, to output: inout XMLOutput
    ) {
        if mayBeReference, AndroidEscapes.isReference(text[...]) {
            output.text(text)
        } else if !isEscaped, let node = markup(text) {
            var writer = Writer(node)
            output.raw(XMLMarkup.inner(of: node) { writer.next($0) })
        } else {
            var escapes = AndroidEscapes.Writing()
            output.text(escapes.escape(text, isLast: true))
        }
    }

    /// Returns whether a text is written as markup and needs the namespace declaration.
    static func needsDeclaration(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: ":")) && markup(text) != nil
    }

    /// Escapes the texts in a tree in order.
    private struct Writer {
        private var escapes = AndroidEscapes.Writing()
        private let count: Int
        private var index = 0

        init(_ node: XMLNode) { count = Self.texts(in: node) }

        private static func texts(in node: XMLNode) -> Int {
            node.children.reduce(0) { count, child in
                switch child {
                case .text: count + 1
                case .element(let inner): count + texts(in: inner)
                case .comment: count
                }
            }
        }

        mutating func next(_ text: String) -> String {
            index += 1
            return escapes.escape(text, isLast: index == count)
        }
    }
}
