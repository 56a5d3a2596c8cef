import Texts

extension Decider {
    /// Takes out what the sections of the files of one language have and the files lack.
    mutating func prune(_ files: [FileImport]) throws {
        guard var all = files.first else { return }
        all.entries = files.flatMap(\.entries)
        let pruned = try prune(all, keeping: Set(all.entries.map(\.string)))
        try forget(pruned, of: files)
    }

    /// Takes out what the sections of the file have and the file lacks.
    ///
    /// Returns the strings that had it.
    private mutating func prune(
        _ file: FileImport, keeping kept: Set<StringID>
    ) throws -> [StringID] {
        guard !file.asProposals else {
            throw Refusal(
                .contradiction, "A proposal cannot take a text out.",
                hint: .typed("Leave out --prune or --as-proposals."))
        }
        var pruned: [StringID] = []
        let sections = Set(file.entries.map { Value.Text($0.string.section) })
        for string in try state.existingStrings().sorted()
        where sections.contains(Value.Text(string.section)) && !kept.contains(string) {
            if file.locale == source {
                let seen = try state.definitions(string).register.seen
                add(.stringRemoved, locale: source, string: string, seen: seen)
            } else {
                let unit = try state.unit(file.locale, string)
                guard unit.text != nil else { continue }
                add(
                    .translationRemoved, locale: file.locale, string: string,
                    seen: unit.register.seen)
            }
            decision.tally.removed += 1
            decision.tally.pruned.append(UnitID(file.locale, string))
            pruned.append(string)
        }
        return pruned
    }
}
