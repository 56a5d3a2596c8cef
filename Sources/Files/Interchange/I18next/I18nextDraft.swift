import JSON
import Texts
import Translation

/// A draft of a section's file, with its contents and the strings that were left out.
struct I18nextDraft {
    /// A string to be written.
    private struct Item {
        let position: Int
        let string: StringID
        let value: Value
        let members: [I18nextMember]

        /// Whether the string is a cardinal plural, whose forms are different in version 3.
        var isNumbered: Bool {
            if case .choice(let choice) = value { return choice.selector == .plural }
            return false
        }

        /// Whether the string is an ordinal plural.
        var isByRank: Bool {
            if case .choice(let choice) = value { return choice.selector == .ordinal }
            return false
        }
    }

    private let section: String
    private let language: LanguageTag
    private let options: ExportOptions
    private let shape: SourceShape
    private var items: [Item] = []
    private var leftOut: [(position: Int, string: StringID, reason: String)] = []
    /// The layout of the file when it was imported.
    private let layout: JSONLayout?
    /// The source texts of untranslated strings.
    private var fallbacks: [I18nextMember] = []

    /// Creates a draft from a section's strings.
    init(
        _ entries: [ExportEntry], section: String, language: LanguageTag, options: ExportOptions
    ) {
        self.section = section
        self.language = language
        self.options = options
        let sources = entries.map { ($0.string, $0.source) }
        shape = SourceShape(values: Dictionary(sources, uniquingKeysWith: { first, _ in first }))
        let plurals = I18nextPlurals(shape: shape, section: section)
        layout =
            options.isFlat
            ? nil
            : options.skeletons[Value.Text(section)].flatMap { JSONLayout(Array($0.utf8)) }
        for (position, entry) in entries.enumerated() {
            guard let value = entry.value ?? entry.filling(options.untranslated) else {
                if layout != nil {
                    let members = try? I18nextMember.members(
                        key: entry.string.key, value: entry.source, plurals: plurals)
                    fallbacks += members ?? []
                }
                continue
            }
            do throws(UnwritableReason) {
                let members = try I18nextMember.members(
                    key: entry.string.key, value: value, plurals: plurals)
                items.append(
                    Item(
                        position: position, string: entry.string, value: value, members: members))
            } catch {
                leftOut.append((position, entry.string, error.text))
            }
        }
        leaveOutRepeated()
        if !options.isFlat, !(layout?.isFlat ?? false) { leaveOutUnnestable() }
    }

    /// The strings that could not be written, in their original order.
    var unrepresentable: [Unrepresentable] {
        leftOut.sorted { $0.position < $1.position }
            .map { Unrepresentable(string: $0.string, reason: $0.reason) }
    }

    /// Writes the file, reads it back and leaves out strings that differ, until no string differs.
    ///
    /// Leaving out one string can fix another string. For example, without `gender_other`, the
    /// string `gender_one` is not a plural case. Therefore, strings that create plurals are removed
    /// first, and then strings that were read as plural cases.
    ///
    /// If `forms` is given, the result is then written again with the numbered forms of version 3.
    /// A form that a plural lacks gets the text of `other`.
    mutating func finish(
        forms: [I18nextNumbering.Form]? = nil
    ) throws(InterchangeError) -> [UInt8] {
        let context = context
        while true {
            let bytes = encoded()
            let leaves = try I18nextLeaves(bytes)
            let file = I18nextJSON.file(
                of: leaves.leaves, notices: leaves.notices, context: context)
            let found = Dictionary(
                file.entries.map { ($0.string, $0.value) }, uniquingKeysWith: { first, _ in first })
            let wrong = items.filter { item in
                guard let value = found[item.string] ?? nil else { return true }
                return !Self.isSame(value, item.value)
            }
            guard !wrong.isEmpty else {
                return forms.map { encoded(with: $0, fills: true) } ?? bytes
            }
            let absent = wrong.filter { found[$0.string] == nil }
            let founding = absent.filter {
                I18nextSuffix.pluralCase(of: $0.string.key)?.category == "other"
            }
            let choice = [founding, absent, wrong].first { !$0.isEmpty } ?? wrong
            leaveOut(choice.map { ($0, Self.reason($0, isAbsent: found[$0.string] == nil)) })
        }
    }

    /// Writes the file in version 3, reads it back and leaves out strings that differ.
    ///
    /// If version 3 has no form for a plural case, only that case is left out and listed.
    mutating func finishVersion3() throws(InterchangeError) -> [UInt8] {
        _ = try finish()
        let forms = I18nextNumbering.forms(of: language.rawValue)
        let cases = Set(forms.map { Value.Text($0.category) })
        leaveOut(
            items.filter(\.isByRank).map { ($0, "Version 3 does not support ordinal plurals.") })
        let context = context
        while true {
            let bytes = encoded(with: forms, fills: false)
            let file = I18nextJSONVersion3.texts(of: try I18nextLeaves(bytes), context: context)
            let found = Dictionary(
                file.entries.map { ($0.string, $0.value) }, uniquingKeysWith: { first, _ in first })
            let wrong = items.filter { item in
                guard let value = found[item.string] ?? nil,
                    let wanted = item.isNumbered ? item.value.keeping(cases) : item.value
                else { return true }
                return !Self.isSame(value, wanted)
            }
            guard !wrong.isEmpty else {
                noteReduced(keeping: cases)
                return bytes
            }
            leaveOut(wrong.map { ($0, "Version 3 would read the text back differently.") })
        }
    }

    private mutating func noteReduced(keeping cases: Set<Value.Text>) {
        for item in items where item.isNumbered {
            guard case .choice(let choice) = item.value else { continue }
            let lost = choice.cases.map(\.name).filter { !cases.contains($0) }
            guard !lost.isEmpty else { continue }
            let names = lost.map { "“\($0.string)”" }.joined(separator: ", ")
            leftOut.append(
                (
                    item.position, item.string,
                    "Version 3 has no form for \(names) in \(language); the others are written."
                ))
        }
    }

    /// The context used to read the file back.
    private var context: ReadContext {
        ReadContext(
            section: section, isSource: options.isSource, shape: shape,
            language: language.rawValue, contexts: options.contexts)
    }

    private func encoded() -> [UInt8] { encoded(items.flatMap(\.members)) }

    /// Writes the file with the cardinal plurals in version 3.
    ///
    /// A form is omitted if its key is also the key of another string or of an object with nested
    /// strings. Version 3 can use a key only once.
    private func encoded(with forms: [I18nextNumbering.Form], fills: Bool) -> [UInt8] {
        var taken: Set<Value.Text> = []
        for member in items.flatMap(\.members) where !options.isFlat {
            taken.formUnion(I18nextKey.parents(of: member.key).map { Value.Text($0) })
        }
        for item in items where !item.isNumbered {
            taken.formUnion(item.members.map { Value.Text($0.key) })
        }
        let members = items.flatMap { item in
            guard item.isNumbered else { return item.members }
            return I18nextMember.numbered(item.members, forms, fills: fills)
                .filter { taken.insert(Value.Text($0.key)).inserted }
        }
        return encoded(members)
    }

    private func encoded(_ members: [I18nextMember]) -> [UInt8] {
        if var layout {
            layout.fill(
                with: members.map { ($0.key, $0.value) },
                fallbacks: fallbacks.map { ($0.key, $0.value) })
            return layout.bytes
        }
        var object = NestedObject()
        for member in members {
            let path = options.isFlat ? [member.key] : I18nextKey.path(of: member.key)
            object.add(member.value, at: path)
        }
        return PrettyJSON.encode(object.json)
    }

    private mutating func leaveOut(_ reasons: [(item: Item, reason: String)]) {
        let positions = Set(reasons.map(\.item.position))
        items.removeAll { positions.contains($0.position) }
        leftOut += reasons.map { ($0.item.position, $0.item.string, $0.reason) }
    }

    private mutating func leaveOutRepeated() {
        var keys: Set<Value.Text> = []
        var repeated: [(Item, String)] = []
        for item in items {
            let own = item.members.map { Value.Text($0.key) }
            if let key = own.first(where: keys.contains) {
                repeated.append((item, "Another string is already written as “\(key.string)”."))
            } else {
                keys.formUnion(own)
            }
        }
        leaveOut(repeated)
    }

    private mutating func leaveOutUnnestable() {
        let keys = Set(items.flatMap(\.members).map { Value.Text($0.key) })
        // The file already contains these keys, regardless of their nesting.
        let known = layout?.keys ?? []
        leaveOut(
            items.compactMap { item in
                for member in item.members where !known.contains(Value.Text(member.key)) {
                    if I18nextKey.path(of: member.key).count > I18nextJSON.maximumDepth {
                        let reason =
                            "The key has too many dots to be nested; a flat file can hold it."
                        return (item, reason)
                    }
                    let parents = I18nextKey.parents(of: member.key)
                    if let parent = parents.first(where: { keys.contains(Value.Text($0)) }) {
                        let reason =
                            "The string cannot be nested below “\(parent)”, which is itself a string; "
                            + "a flat file can hold both."
                        return (item, reason)
                    }
                }
                return nil
            })
    }

    /// Returns whether two values are equal in i18next, where the argument of plurals is always
    /// `count` and the argument of contexts is always `context`.
    private static func isSame(_ a: Value, _ b: Value) -> Bool {
        guard case .choice(let x) = a, case .choice(let y) = b else { return a == b }
        let usual: Value.Text = x.selector == .select ? "context" : "count"
        return x.selector == y.selector && (x.argument ?? usual) == (y.argument ?? usual)
            && x.cases.count == y.cases.count
            && x.cases.allSatisfy { item in
                y[item.name.string].map { isSame(item.value, $0) } ?? false
            }
    }

    private static func reason(_ item: Item, isAbsent: Bool) -> String {
        if case .choice = item.value {
            return "In this format, the cases would not be read as this plural: "
                + "the source language lacks the case “other”, or it is not a plural there."
        }
        if isAbsent, let plural = I18nextSuffix.pluralCase(of: item.string.key) {
            return
                "The key would be read as the case “\(plural.category)” "
                + "of the plural “\(plural.stem)”."
        }
        return "The text would be read back differently."
    }
}

extension Value {
    /// Returns the plural with only the given cases; nil if none of them exist.
    fileprivate func keeping(_ names: Set<Text>) -> Value? {
        guard case .choice(let choice) = self else { return self }
        let cases = choice.cases.filter { names.contains($0.name) }
        return Choice(by: choice.selector, argument: choice.argument?.string, cases: cases)
            .map { .choice($0) }
    }
}
