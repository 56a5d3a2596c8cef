import JSON
import Texts
import Translation

/// The layouts of the two files that form a table.
///
/// The skeleton is either the text of the `.strings` file alone, or a JSON object that contains
/// both texts as `strings` and `stringsdict`.
struct TableLayouts {
    private var strings = ""
    private var rules = ""

    /// Parses a skeleton.
    init(_ skeleton: String) {
        guard let both = try? JSONValue.parse(Array(skeleton.utf8)).objectValue else {
            strings = skeleton
            return
        }
        strings = both["strings"]?.stringValue ?? ""
        rules = both["stringsdict"]?.stringValue ?? ""
    }

    /// The layouts of both files as a single text.
    var skeleton: String {
        guard !rules.isEmpty else { return strings }
        let both = JSONValue.object {
            $0.add("strings", strings.isEmpty ? nil : strings)
            $0.add("stringsdict", rules)
        }
        return String(decoding: CanonicalJSON.encode(both), as: UTF8.self)
    }

    /// The keys of plain texts in the `.stringsdict` file.
    var plainRules: Set<Value.Text> {
        guard !rules.isEmpty, let list = try? PropertyList.read(Array(rules.utf8)) else {
            return []
        }
        let plain = list.members.filter { member in
            if case .text = member.value { true } else { false }
        }
        return Set(plain.map { Value.Text($0.key) })
    }

    /// The layout of the file that has the same extension as the path.
    subscript(path: String) -> String? {
        get {
            let layout = FilePath.hasEnding(".stringsdict", in: path) ? rules : strings
            return layout.isEmpty ? nil : layout
        }
        set {
            if FilePath.hasEnding(".stringsdict", in: path) {
                rules = newValue ?? ""
            } else {
                strings = newValue ?? ""
            }
        }
    }
}

/// The rules for skeletons of tables, which contain both files of a table.
struct TableSkeletons: SkeletonRules {
    /// Returns the layout of the table's file that has the same extension as the path.
    func layout(ofFile path: String, in skeleton: String) -> String? {
        TableLayouts(skeleton)[path]
    }

    /// Returns a skeleton with a new layout for one file, leaving the table's other file unchanged.
    func skeleton(_ known: String, with layout: String, ofFile path: String) -> String {
        var layouts = TableLayouts(known)
        layouts[path] = layout
        return layouts.skeleton
    }
}
