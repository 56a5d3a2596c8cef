import JSON
import Texts
import Translation

/// The texts and lists in a file, in file order and without nesting.
struct I18nextLeaves {
    /// A text or list with its key.
    struct Leaf {
        let key: String
        let path: [String]
        let value: Value
        let line: Int
    }

    private(set) var leaves: [Leaf] = []
    private(set) var notices: [FileNotice] = []
    private var lines: KeyLines
    private var indices: [Value.Text: Int] = [:]

    /// Parses the contents of a file.
    init(_ bytes: [UInt8]) throws(InterchangeError) {
        guard bytes.count <= I18nextJSON.maximumSize else {
            throw InterchangeError(
                "The file is larger than \(I18nextJSON.maximumSize >> 20) MiB.",
                hint: "Split it into several sections.")
        }
        let root: JSONValue
        do { root = try JSONValue.parseMarked(bytes) } catch {
            throw JSONFile.fault(error)
        }
        guard let object = root.objectValue else {
            throw InterchangeError(
                "The file is JSON but not an object.",
                hint: "Put the strings between “{” and “}”, each with its key.", line: 1)
        }
        lines = KeyLines(bytes)
        try add(object, below: [])
    }

    private mutating func add(
        _ object: JSONObject, below parents: [String]
    ) throws(InterchangeError) {
        for (name, json) in object.members {
            try add(json, path: parents + [name], line: lines.next())
        }
    }

    private mutating func add(
        _ json: JSONValue, path: [String], line: Int
    ) throws(InterchangeError) {
        func requireDepth() throws(InterchangeError) {
            guard path.count < I18nextJSON.maximumDepth else {
                throw InterchangeError(
                    "Objects are nested more than \(I18nextJSON.maximumDepth) levels deep.",
                    hint: "Write the keys with dots instead.", line: line)
            }
        }
        if let child = json.objectValue {
            try requireDepth()
            try add(child, below: path)
        } else if let items = json.arrayValue, Self.isOfObjects(items) {
            try requireDepth()
            for (index, item) in items.enumerated() {
                try add(item, path: path + [String(index)], line: line)
            }
        } else {
            try addLeaf(json, path: path, line: line)
        }
    }

    /// Returns whether a list contains objects, or texts mixed with other values.
    ///
    /// If so, each of its texts is a separate string.
    private static func isOfObjects(_ items: [JSONValue]) -> Bool {
        kind(ofItems: items) == .object
    }

    private enum Kind { case text, other, object }

    /// Returns the kind shared by all values in a list, at any depth.
    ///
    /// Returns `.object` if there are several kinds, and nil if there are no values.
    private static func kind(ofItems items: [JSONValue]) -> Kind? {
        var kinds: Set<Kind> = []
        for item in items {
            switch item {
            case .string: kinds.insert(.text)
            case .object: kinds.insert(.object)
            case .array(let items): if let kind = kind(ofItems: items) { kinds.insert(kind) }
            default: kinds.insert(.other)
            }
        }
        return kinds.count > 1 ? .object : kinds.first
    }

    private mutating func addLeaf(
        _ json: JSONValue, path: [String], line: Int
    ) throws(InterchangeError) {
        let key = path.joined(separator: ".")
        lines.skip(Self.keyCount(in: json))
        guard let value = Self.value(of: json), value.depth <= Value.maximumDepth else {
            notices.append(
                FileNotice(
                    key: key, line: line, message: Self.reason(ofKeeping: json)))
            return
        }
        let leaf = Leaf(key: key, path: path, value: value, line: line)
        if let index = indices.updateValue(leaves.count, forKey: Value.Text(key)) {
            throw Self.collision(leaves[index], leaf)
        }
        leaves.append(leaf)
    }

    private static func value(of json: JSONValue) -> Value? {
        switch json {
        case .string(let text): return Value(text)
        case .array(let items):
            var values: [Value] = []
            for item in items {
                guard let value = value(of: item) else { return nil }
                values.append(value)
            }
            return .list(values)
        default: return nil
        }
    }

    /// Returns the number of keys in all objects inside a value.
    private static func keyCount(in json: JSONValue) -> Int {
        switch json {
        case .array(let items): items.reduce(0) { $0 + keyCount(in: $1) }
        case .object(let object):
            object.members.reduce(0) { $0 + 1 + keyCount(in: $1.value) }
        default: 0
        }
    }

    private static func reason(ofKeeping json: JSONValue) -> String {
        switch json {
        case .null: "The value is null, so it is only kept for exports of the file."
        case .bool: "The value is true or false, so it is only kept for exports of the file."
        case .integer, .real: "The value is a number, so it is only kept for exports of the file."
        default:
            "The list has no texts or is nested too deeply. It cannot be translated, but exports of the file still contain it."
        }
    }

    private static func collision(_ first: Leaf, _ second: Leaf) -> InterchangeError {
        func spelled(_ leaf: Leaf) -> String {
            leaf.path.map { "“\($0)”" }.joined(separator: " › ") + " on line \(leaf.line)"
        }
        return InterchangeError(
            "The key “\(first.key)” appears twice: as \(spelled(first)) and as \(spelled(second)).",
            hint: "Keep one of them: a dot in a key means the same as nesting.", line: second.line)
    }
}
