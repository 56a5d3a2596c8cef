import JSON
import Texts
import Translation

extension JSONLayout {
    /// Inserts the project's texts into the file.
    ///
    /// If the file already contains a text, its spelling is kept. Texts that were removed from the
    /// project are also removed from the file, together with objects that become empty. A new text
    /// is inserted after the text that it follows in `members`. All other contents are kept. A new
    /// text is skipped if one of its parent objects would have to replace a value.
    ///
    /// A list of objects is removed if the project has none of its texts. Otherwise, any missing
    /// texts are replaced by `fallbacks`, because programs expect every list item to be complete.
    ///
    /// The cost is linear in the size of the file. Each new text also costs time linear in the size
    /// of its parent object.
    mutating func fill(with members: [Member], fallbacks: [Member] = []) {
        var filling = Filling(
            wanted: Self.byKey(members), fallbacks: Self.byKey(fallbacks))
        _ = filling.fill(&root, below: [], isInList: false)
        let found = filling.found
        let style = JSONLayoutStyle(of: self)
        var previous: String?
        for member in members {
            if !found.contains(Value.Text(member.key)) {
                let path = style.isFlat ? [member.key] : I18nextKey.path(of: member.key)
                style.insert(member.value, at: path[...], into: &root, after: previous, level: 0)
            }
            previous = member.key
        }
    }

    /// Whether dots in member names are literal dots.
    var isFlat: Bool { JSONLayoutStyle(of: self).isFlat }

    /// A text with its key, including all dots.
    typealias Member = (key: String, value: JSONValue)

    private static func byKey(_ members: [Member]) -> [Value.Text: JSONValue] {
        Dictionary(members.map { (Value.Text($0.key), $0.value) }, uniquingKeysWith: { $1 })
    }

    private struct Filling {
        let wanted: [Value.Text: JSONValue]
        let fallbacks: [Value.Text: JSONValue]
        var found: Set<Value.Text> = []

        /// Fills a node, and returns whether the node is still needed.
        mutating func fill(_ node: inout Node, below path: [String], isInList: Bool) -> Bool {
            switch node.body {
            case .leaf(let bytes, let isOwned):
                let key = Value.Text(path.joined(separator: "."))
                let new = wanted[key]
                if new != nil { found.insert(key) }
                guard let value = new ?? (isInList && isOwned ? fallbacks[key] : nil) else {
                    return !isOwned
                }
                let isSame = !bytes.isEmpty && JSONLayout.value(of: bytes) == value
                node.body = .leaf(isSame ? bytes : JSONLayout.spelled(value), isOwned: false)
                return true
            case .object(let members, let end):
                let kept = members.compactMap { member in
                    var member = member
                    let path = path + [member.name ?? ""]
                    return fill(&member, below: path, isInList: isInList) ? member : nil
                }
                node.body = .object(kept, end: end)
                return isInList || members.isEmpty || !kept.isEmpty
            case .array(let items, let end):
                let before = found.count
                let kept = items.enumerated().compactMap { index, item in
                    var item = item
                    return fill(&item, below: path + [String(index)], isInList: true) ? item : nil
                }
                node.body = .array(kept, end: end)
                return found.count > before || !items.contains(where: JSONLayout.isOwned)
            }
        }
    }

    /// Returns whether a node contains a text that belongs to the project.
    private static func isOwned(_ node: Node) -> Bool {
        switch node.body {
        case .leaf(_, let isOwned): isOwned
        case .object(let nodes, _), .array(let nodes, _): nodes.contains(where: isOwned)
        }
    }
}

/// The formatting of a file, which is also applied to new texts.
struct JSONLayoutStyle {
    /// Whether dots in member names are literal dots.
    let isFlat: Bool
    /// The indentation for one level; empty for a file on a single line.
    private var unit: [UInt8]
    /// The white space before a member of the root object, without its indentation.
    private var lineEnd: [UInt8]
    /// The bytes between a name and its value.
    let colon: [UInt8]

    init(of layout: JSONLayout) {
        guard case .object(let nodes, _) = layout.root.body, let first = nodes.first else {
            (isFlat, unit, lineEnd) = (false, Array("  ".utf8), [0x0A])
            colon = Array(": ".utf8)
            return
        }
        let hasObjects = nodes.contains { node in
            if case .leaf = node.body { false } else { true }
        }
        isFlat =
            !hasObjects && nodes.contains { $0.name?.utf8.contains(UInt8(ascii: ".")) ?? false }
        let cut = first.lead.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        lineEnd = Array(first.lead[..<cut])
        unit = Array(first.lead[cut...])
        let quote = first.label.lastIndex(of: UInt8(ascii: "\"")).map { $0 + 1 } ?? 0
        colon = Array(first.label[quote...])
    }

    /// The same formatting, but for contents on a single line.
    var onOneLine: Self {
        var copy = self
        (copy.unit, copy.lineEnd) = ([], [])
        return copy
    }

    /// Returns the white space before an item on a given level.
    func lead(_ level: Int) -> [UInt8] {
        lineEnd.isEmpty
            ? (level > 0 ? unit : []) : lineEnd + Array(repeatElement(unit, count: level).joined())
    }

    /// Inserts a value and its missing parent objects into an object, after the member at
    /// `previous` if that member exists.
    func insert(
        _ value: JSONValue, at path: ArraySlice<String>, into node: inout JSONLayout.Node,
        after previous: String?, level: Int
    ) {
        guard case .object(var nodes, var end) = node.body, let name = path.first else { return }
        let rest = path.dropFirst()
        if let index = nodes.firstIndex(where: { $0.name?.utf8.elementsEqual(name.utf8) ?? false })
        {
            guard !rest.isEmpty else { return }
            let start = name + "."
            let inner = previous.flatMap {
                $0.utf8.starts(with: start.utf8)
                    ? String(decoding: $0.utf8.dropFirst(start.utf8.count), as: UTF8.self) : nil
            }
            insert(value, at: rest, into: &nodes[index], after: inner, level: level + 1)
        } else {
            var new = JSONLayout.Node(
                lead: nodes.last?.lead ?? lead(level + 1), name: name,
                label: JSONLayout.spelled(.string(name)) + colon, body: .object([], end: []))
            if rest.isEmpty {
                new.body = .leaf(JSONLayout.spelled(value), isOwned: false)
            } else {
                insert(value, at: rest, into: &new, after: nil, level: level + 1)
            }
            if nodes.isEmpty, !lineEnd.isEmpty { end = lead(level) }
            let place = nodes.lastIndex { leads($0, to: previous) }.map { $0 + 1 }
            nodes.insert(new, at: place ?? nodes.count)
        }
        node.body = .object(nodes, end: end)
    }

    private func leads(_ node: JSONLayout.Node, to key: String?) -> Bool {
        guard let key, let name = node.name else { return false }
        return key.utf8.elementsEqual(name.utf8) || key.utf8.starts(with: (name + ".").utf8)
    }
}
