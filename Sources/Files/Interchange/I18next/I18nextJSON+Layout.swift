import JSON
import Texts
import Translation

extension I18nextJSON {
    /// Returns a file without its texts, as a ``JSONLayout``.
    ///
    /// The result is empty if an export writes the same file without a layout. The layout keeps the
    /// texts of strings that are missing from the source. It also keeps empty texts in
    /// translations, because they do not count as texts. Returns `nil` if the layout is too long,
    /// so that the stored layout is unchanged.
    static func skeleton(
        of bytes: [UInt8], _ leaves: [I18nextLeaves.Leaf], _ read: ReadFile, _ context: ReadContext
    ) -> String? {
        guard let layout = JSONLayout(bytes) else { return nil }
        let owned = ownKeys(leaves, read, context)
        if isUsual(bytes, leaves, read, context), owned.count == leaves.count { return "" }
        var skeleton = layout
        skeleton.own(owned)
        let text = skeleton.bytes
        return text.count > JSONLayout.maximumSize ? nil : String(decoding: text, as: UTF8.self)
    }

    /// Returns the keys of the texts that the layout does not keep.
    private static func ownKeys(
        _ leaves: [I18nextLeaves.Leaf], _ read: ReadFile, _ context: ReadContext
    ) -> Set<Value.Text> {
        var foreign = Set(
            read.notices.filter(\.isLeftOut).compactMap { $0.key.map { Value.Text($0) } })
        if !context.isSource, !context.shape.values.isEmpty {
            for entry in read.entries where context.shape.values[entry.string] == nil {
                foreign.insert(Value.Text(entry.string.key))
            }
        }
        let own = leaves.filter { leaf in
            if !context.isSource, leaf.value.isEmptyText { return false }
            return !context.isMetadata(leaf.key) && !foreign.contains(Value.Text(leaf.key))
        }
        return Set(own.map { Value.Text($0.key) })
    }

    /// Returns whether an export without the layout writes the same bytes.
    private static func isUsual(
        _ bytes: [UInt8], _ leaves: [I18nextLeaves.Leaf], _ read: ReadFile, _ context: ReadContext
    ) -> Bool {
        guard read.notices.isEmpty,
            leaves.allSatisfy({ leaf in
                !leaf.path.contains { $0.utf8.contains(UInt8(ascii: ".")) }
            }), JSONLayout.value(of: bytes).map({ PrettyJSON.encode($0) }) == bytes
        else { return false }
        guard !context.isSource else { return true }
        let places = read.entries.map { context.shape.places[$0.string] ?? -1 }
        return zip(places, places.dropFirst()).allSatisfy(<)
            && zip(leaves, leaves.dropFirst()).allSatisfy { first, second in
                guard let a = I18nextSuffix.pluralCase(of: first.key),
                    let b = I18nextSuffix.pluralCase(of: second.key), a.stem == b.stem
                else { return true }
                let categories = PluralCase.categories
                return (categories.firstIndex(of: a.category) ?? 0)
                    < (categories.firstIndex(of: b.category) ?? 0)
            }
    }
}
