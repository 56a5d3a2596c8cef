import Texts
import Translation

extension I18nextJSON {
    /// Reads one section in one language.
    ///
    /// An empty text is a value. i18next cannot mark an empty text as deliberate, so it counts as
    /// deliberate only in the source language.
    public func read(
        _ bytes: [UInt8], context: ReadContext
    ) throws(InterchangeError) -> ReadFile {
        let file = try I18nextLeaves(bytes)
        var read = Self.file(of: file.leaves, notices: file.notices, context: context)
        read.skeleton = Self.skeleton(of: bytes, file.leaves, read, context)
        return read
    }

    /// Converts the contents of a file to strings.
    ///
    /// If `stems` is given, only these stems have plural cases in a file in the source language.
    static func file(
        of leaves: [I18nextLeaves.Leaf], notices: [FileNotice], stems: Set<Value.Text>? = nil,
        context: ReadContext
    ) -> ReadFile {
        let plurals =
            context.isSource
            ? I18nextPlurals(
                source: leaves, language: context.language, stems: stems, section: context.section,
                shape: context.shape)
            : I18nextPlurals(shape: context.shape, section: context.section)
        let contexts =
            context.isSource
            ? nil
            : I18nextContexts(context, plurals: plurals, keys: leaves.map(\.key))
        var found = Found(plurals: plurals, contexts: contexts, notices: notices)
        for leaf in leaves { found.add(leaf) }
        return found.file(context)
    }

    /// The strings in a file, in the order of their first occurrence.
    private struct Found {
        let plurals: I18nextPlurals
        let contexts: I18nextContexts?
        var notices: [FileNotice]
        var items: [Item] = []
        var cases: [Value.Text: [Value.Case]] = [:]
        var hasCases: Set<Value.Text> = []
        /// The forms in contexts, grouped by the key of their string.
        var forms: [Value.Text: [(form: I18nextContexts.Form, value: Value)]] = [:]

        /// A string, the first case of a plural, or the first form in a context.
        struct Item {
            let leaf: I18nextLeaves.Leaf
            var stem: String?
            /// The key of the string to which a form in a context belongs.
            var key: String?
        }

        init(plurals: I18nextPlurals, contexts: I18nextContexts?, notices: [FileNotice]) {
            self.plurals = plurals
            self.contexts = contexts
            self.notices = notices
        }

        mutating func add(_ leaf: I18nextLeaves.Leaf) {
            guard let item = I18nextSuffix.pluralCase(of: leaf.key),
                let plural = plurals[stem: item.stem]
            else {
                if let form = contexts?.form(of: leaf.key) { return add(form, leaf) }
                items.append(Item(leaf: leaf))
                return
            }
            guard leaf.value.depth < Value.maximumDepth else { return leaveOutDeep(leaf) }
            let stem = Value.Text(item.stem)
            if hasCases.insert(Value.Text(plural.key)).inserted {
                items.append(Item(leaf: leaf, stem: item.stem))
            }
            cases[stem, default: []].append(Value.Case(item.category, leaf.value))
        }

        private mutating func add(_ form: I18nextContexts.Form, _ leaf: I18nextLeaves.Leaf) {
            guard leaf.value.depth + 1 < Value.maximumDepth else { return leaveOutDeep(leaf) }
            let key = Value.Text(form.key)
            if forms[key] == nil { items.append(Item(leaf: leaf, key: form.key)) }
            forms[key, default: []].append((form, leaf.value))
        }

        private mutating func leaveOutDeep(_ leaf: I18nextLeaves.Leaf) {
            notices.append(
                FileNotice(
                    key: leaf.key, line: leaf.line,
                    message: "The list is nested too deeply for a plural case.",
                    isLeftOut: true))
        }

        func file(_ context: ReadContext) -> ReadFile {
            var notices = notices
            var entries: [FileEntry] = []
            var indices: [Value.Text: Int] = [:]
            func add(_ key: String, _ value: Value, line: Int) {
                if let index = indices[Value.Text(key)] {
                    entries[index].value = value
                    return
                }
                indices[Value.Text(key)] = entries.count
                entries.append(
                    FileEntry(
                        string: StringID(section: context.section, key: key), value: value,
                        isDeliberatelyEmpty: context.isSource && value.isEmptyText, line: line))
            }
            for item in items {
                if let key = item.key {
                    let other = indices[Value.Text(key)].flatMap { entries[$0].value }
                    if let value = inContexts(key, other: other) {
                        add(key, value, line: item.leaf.line)
                    }
                    continue
                }
                guard let (key, value) = content(of: item) else {
                    notices.append(
                        FileNotice(
                            key: item.leaf.key, line: item.leaf.line,
                            message: "The key is left out because its plural forms also exist.",
                            isLeftOut: true))
                    continue
                }
                add(key, inContexts(key, other: value) ?? value, line: item.leaf.line)
            }
            return ReadFile(entries: entries, notices: notices)
        }

        /// Returns the texts of a string with and without contexts; `nil` if the string has no
        /// contexts.
        private func inContexts(_ key: String, other: Value?) -> Value? {
            guard let forms = forms[Value.Text(key)] else { return nil }
            if case .choice(let choice)? = other, choice.selector == .select { return other }
            var names: [String] = []
            for (form, _) in forms where !names.contains(form.context) {
                names.append(form.context)
            }
            var cases = names.compactMap { name -> Value.Case? in
                let own = forms.filter { $0.form.context == name }
                let plain = own.first { $0.form.plural == nil }?.value
                guard let plural = own.compactMap(\.form.plural).first?.choice else {
                    return plain.map { Value.Case(name, $0) }
                }
                return Value.Choice(
                    by: plural.selector, argument: plural.argument,
                    cases: own.compactMap { item in
                        item.form.plural.map { Value.Case($0.category, item.value) }
                    }
                ).map { Value.Case(name, .choice($0)) }
            }
            if let other { cases.append(Value.Case("other", other)) }
            return Value.Choice(by: .select, argument: "context", cases: cases).map { .choice($0) }
        }

        private func content(of item: Item) -> (key: String, value: Value)? {
            guard let stem = item.stem, let plural = plurals[stem: stem] else {
                // A plural may have a plain text instead of cases, but not in addition to cases.
                let isBeside = hasCases.contains(Value.Text(item.leaf.key))
                return isBeside ? nil : (item.leaf.key, item.leaf.value)
            }
            guard
                let choice = Value.Choice(
                    by: plural.selector, argument: plural.argument,
                    cases: cases[Value.Text(stem)] ?? [])
            else { return nil }
            return (plural.key, .choice(choice))
        }
    }
}
