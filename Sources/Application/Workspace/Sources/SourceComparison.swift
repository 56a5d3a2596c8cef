import Interchange
import JSON
import ReadModel
import SourceStrings
public import Texts
import Translation

/// A comparison of the strings in source code with the project's strings.
public struct SourceComparison: Sendable {
    /// The strings that the project lacks.
    public private(set) var new: [SourceMention] = []
    /// The strings whose files differ from the recorded ones, and the strings with a new key in the
    /// same place.
    public private(set) var moved: [Moved] = []
    /// Strings that were extracted from the sources and are no longer used there, with the files
    /// that used them.
    public private(set) var gone: [KnownString] = []
    /// Strings that were not extracted from sources and that the sources do not use.
    public private(set) var unused: [KnownString] = []
    /// Strings whose keys occur in the sources only as literals that may not be keys, each with the
    /// first place.
    public private(set) var unclear: [(string: StringID, place: SourceMention.Place)] = []
    /// The number of unchanged strings.
    public private(set) var unchangedCount = 0
    /// Notes on the sources for the user, in the form `path:line: note`.
    public private(set) var notes: [String]
    /// The strings that the sources use, with their new references.
    var current: [(mention: SourceMention, references: [String], text: Value?)] = []

    /// A string in the project, with the recorded files that use it.
    public typealias KnownString = (string: StringID, before: [String])

    /// A moved string, with the previously recorded files, and its previous key if the key changed.
    public typealias Moved = (mention: SourceMention, before: [String], old: StringID?)

    /// Compares the sources with the project.
    ///
    /// `roots` are the files and directories that were read; references below them that were not
    /// found again are removed. A string without references belongs to the app if other strings in
    /// its section were found. Strings used in a file that could not be read do not count as gone.
    /// `extracted` contains the strings that came from sources.
    init(
        _ sources: AppSources, roots: [String], known entries: [Entry], extracted: Set<StringID>
    ) {
        let known = Dictionary(uniqueKeysWithValues: entries.map { ($0.string, $0) })
        func wasRead(_ file: String) -> Bool {
            Self.isBelow(roots, file) && !sources.passedOver.contains(file)
        }
        notes = sources.notes
        let mentions = Self.mentions(in: sources, known: entries, notes: &notes)
        for mention in mentions {
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
                moved.append((mention, before, nil))
            } else {
                unchangedCount += 1
            }
            // If the files are the same, the recorded references stay, with their order and any
            // line numbers.
            current.append(
                (
                    mention, now == before ? entry.definition.references : now,
                    mention.text.map { Value($0) } ?? entry.definition.value
                ))
        }
        let found = Set(mentions.map(\.string))
        let sections = Set(mentions.map { Value.Text($0.string.section) })
        for entry in entries where !found.contains(entry.string) {
            let before = Self.files(of: entry.definition)
            let wasLookedFor =
                before.isEmpty
                ? sources.passedOver.isEmpty && sections.contains(Value.Text(entry.string.section))
                : before.allSatisfy(wasRead)
            guard wasLookedFor else { continue }
            if let place = sources.literals.place(of: entry.string.key) {
                unclear.append((entry.string, place))
            } else if extracted.contains(entry.string), !before.isEmpty {
                gone.append((entry.string, before))
            } else {
                unused.append((entry.string, before))
            }
        }
    }

    /// Counts strings whose keys changed in place as moved, instead of as new and gone.
    ///
    /// Strings that were not extracted from sources are not affected. `order` returns the age of a
    /// string in the project, or nil if the age is unknown.
    mutating func match<Age: Comparable>(
        known entries: [Entry], order: (StringID) throws -> Age?
    ) rethrows {
        let missing = Dictionary(
            gone.map { ($0.string, $0.before) }, uniquingKeysWith: { first, _ in first })
        guard !new.isEmpty, !missing.isEmpty else { return }
        let files = Set(missing.values.joined())
        var before: [String: [(string: StringID, age: Age)]] = [:]
        for entry in entries {
            let own = Self.files(of: entry.definition).filter(files.contains)
            guard !own.isEmpty, let age = try order(entry.string) else { continue }
            for file in own { before[file, default: []].append((entry.string, age)) }
        }
        var now: [String: [(string: StringID, line: Int)]] = [:]
        for (mention, _, _) in current {
            for file in mention.files where files.contains(file) {
                let line = mention.places.first { $0.path == file }?.line ?? 0
                now[file, default: []].append((mention.string, line))
            }
        }
        let changed = ChangedKeys(
            before: before.mapValues { $0.sorted { $0.age < $1.age }.map(\.string) },
            // Strings on the same line keep their order in the source code.
            now: now.mapValues { strings in
                strings.indices.sorted { (strings[$0].line, $0) < (strings[$1].line, $1) }
                    .map { strings[$0].string }
            }, missing: Set(missing.keys), new: Set(new.map(\.string)))
        for (old, string) in changed.pairs {
            guard let index = new.firstIndex(where: { $0.string == string }) else { continue }
            moved.append((new.remove(at: index), missing[old] ?? [], old))
            gone.removeAll { $0.string == old }
        }
    }

    /// The renames of the strings whose keys changed.
    var renames: [ImportTally.Rename] {
        moved.compactMap { mention, _, old in
            old.map { ImportTally.Rename(old: $0, new: mention.string) }
        }
    }

    /// The kind of file for each section, derived from the use of the section's first string.
    var resources: [Value.Text: FileResource] {
        let formats = current.compactMap { mention, _, _ in
            mention.manner.format.map {
                (Value.Text(mention.string.section), FileResource(format: $0.name))
            }
        }
        return Dictionary(formats) { first, _ in first }
    }

    /// Returns the strings that the sources use.
    ///
    /// Interpolated keys are matched with strings in the project. A key without a match is reported
    /// in a note.
    private static func mentions(
        in sources: AppSources, known entries: [Entry], notes: inout [String]
    ) -> [SourceMention] {
        guard !sources.interpolated.isEmpty else { return sources.strings }
        var mentions = sources.strings
        var places = Dictionary(
            uniqueKeysWithValues: mentions.enumerated().map { ($1.string, $0) })
        var keys: [[String]: [(string: StringID, key: InterpolatedKey)]] = [:]
        for entry in entries where entry.string.key.utf8.contains(UInt8(ascii: "%")) {
            let key = InterpolatedKey(reading: entry.string.key)
            keys[key.texts, default: []].append((entry.string, key))
        }
        for (wanted, section, path) in sources.interpolated {
            let matches = (keys[wanted.key.texts] ?? []).filter {
                Value.Text($0.string.section) == Value.Text(section) && wanted.key.matches($0.key)
            }
            if matches.isEmpty { notes.append("\(path):\(wanted.line): \(wanted.reason)") }
            for match in matches {
                let place = SourceMention.Place(path: path, line: wanted.line)
                let found = FoundString(
                    key: match.string.key, table: wanted.table, comment: wanted.comment,
                    line: wanted.line, manner: .foundation)
                if let index = places[match.string] {
                    mentions[index].add(found, place)
                } else {
                    places[match.string] = mentions.count
                    mentions.append(SourceMention(string: match.string, found: found, place: place))
                }
            }
        }
        return mentions
    }

    /// Returns the files in a definition's references, without lines, sorted and without
    /// duplicates.
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

extension Snapshot {
    /// The metadata name that marks string definitions extracted from sources.
    static let metaNameOfSources = "extract"

    /// Compares the strings in sources with the project's strings.
    public func compare(
        _ sources: AppSources, roots: [String]
    ) throws -> SourceComparison {
        let details = try model.detailsOfStrings(meta: Self.metaNameOfSources)
        let extracted = try model.sourceStrings().filter { details[$0].meta != nil }
        let known = try model.entries(locale: project.source, chain: [])
        var comparison = SourceComparison(
            sources, roots: roots, known: known, extracted: Set(extracted.map(\.string)))
        try comparison.match(known: known) { try model.firstDefinition(of: $0) }
        return comparison
    }

    /// Resolves the name of a string to be removed; throws if the sources still use the string.
    func removable(
        _ key: KeyArgument, _ comparison: SourceComparison
    ) throws -> StringID {
        let string = try string(key)
        try requireString(string)
        guard
            let mention = comparison.current.first(where: { $0.mention.string == string })?.mention
        else { return string }
        throw Refusal(
            .contradiction,
            "The app's sources use “\(string.spelled(in: project))”: \(mention.files.joined(separator: ", ")).",
            hint: .typed("`dragoman string remove` removes it anyway."))
    }
}

extension FoundString.Manner {
    /// The format of an app's files with such strings, or nil if any format is possible.
    fileprivate var format: (any FileFormat)? {
        switch self {
        case .verID: VerIDXML()
        case .foundation: XCStrings()
        case .nstack: NStackJSON()
        case .call: nil
        }
    }
}
