import JSON

/// Merges and compares namespaces, which are JSON trees of texts.
struct TextTree {
    /// The separator between the parts of a key, or nil if keys are not split.
    private let separator: String?
    /// True if a key can also be a single member whose name contains separators.
    private let findsJoinedNames: Bool
    private let returnsEmptyText: Bool

    init(_ options: I18nextOptions) {
        separator = options.keySeparator.flatMap { $0.isEmpty ? nil : $0 }
        findsJoinedNames = separator != nil && options.ignoresJSONStructure
        returnsEmptyText = options.returnsEmptyText
    }

    /// The maximum length of keys that are compared or moved, in bytes of UTF-8.
    ///
    /// In a deep tree, longer keys could take up much more memory than the tree itself.
    private static let maximumKeyLength = 1024

    /// The names on the path to a value.
    private struct Path {
        private let separator: String?
        private var names: [String] = []
        private var length = 0

        init(_ separator: String?) { self.separator = separator }

        mutating func append(_ name: String) {
            names.append(name)
            length += name.utf8.count + 1
        }

        mutating func removeLast() { length -= names.removeLast().utf8.count + 1 }

        /// True if the keys of a value and of everything below it are too long.
        var isTooLong: Bool { length > TextTree.maximumKeyLength }

        var key: String { names.joined(separator: separator ?? ".") }
    }

    private typealias Members = [(key: String, value: JSONValue)]

    // MARK: Merge

    /// Merges two trees.
    ///
    /// If both contain a key, `upper` wins. If one tree has a text where the other has a section,
    /// the text stays in its place. The section's texts are moved to the root, under their full
    /// keys, where lookups find them. If lookups do not find such keys, `upper` wins. Takes time
    /// linear in the size of both trees.
    func merge(_ upper: JSONValue, over lower: JSONValue) -> JSONValue {
        guard let top = upper.objectValue, let bottom = lower.objectValue else { return upper }
        var merge = Merge(trees: self, path: Path(separator))
        var members = merge.members(top, over: bottom)
        var names = Set(members.map { ExactText($0.key) })
        for member in merge.movedUpper + merge.movedLower
        where names.insert(ExactText(member.key)).inserted {
            members.append(member)
        }
        return .object(JSONObject(uniqueMembers: members))
    }

    private struct Merge {
        let trees: TextTree
        var path: Path
        var movedUpper: Members = []
        var movedLower: Members = []

        mutating func members(_ upper: JSONObject, over lower: JSONObject) -> Members {
            var rest = Dictionary(
                lower.members.map { (ExactText($0.key), $0.value) }, uniquingKeysWith: { $1 })
            var members: Members = []
            members.reserveCapacity(max(upper.members.count, lower.members.count))
            for (key, value) in upper.members {
                guard let other = rest.removeValue(forKey: ExactText(key)) else {
                    members.append((key, value))
                    continue
                }
                path.append(key)
                members.append((key, self.value(value, over: other)))
                path.removeLast()
            }
            for member in lower.members where rest[ExactText(member.key)] != nil {
                members.append(member)
            }
            return members
        }

        private mutating func value(_ upper: JSONValue, over lower: JSONValue) -> JSONValue {
            guard !trees.isMissing(upper) else { return lower }
            guard !trees.isMissing(lower) else { return upper }
            switch (upper, lower) {
            case (.object(let top), .object(let bottom)):
                return .object(JSONObject(uniqueMembers: members(top, over: bottom)))
            case (.object, _) where trees.findsJoinedNames:
                trees.collect(upper, at: &path, &movedUpper)
                return lower
            case (_, .object) where trees.findsJoinedNames:
                trees.collect(lower, at: &path, &movedLower)
                return upper
            default: return upper
            }
        }
    }

    private func isMissing(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .string(let text): text.isEmpty && !returnsEmptyText
        default: false
        }
    }

    /// Adds all values at or below a path that are not objects.
    private func collect(_ value: JSONValue, at path: inout Path, _ found: inout Members) {
        guard !path.isTooLong else { return }
        guard case .object(let object) = value else { return found.append((path.key, value)) }
        for member in object.members {
            path.append(member.key)
            collect(member.value, at: &path, &found)
            path.removeLast()
        }
    }

    // MARK: Compare

    /// Returns the keys of a tree that have a text or a list of texts, and the number of other
    /// values.
    func keys(of tree: JSONValue) -> (texts: Set<ExactText>, others: Int) {
        guard tree.objectValue != nil else { return ([], 0) }
        var leaves: Members = []
        var path = Path(separator)
        collect(tree, at: &path, &leaves)
        var texts: Set<ExactText> = []
        var others = 0
        for leaf in leaves {
            switch leaf.value {
            case .string: texts.insert(ExactText(leaf.key))
            case .array(let items) where items.allSatisfy({ $0.stringValue != nil }):
                texts.insert(ExactText(leaf.key))
            case .null: break
            default: others += 1
            }
        }
        return (texts, others)
    }
}
