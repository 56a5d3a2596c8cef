public import Machine
public import SourceStrings
public import Texts
public import Translation

/// The strings that the sources of an app ask for, each once.
public struct AppSources: Sendable {
    /// The strings in the order of paths and lines of their first mention.
    public private(set) var strings: [SourceMention] = []
    /// What is to be told to people, as `path:line: what`.
    public private(set) var notes: [String] = []
    /// The files of which nobody knows what they ask for.
    private(set) var passedOver: Set<String> = []
    /// The strings whose keys have placeholders that depend on types, each with its section and the path of its file.
    private(set) var interpolated: [(string: InterpolatedString, section: String, path: String)] =
        []
    /// The texts in the sources that may be keys.
    private(set) var literals = LiteralTexts()
    private var places: [StringID: Int] = [:]

    /// Reads Swift files, and all Swift files below directories.
    ///
    /// `section` takes the place of tables; without it, `Localizable` and no table are the default section. Paths are
    /// noted as given. Throws a ``Refusal`` for one that cannot be read.
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

    /// The section of a table.
    private static func section(_ table: String?, _ project: Project) -> String {
        project.section(named: (table == "Localizable" ? nil : table) ?? "")
    }

    /// What the files ask for.
    static func scan(
        _ files: [(shown: String, path: String)], for source: SwiftSource, on host: Host
    ) throws -> [(shown: String, scan: SourceScan)] {
        let texts = try files.map { try text(of: $0.path, shown: $0.shown) }
        return zip(files, try host.scanSwift(texts, source, host)).map { ($0.shown, $1) }
    }

    /// The Swift files that a path names, each with the path as it is shown.
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
                "\(path):\(found.line): “\(string.spelled(in: project))” has another text in \(strings[index].places[0].path)."
            )
        }
        strings[index].add(found, place)
    }
}

/// A string that sources ask for.
public struct SourceMention: Sendable {
    /// The string.
    public let string: StringID
    /// The source text that a source states; the first, where they differ.
    public private(set) var text: String?
    /// What the sources tell the translators, each comment on a line of its own.
    public private(set) var comment: String?
    /// Where it is asked for.
    public private(set) var places: [Place]
    /// How the first of them asks.
    let manner: FoundString.Manner
    private let isNaturalKey: Bool

    /// A place in a source.
    public struct Place: Sendable, Hashable {
        /// The path of the file, as it was named.
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

    /// What the string says when it is new: the stated text, else the key where keys are texts.
    public var newText: String? { text ?? (isNaturalKey ? string.key : nil) }

    /// The files that ask for it, each once, sorted.
    public var files: [String] { Array(Set(places.map(\.path))).sorted() }
}
