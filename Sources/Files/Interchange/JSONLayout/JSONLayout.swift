import JSON
import Texts
import Translation

/// A JSON file as spelled by its authors, with gaps for the project's texts.
///
/// The layout keeps the order of members, the indentation, line endings, the spelling of texts, and
/// every value that is not a text. Filling it with its original texts restores the same bytes.
///
/// As a skeleton, the layout is stored as the file's own text, in which `@` marks the values that
/// belong to the project. JSON has no `@` outside strings, so the mark is unambiguous. A mark alone
/// represents a text in the usual spelling. If a text has a different spelling in the file, this
/// spelling follows the mark, as in `@"caf\u00e9"`.
struct JSONLayout {
    /// A member of an object, or an item of an array, with the white space around it.
    struct Node {
        /// The white space before the node.
        var lead: [UInt8]
        /// The name, if the node is a member of an object.
        var name: String?
        /// The name as spelled in the file, with the colon and the white space around it.
        var label: [UInt8] = []
        var body: Body
        /// The white space between the node and the following comma.
        var tail: [UInt8] = []
    }

    enum Body {
        /// A text, a list of texts, or any other scalar value.
        ///
        /// `isOwned` is true if the value belongs to the project.
        case leaf([UInt8], isOwned: Bool)
        case object([Node], end: [UInt8])
        case array([Node], end: [UInt8])
    }

    /// The mark before a value that belongs to the project.
    static let mark = UInt8(ascii: "@")

    /// The maximum size of a skeleton: 4 MiB.
    ///
    /// An event is limited to 16 MiB, and an escape takes up to six bytes.
    static let maximumSize = 4 << 20

    var root: Node
    private let prefix: [UInt8]

    /// Parses a JSON file whose root is an object, or a skeleton; returns `nil` for anything else.
    init?(_ bytes: [UInt8]) {
        let text = FileText.withoutMark(bytes[...])
        prefix = Array(bytes[..<text.startIndex])
        var scanner = JSONLayoutScanner(bytes: bytes, position: text.startIndex)
        guard let root = scanner.node(isMember: false), scanner.isAtEnd,
            case .object = root.body
        else { return nil }
        self.root = root
    }

    /// The contents of the file or skeleton.
    var bytes: [UInt8] {
        var bytes = prefix
        Self.write(root, to: &bytes)
        return bytes
    }

    /// Returns the bytes of a node as written in the file.
    static func bytes(of node: Node) -> [UInt8] {
        var bytes: [UInt8] = []
        write(node, to: &bytes)
        return bytes
    }

    private static func write(_ node: Node, to bytes: inout [UInt8]) {
        func write(_ nodes: [Node], between marks: (Character, Character), end: [UInt8]) {
            bytes += Array(String(marks.0).utf8)
            for (index, node) in nodes.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(node, to: &bytes)
            }
            bytes += end
            bytes += Array(String(marks.1).utf8)
        }
        bytes += node.lead
        bytes += node.label
        switch node.body {
        case .leaf(let leaf, let isOwned):
            if isOwned { bytes.append(mark) }
            bytes += leaf
        case .object(let nodes, let end): write(nodes, between: ("{", "}"), end: end)
        case .array(let nodes, let end): write(nodes, between: ("[", "]"), end: end)
        }
        bytes += node.tail
    }

    /// Marks the texts with the given keys as belonging to the project.
    ///
    /// Texts in the usual spelling are removed, leaving only the mark.
    mutating func own(_ keys: Set<Value.Text>) {
        Self.own(&root, below: [], keys)
    }

    private static func own(_ node: inout Node, below path: [String], _ keys: Set<Value.Text>) {
        switch node.body {
        case .leaf(let bytes, _):
            guard keys.contains(Value.Text(path.joined(separator: "."))) else { return }
            let isUsual = value(of: bytes).map(spelled) == bytes
            node.body = .leaf(isUsual ? [] : bytes, isOwned: true)
        case .object(var nodes, let end):
            node.body = .leaf([], isOwned: false)
            for index in nodes.indices {
                own(&nodes[index], below: path + [nodes[index].name ?? ""], keys)
            }
            node.body = .object(nodes, end: end)
        case .array(var nodes, let end):
            node.body = .leaf([], isOwned: false)
            for index in nodes.indices { own(&nodes[index], below: path + [String(index)], keys) }
            node.body = .array(nodes, end: end)
        }
    }

    /// The keys of all texts and other values, including all dots.
    var keys: Set<Value.Text> { Set(leaves.map { Value.Text($0.key) }) }

    /// Returns the values that exist in one file but not in another, by key.
    static func values(
        in file: [UInt8], besides other: [UInt8]
    ) -> [(name: String, value: String)] {
        guard let layout = JSONLayout(file) else { return [] }
        let known = JSONLayout(other)?.keys ?? []
        return layout.leaves.filter { !$0.isOwned && !known.contains(Value.Text($0.key)) }
            .map { ($0.key, String(decoding: $0.bytes, as: UTF8.self)) }
    }

    /// All values with their keys and spelling.
    private var leaves: [(key: String, bytes: [UInt8], isOwned: Bool)] {
        var leaves: [(key: String, bytes: [UInt8], isOwned: Bool)] = []
        func add(_ node: Node, below path: [String]) {
            switch node.body {
            case .leaf(let bytes, let isOwned):
                leaves.append((path.joined(separator: "."), bytes, isOwned))
            case .object(let nodes, _):
                for node in nodes { add(node, below: path + [node.name ?? ""]) }
            case .array(let nodes, _):
                for (index, node) in nodes.enumerated() { add(node, below: path + [String(index)]) }
            }
        }
        add(root, below: [])
        return leaves
    }

    /// Parses a single JSON value.
    static func value(of bytes: [UInt8]) -> JSONValue? { try? JSONValue.parse(bytes) }

    /// Returns the usual spelling of a value, with lists on a single line.
    static func spelled(_ value: JSONValue) -> [UInt8] {
        guard case .array(let items) = value else { return PrettyJSON.encode(value).dropLast() }
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        for (index, item) in items.enumerated() {
            if index > 0 { bytes += Array(", ".utf8) }
            bytes += spelled(item)
        }
        return bytes + [UInt8(ascii: "]")]
    }
}

/// Splits JSON into nodes, keeping the white space.
struct JSONLayoutScanner {
    let bytes: [UInt8]
    var position: Int
    private var depth = 0

    init(bytes: [UInt8], position: Int) {
        self.bytes = bytes
        self.position = position
    }

    var isAtEnd: Bool { position == bytes.count }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func space() -> [UInt8] {
        let start = position
        while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
        return Array(bytes[start..<position])
    }

    /// Skips a string, including its quotation marks.
    private mutating func text() -> Bool {
        guard byte == UInt8(ascii: "\"") else { return false }
        position += 1
        while let byte, byte != UInt8(ascii: "\"") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
        return position <= bytes.count
    }

    /// Returns the next member or item with the white space around it.
    mutating func node(isMember: Bool) -> JSONLayout.Node? {
        let lead = space()
        var name: String?
        let start = position
        if isMember {
            guard text() else { return nil }
            name = JSONLayout.value(of: Array(bytes[start..<position]))?.stringValue
            _ = space()
            guard name != nil, byte == UInt8(ascii: ":") else { return nil }
            position += 1
            _ = space()
        }
        let label = Array(bytes[start..<position])
        guard let body = body() else { return nil }
        return JSONLayout.Node(lead: lead, name: name, label: label, body: body, tail: space())
    }

    private mutating func body() -> JSONLayout.Body? {
        let start = position
        switch byte {
        case UInt8(ascii: "{"):
            return nodes(isObject: true).map { .object($0.nodes, end: $0.end) }
        case UInt8(ascii: "["):
            guard let (nodes, end) = nodes(isObject: false) else { return nil }
            // An array is split into items only if it contains objects, or texts mixed with other
            // values. Any other array is kept as a single value.
            let kinds = Set(nodes.compactMap(Self.kind))
            guard kinds.count > 1 || kinds.contains(.object) else {
                return .leaf(Array(bytes[start..<position]), isOwned: false)
            }
            return .array(nodes, end: end)
        case JSONLayout.mark:
            position += 1
            let start = position
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "[") {
                guard body() != nil else { return nil }
            }
            return .leaf(Array(bytes[start..<position]), isOwned: true)
        case UInt8(ascii: "\""):
            guard text() else { return nil }
        default:
            while let byte, !Array(",]} \t\r\n".utf8).contains(byte) { position += 1 }
            guard position > start else { return nil }
        }
        return .leaf(Array(bytes[start..<position]), isOwned: false)
    }

    private enum Kind { case text, other, object }

    /// Returns the kind shared by all values in an item, as distinguished by ``I18nextLeaves``.
    ///
    /// Returns nil for an empty list.
    private static func kind(of node: JSONLayout.Node) -> Kind? {
        guard case .leaf(let bytes, let isOwned) = node.body else { return .object }
        if isOwned || bytes.contains(UInt8(ascii: "\"")) { return .text }
        return bytes.allSatisfy("[], \t\r\n".utf8.contains) ? nil : .other
    }

    private mutating func nodes(isObject: Bool) -> (nodes: [JSONLayout.Node], end: [UInt8])? {
        let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        guard depth < JSONValue.maximumDepth else { return nil }
        depth += 1
        defer { depth -= 1 }
        position += 1
        let start = position
        let inner = space()
        if byte == close {
            position += 1
            return ([], inner)
        }
        position = start
        var nodes: [JSONLayout.Node] = []
        while true {
            guard var node = node(isMember: isObject) else { return nil }
            if byte == UInt8(ascii: ",") {
                nodes.append(node)
                position += 1
                continue
            }
            guard byte == close else { return nil }
            position += 1
            let end = node.tail
            node.tail = []
            nodes.append(node)
            return (nodes, end)
        }
    }
}
