import Texts

/// The combined strings of one language's pruning files.
///
/// Strings that are in none of these files are removed.
struct PruningFiles {
    let locale: LanguageTag
    private(set) var strings: Set<StringID> = []
    /// The formats under which the contents of the files are recorded.
    private(set) var recordedFormats: Set<String> = []
    private(set) var asProposals = false

    init(in locale: LanguageTag) { self.locale = locale }

    mutating func add(_ file: FileImport) {
        strings.formUnion(file.entries.lazy.map(\.string))
        if let format = file.recordedFormat { recordedFormats.insert(format) }
        if file.asProposals { asProposals = true }
    }
}

extension Decider {
    /// Removes the strings or texts in the files' sections that are missing from the files.
    mutating func prune(_ files: PruningFiles) throws {
        guard !files.asProposals else {
            throw Refusal(
                .contradiction, "A proposal cannot remove a text.",
                hint: .typed("Omit --prune or --as-proposals."))
        }
        var pruned: [StringID] = []
        let locale = files.locale
        let sections = Set(files.strings.map { Value.Text($0.section) })
        for string in try state.existingStrings().sorted()
        where sections.contains(Value.Text(string.section)) && !files.strings.contains(string) {
            if locale == source {
                let seen = try state.definitions(string).register.seen
                add(.stringRemoved, locale: source, string: string, seen: seen)
            } else {
                let unit = try state.unit(locale, string)
                guard unit.text != nil else { continue }
                add(.translationRemoved, locale: locale, string: string, seen: unit.register.seen)
            }
            decision.tally.removed += 1
            decision.tally.pruned.append(UnitID(locale, string))
            pruned.append(string)
        }
        try forget(pruned, of: files)
    }
}
