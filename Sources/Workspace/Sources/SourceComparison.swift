public import ReadModel
public import Translation

/// What sources ask for, held against the strings of the project.
public struct SourceComparison: Sendable {
    /// What the project lacks.
    public private(set) var new: [SourceMention] = []
    /// What is asked for in other files than the project knows, each with these.
    public private(set) var moved: [(mention: SourceMention, before: [String])] = []
    /// What the sources no longer ask for, with the files that did.
    public private(set) var gone: [(string: StringID, before: [String])] = []
    /// How many strings are as they were.
    public private(set) var unchangedCount = 0
    /// The strings that the sources ask for, with the references that they have from now on.
    var current: [(mention: SourceMention, references: [String], text: Value?)] = []

    /// Compares.
    ///
    /// `roots` are the files and directories that were read: a reference below one that is not found again is no more.
    /// A string without references is taken for one of the app's if its section has strings that were found. What a file asks for
    /// that was passed over is not gone: nobody has looked.
    init(_ sources: AppSources, roots: [String], known entries: [Entry]) {
        let known = Dictionary(uniqueKeysWithValues: entries.map { ($0.string, $0) })
        func wasRead(_ file: String) -> Bool {
            Self.isBelow(roots, file) && !sources.passedOver.contains(file)
        }
        for mention in sources.strings {
            guard let entry = known[mention.string] else {
                new.append(mention)
                current.append((mention, mention.files, mention.newText.map { Value($0) }))
                continue
            }
            let before = Self.files(of: entry.definition)
            let elsewhere = before.filter { !wasRead($0) }
            let now = Set(elsewhere + mention.files).sorted()
            let hasMoved = !before.isEmpty && now != before
            if hasMoved {
                moved.append((mention, before))
            } else {
                unchangedCount += 1
            }
            // What an import would only say with other lines stays as it is.
            current.append(
                (
                    mention, now == before ? entry.definition.references : now,
                    mention.text.map { Value($0) } ?? entry.definition.value
                ))
        }
        let found = Set(sources.strings.map(\.string))
        let sections = Set(sources.strings.map { Value.Text($0.string.section) })
        for entry in entries where !found.contains(entry.string) {
            let before = Self.files(of: entry.definition)
            let isGone =
                before.isEmpty
                ? sources.passedOver.isEmpty && sections.contains(Value.Text(entry.string.section))
                : before.allSatisfy(wasRead)
            if isGone { gone.append((entry.string, before)) }
        }
    }

    /// The files of a definition's references, without lines, each once, sorted.
    private static func files(of definition: Definition) -> [String] {
        let files = definition.references.map { reference in
            guard let colon = reference.lastIndex(of: ":"),
                Int(reference[reference.index(after: colon)...]) != nil
            else { return reference }
            return String(reference[..<colon])
        }
        return Array(Set(files)).sorted()
    }

    private static func isBelow(_ roots: [String], _ file: String) -> Bool {
        roots.contains { root in
            let root = root.hasSuffix("/") ? String(root.dropLast()) : root
            return root == "." || file == root || file.hasPrefix(root + "/")
        }
    }
}

extension Workspace {
    /// Holds what sources ask for against the strings of the project.
    public func compare(
        _ sources: AppSources, roots: [String], in model: ReadModel
    ) throws -> SourceComparison {
        SourceComparison(
            sources, roots: roots, known: try model.entries(locale: project.source, chain: []))
    }

    /// Takes over what sources ask for: new strings, comments, texts that they state, and the files that they stand in.
    ///
    /// With `prunes`, what is gone is taken out. Throws a ``Refusal``.
    public func takeOver(
        _ sources: AppSources, roots: [String], prunes: Bool, idempotencyKey: String?,
        isDryRun: Bool
    ) throws -> (outcome: Outcome, comparison: SourceComparison) {
        var result: SourceComparison?
        let outcome = try perform(
            "extract", idempotencyKey: idempotencyKey, isDryRun: isDryRun
        ) { model in
            let comparison = try compare(sources, roots: roots, in: model)
            result = comparison
            let entries = comparison.current.map { item in
                FileImport.Entry(
                    string: item.mention.string, value: item.text,
                    details: StringDetails(
                        comment: item.mention.comment, references: item.references))
            }
            return .importFiles([
                FileImport(
                    locale: project.source, entries: entries,
                    gone: prunes ? comparison.gone.map(\.string) : [])
            ])
        }
        return (outcome, result ?? SourceComparison(sources, roots: [], known: []))
    }
}
