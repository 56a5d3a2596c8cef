import Translation

extension I18nextJSON {
    /// Reads one section of one language.
    ///
    /// An empty text is the value that the file says. i18next cannot mark it as deliberate, so it
    /// is only taken for that in the source language.
    public func read(
        _ bytes: [UInt8], context: ReadContext
    ) throws(InterchangeError) -> ReadFile {
        let file = try I18nextLeaves(bytes)
        return Self.file(of: file.leaves, notices: file.notices, context: context)
    }

    /// Forms strings of what a file has.
    ///
    /// In a file of the source language, only `stems` have cases of plurals, where they are given.
    static func file(
        of leaves: [I18nextLeaves.Leaf], notices: [FileNotice], stems: Set<Value.Text>? = nil,
        context: ReadContext
    ) -> ReadFile {
        let plurals =
            context.isSource
            ? I18nextPlurals(
                sourceKeys: leaves.map(\.key), stems: stems, section: context.section,
                shape: context.shape)
            : I18nextPlurals(shape: context.shape, section: context.section)
        var found = Found(plurals: plurals, notices: notices)
        for leaf in leaves { found.add(leaf) }
        return found.file(context)
    }

    /// The strings of a file in the order of their first mention.
    private struct Found {
        let plurals: I18nextPlurals
        var notices: [FileNotice]
        var items: [Item] = []
        var cases: [Value.Text: [Value.Case]] = [:]
        var hasCases: Set<Value.Text> = []

        /// A string, or the first case of a plural.
        struct Item {
            let leaf: I18nextLeaves.Leaf
            let stem: String?
        }

        init(plurals: I18nextPlurals, notices: [FileNotice]) {
            self.plurals = plurals
            self.notices = notices
        }

        mutating func add(_ leaf: I18nextLeaves.Leaf) {
            guard let item = I18nextKey.pluralCase(of: leaf.key),
                let plural = plurals[stem: item.stem]
            else {
                items.append(Item(leaf: leaf, stem: nil))
                return
            }
            guard leaf.value.depth < Value.maximumDepth else {
                notices.append(
                    FileNotice(
                        key: leaf.key, line: leaf.line,
                        message: "It is a list that is nested too deep for a case of a plural.",
                        isLeftOut: true))
                return
            }
            let stem = Value.Text(item.stem)
            if hasCases.insert(Value.Text(plural.key)).inserted {
                items.append(Item(leaf: leaf, stem: item.stem))
            }
            cases[stem, default: []].append(Value.Case(item.category, leaf.value))
        }

        func file(_ context: ReadContext) -> ReadFile {
            var notices = notices
            var entries: [FileEntry] = []
            for item in items {
                guard let (key, value) = content(of: item) else {
                    notices.append(
                        FileNotice(
                            key: item.leaf.key, line: item.leaf.line,
                            message: "It is left out, for its plural forms are there too.",
                            isLeftOut: true))
                    continue
                }
                entries.append(
                    FileEntry(
                        string: StringID(section: context.section, key: key), value: value,
                        isDeliberatelyEmpty: context.isSource && value.isEmptyText,
                        line: item.leaf.line))
            }
            return ReadFile(entries: entries, notices: notices)
        }

        private func content(of item: Item) -> (key: String, value: Value)? {
            guard let stem = item.stem, let plural = plurals[stem: stem] else {
                // A plural may have a bare text instead of cases, but not beside them.
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
