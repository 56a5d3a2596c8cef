public import Machine
public import SourceStrings
public import Texts
public import Translation

/// The strings that an app's source code uses, without duplicates.
public struct AppSources: Sendable {
    /// The strings, in the order of the paths and lines where they first occur.
    public private(set) var strings: [SourceMention] = []
    /// Notes for the user, in the form `path:line: note`.
    public private(set) var notes: [String] = []
    /// The skipped files, whose strings are unknown.
    private(set) var passedOver: Set<String> = []
    /// The strings whose keys contain placeholders that depend on types, each with its section and
    /// the path of its file.
    private(set) var interpolated: [(string: InterpolatedString, section: String, path: String)] =
        []
    /// Literals in the source code that may be keys.
    private(set) var literals = LiteralTexts()
    private var places: [StringID: Int] = [:]

    /// Reads Swift files, and all Swift files below directories.
    ///
    /// `section` overrides the tables in the code. Without `section`, `Localizable` or no table
    /// means the default section. Paths are recorded as given. Throws a ``Refusal`` for a path that
    /// cannot be read.
    public init(
        _ paths: [(shown: String, path: String)], as source: SwiftSource, section: String?,
        in project: Project, on host: Host
    ) throws {
        let files = try paths.flatMap { try Self.swiftFiles($0.shown, $0.path) }
        for (shown, scan) in try Self.scan(files, for: source, on: host) {
            notes += scan.unreadable.map { "\(shown):\($0.line): \($0.reason)" }
            if scan.isPassedOver { passedOver.insert(shown) }
            for found in scan.strings { add(found, path: shown, section: section, project) }
            for string in scan.interpolated {
                let section = Self.section(section ?? string.table, project)
                interpolated.append((string, section, shown))
            }
            for literal in scan.literals { literals.add(literal, path: shown) }
        }
    }

    /// Returns the section for a table name in the code.
    private static func section(_ table: String?, _ project: Project) -> String {
        project.section(named: (table == "Localizable" ? nil : table) ?? "")
    }

    /// Returns the strings that each file uses.
    static func scan(
        _ files: [(shown: String, path: String)], for source: SwiftSource, on host: Host
    ) throws -> [(shown: String, scan: SourceScan)] {
        let texts = try files.map { try text(of: $0.path, shown: $0.shown) }
        return zip(files, try host.scanSwift(texts, source, host)).map { ($0.shown, $1) }
    }

    /// Returns the Swift files that a path denotes, each with its path for display.
    static func swiftFiles(
        _ shown: String, _ path: String
    ) throws -> [(shown: String, path: String)] {
        guard Files.isDirectory(path) else { return [(shown, path)] }
        return try Files.appFilesBelow(path).filter { $0.hasSuffix(".swift") }
            .map { (Files.shown($0, below: shown), "\(path)/\($0)") }
    }

    private static func text(of path: String, shown: String) throws -> String {
        guard let text = String(validating: try Files.read(path), as: UTF8.self) else {
            throw Refusal(
                .invalidFile, "\(shown) is not UTF-8.", hint: "Convert it with iconv first.")
        }
        return text
    }

    private mutating func add(
        _ found: FoundString, path: String, section: String?, _ project: Project
    ) {
        let string = StringID(
            section: Self.section(section ?? found.table, project), key: found.key)
        let place = SourceMention.Place(path: path, line: found.line)
        guard let index = places[string] else {
            places[string] = strings.count
            strings.append(SourceMention(string: string, found: found, place: place))
            return
        }
        if let text = found.text, let other = strings[index].text, text != other {
            notes.append(
                "\(path):\(found.line): “\(string.spelled(in: project))” has a different text in \(strings[index].places[0].path)."
            )
        }
        strings[index].add(found, place)
    }
}

/// A string that source code uses.
public struct SourceMention: Sendable {
    /// The section and key of the string.
    public let string: StringID
    /// The source text in the code.
    ///
    /// If the texts at several places differ, the first text is used.
    public private(set) var text: String?
    /// The comments for translators from the code, each on its own line.
    public private(set) var comment: String?
    /// The places that use the string.
    public private(set) var places: [Place]
    /// The kind of call or literal at the first place.
    let manner: FoundString.Manner
    private let isNaturalKey: Bool

    /// A place in source code.
    public struct Place: Sendable, Hashable {
        /// The path of the file, as specified by the user.
        public let path: String
        /// The line, counted from 1.
        public let line: Int
    }

    init(string: StringID, found: FoundString, place: Place) {
        self.string = string
        isNaturalKey = found.isNaturalKey
        manner = found.manner
        places = []
        add(found, place)
    }

    mutating func add(_ found: FoundString, _ place: Place) {
        places.append(place)
        text = text ?? found.text
        guard let new = found.comment, !new.isEmpty else { return }
        let known = comment?.split(separator: "\n").map(String.init) ?? []
        if !known.contains(new) { comment = (known + [new]).joined(separator: "\n") }
    }

    /// The text of a new string: the text in the code, otherwise the key if it is natural language.
    public var newText: String? { text ?? (isNaturalKey ? string.key : nil) }

    /// The files that use the string, sorted and without duplicates.
    public var files: [String] { Array(Set(places.map(\.path))).sorted() }
}
