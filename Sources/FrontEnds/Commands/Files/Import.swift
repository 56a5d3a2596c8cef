public import ArgumentParser
import Interchange
import Languages
import Machine
import Representations
import Texts
import Translation
package import Workspace

/// `dragoman import`.
struct Import: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import localization files, in one commit.",
        discussion: """
            A file in the source language defines strings, and a file in another language sets \
            texts. Keys that do not exist in the source language are listed and skipped. Language \
            and section come from the options, or otherwise from the file's attributes or path. \
            For a directory, all localization files in it with a known language are imported. \
            Texts that are already present create no event.

            Entries that have not changed since the file's last import are ignored, even if the \
            project's texts have changed since. A text that changed both in the file and in the \
            project is a conflict: it is listed, and handled according to --conflicts. A file that \
            is imported for the first time does not replace a newer, reviewed text with an earlier \
            one. Such texts are listed, and --force sets them.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var guid: GuidOption

    @Argument(help: "Files and directories; - is standard input.")
    var files: [String]

    @Option(
        name: [.customLong("locale"), .customShort("l")],
        help: ArgumentHelp("The language of the files.", valueName: "tag"))
    var locale: String?

    @Option(
        name: [.customLong("section"), .customLong("into"), .customShort("s")],
        help: ArgumentHelp("The section of the files.", valueName: "name"))
    var section: String?

    @Option(help: ArgumentHelp("The format of the files.", valueName: "name"))
    var fileFormat: String?

    @OptionGroup var localeMap: LocaleMapOption

    @Flag(help: "Add languages that occur in the files but not in the project.")
    var addLocales = false

    @Flag(help: "Create proposals instead of setting texts.")
    var asProposals = false

    @OptionGroup var origin: OriginOption

    @Flag(help: "Remove strings and texts that are in the files' sections but not in the files.")
    var prune = false

    @Flag(help: "Rename strings whose text appears in the files under another key.")
    var renames = false

    @Flag(help: "Import empty texts instead of skipping them.")
    var empty = false

    @Flag(help: "Reject a file if it contains keys that do not exist in the source language.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "The action for texts that changed both in the file and in the project.",
            valueName: "which"))
    var conflicts: ImportRequest.Conflicts = .proposals

    @Flag(help: "Set all texts from the files, even if they replace newer, reviewed ones.")
    var force = false

    @Flag(help: "Only show what would change.")
    var dryRun = false

    func validate() throws {
        guard origin.origin == nil || asProposals else {
            throw ValidationError("--origin requires --as-proposals.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        guard !files.isEmpty else { throw ValidationError("Specify a file.") }
        let workspace = try session.open(global)
        let request = try request(workspace, session)
        let guid = try owner(workspace)
        let (outcome, notices, resources) = try workspace.importFiles(
            request, verb: verb, guid: guid, idempotencyKey: idempotency.key, isDryRun: dryRun)
        if !request.found.isEmpty, resources.count > 1 {
            say(resources, workspace.project, session)
        }
        for line in Self.lines(of: notices) { session.say(line) }
        report(outcome, notices, resources, workspace.project, session)
        return .done
    }

    /// Returns the guid to act as: the given guid, or otherwise one for the origin of the texts.
    ///
    /// Texts from a machine or a reference list get a separate guid, so that they do not replace a
    /// person's proposals.
    private func owner(_ workspace: Workspace) throws -> String? {
        guard guid.guid == nil, asProposals else {
            return try workspace.guid(guid.guid, creating: asProposals)
        }
        switch try origin.known() {
        case .human, .memory, .other: return try workspace.guid(nil, creating: true)
        case .machine, .reference: return origin.origin
        }
    }

    private var verb: String {
        asProposals ? "propose from files" : "import"
    }

    /// A function that reads a file.
    private typealias Bytes = @Sendable () throws -> [UInt8]

    private func request(_ workspace: Workspace, _ session: Session) throws -> ImportRequest {
        var found: Set<String> = []
        var named: [String] = []
        var paths: [String: String] = [:]
        let root = Files.workTree(above: session.directory(global)).map { $0 + "/" }
        /// Records the path of a file in the app.
        ///
        /// For a file outside the app, records its path relative to the parent of `directory`.
        func note(_ name: String, at path: String, in directory: String? = nil) {
            let path = Files.standardized(path)
            if let root, path.utf8.starts(with: root.utf8) {
                paths[name] = String(decoding: path.utf8.dropFirst(root.utf8.count), as: UTF8.self)
            } else if let directory {
                let above = Files.standardized(directory + "/..")
                paths[name] =
                    String(
                        decoding: path.utf8.dropFirst(above.utf8.count), as: UTF8.self
                    ).trimmingPrefix("/").description
            }
        }
        let files = try files.flatMap { name -> [(name: String, bytes: Bytes)] in
            guard name != "-" else {
                let bytes = try session.inputBytes()
                return [(name, { @Sendable in bytes })]
            }
            let path = session.path(name, global)
            guard !Files.isDirectory(path) else {
                // The directory's name may be a language, but the names of its parents have no
                // meaning.
                let itself = name.hasSuffix("/") ? name.dropLast() : name[...]
                if let slash = itself.lastIndex(of: "/"), slash > itself.startIndex {
                    named.append(String(itself[..<slash]))
                }
                return try Files.appFilesBelow(path).map { file in
                    let shown = Files.shown(file, below: name)
                    found.insert(shown)
                    note(shown, at: "\(path)/\(file)", in: path)
                    return (shown, { @Sendable in try Files.read("\(path)/\(file)") })
                }
            }
            guard !Files.isStream(path) else {
                let bytes = try Files.read(path)
                return [(name, { @Sendable in bytes })]
            }
            note(name, at: path)
            return [(name, { @Sendable in try Files.read(path) })]
        }
        var request = ImportRequest(
            files: files,
            directories: [session.host.currentDirectory, session.directory(global)] + named,
            format: fileFormat, locale: try locale.map(workspace.language), section: section,
            localeMap: try localeMap.map(in: workspace), asProposals: asProposals, prunes: prune,
            keepsEmpty: empty, isStrict: strict, isForced: force, addsLocales: addLocales,
            found: found, origin: try origin.known(), conflicts: conflicts)
        request.paths = paths
        request.renames = renames
        return request
    }

    /// Prints one line per resource: its path pattern, format, languages, strings and section.
    private func say(_ resources: [ImportedResource], _ project: Project, _ session: Session) {
        var table = Table(style: session.errorStyle)
        for resource in resources {
            table.add([
                .init(resource.pattern), .init(resource.format),
                .init(resource.locales.map(\.rawValue).joined(separator: " ")),
                .init(counted(resource.strings, "string")),
                .init(project.section(named: resource.section)),
            ])
        }
        for line in table.lines(columns: nil).split(separator: "\n") { session.say(String(line)) }
    }

    private func report(
        _ outcome: Outcome, _ notices: [ImportNotice], _ resources: [ImportedResource],
        _ project: Project, _ session: Session
    ) {
        let tally = outcome.tally
        for line in Self.lines(ofPruned: outcome, in: project, isDryRun: dryRun) {
            session.say(line)
        }
        for line in lines(of: tally.renames, in: project) { session.say(line) }
        for line in Self.lines(ofSkipped: tally.skipped, in: project) { session.say(line) }
        for conflict in tally.conflicts {
            let value = Visible.escaping(ValueText.inline(conflict.value))
            session.say(
                "conflict: \(Visible.escaping(conflict.unit.spelled(in: project))): The text was also changed here. \(fate(of: value))"
            )
        }
        for (strings, message) in notedStrings(in: tally) where !strings.isEmpty {
            session.say("note: \(Self.examples(of: strings, in: project)): \(message)")
        }
        switch output.format {
        case .json:
            session.write(
                outcome.json(
                    skipping: outcome.skipped(
                        noticing: notices, emptyTexts: "Use --empty to import it."),
                    resources: resources, in: project))
        case .text: session.say(sentence(tally))
        }
    }

    /// The maximum number of strings listed in a line.
    private static let exampleCount = 5

    /// Describes strings: a single one by its key, several by their number and up to five keys.
    private static func examples(of strings: [StringID], in project: Project) -> String {
        let keys = strings.prefix(exampleCount).map { Visible.escaping($0.spelled(in: project)) }
        guard strings.count > 1 else { return keys.joined() }
        let more = strings.count > exampleCount ? ", …" : ""
        return "\(strings.count) strings (\(keys.joined(separator: ", "))\(more))"
    }

    /// Returns a line for each reason why entries were skipped.
    private static func lines(
        ofSkipped skipped: [ImportTally.Skipped], in project: Project
    ) -> [String] {
        let reasons = skipped.map { $0.reason.adding($0.hint) }
        let byReason = Dictionary(grouping: zip(reasons, skipped), by: \.0)
        return reasons.counted().flatMap { reason, count -> [String] in
            // The same string may occur in several files.
            let strings = (byReason[reason] ?? []).map(\.1.string).unique()
            let isSeveral = count > strings.count
            let unit = strings.count == 1 ? "files" : "places"
            let files = isSeveral ? " in \(count) \(unit)" : ""
            let line = "skipped\(files): \(examples(of: strings, in: project)): \(reason)"
            guard reason == ImportTally.Skipped.unknownString, strings.count > exampleCount else {
                return [line]
            }
            return [line, "hint: \(ImportRequest.adviceOnUnknownStrings(in: project))"]
        }
    }

    /// Returns a line per language for the strings or texts that `--prune` removes.
    private static func lines(
        ofPruned outcome: Outcome, in project: Project, isDryRun: Bool
    ) -> [String] {
        let verb = isDryRun ? "would remove" : "removed"
        return Dictionary(grouping: outcome.pruned(in: project), by: \.locale).sorted {
            $0.key < $1.key
        }
        .map { locale, units in
            let lack = "The files in \(locale) do not contain \(units.count == 1 ? "it" : "them")."
            return "\(verb): \(examples(of: units.map(\.string), in: project)): \(lack)"
        }
    }

    /// Returns a line for the strings with new keys, and a hint if they were not renamed.
    private func lines(of renames: [ImportTally.Rename], in project: Project) -> [String] {
        guard !renames.isEmpty else { return [] }
        let pairs = renames.prefix(Self.exampleCount).map { rename in
            [rename.old, rename.new].map { Visible.escaping($0.spelled(in: project)) }
                .joined(separator: " → ")
        }
        let count = renames.count > 1 ? "\(renames.count) strings: " : ""
        let more = renames.count > Self.exampleCount ? ", …" : ""
        let list = count + pairs.joined(separator: ", ") + more
        guard !self.renames else { return ["\(dryRun ? "would rename" : "renamed"): \(list)"] }
        return [
            "renamed? \(list)",
            "hint: If so, import with --renames to move the translations to the new keys.",
        ]
    }

    private func fate(of value: String) -> String {
        switch conflicts {
        case .ours: "The text here is kept; the file contains “\(value)”."
        case .proposals: "The text here is kept, and “\(value)” is proposed."
        case .theirs: "“\(value)” replaces it."
        }
    }

    /// Returns a line for each distinct notice about files, with up to five of the places to which
    /// it applies.
    private static func lines(of notices: [ImportNotice]) -> [String] {
        let sentences = notices.map { Visible.escaping($0.notice.message.adding($0.notice.hint)) }
        let bySentence = Dictionary(grouping: zip(sentences, notices), by: \.0)
        return sentences.counted().map { sentence, count in
            let notices = (bySentence[sentence] ?? []).map(\.1)
            let places = notices.prefix(exampleCount).map(place)
            // A notice about a whole file contains no line and no key.
            let isOfWhole = notices.allSatisfy { $0.notice.line == nil && $0.notice.key == nil }
            guard count > 1 else { return "note: \(places.joined()): \(sentence)" }
            guard !isOfWhole else {
                return "note: \(places[0]) and \(count - 1) more: \(sentence)"
            }
            let more = count > exampleCount ? ", …" : ""
            let list = places.joined(separator: ", ") + more
            return "note: \(count) places (\(list)): \(sentence)"
        }
    }

    private static func place(of item: ImportNotice) -> String {
        ([item.file] + [item.notice.line.map(String.init), item.notice.key].compactMap(\.self))
            .filter { !$0.isEmpty }.map { Visible.escaping($0) }.joined(separator: ":")
    }

    /// Returns the strings that need attention, with a note about each group.
    private func notedStrings(
        in tally: ImportTally
    ) -> [(strings: [StringID], message: String)] {
        let stale = asProposals ? "proposal is outdated" : "text is stale"
        return [
            (tally.stale, "The \(stale), because it was made for an earlier source text."),
            (
                tally.unknownSource,
                "Its source text never belonged to the string, so it is treated as a translation of the current one."
            ),
            (
                tally.earlierSource,
                "The source text is reset to an earlier one. To import only translations, specify a language with --locale."
            ),
            (tally.earlierText, "The text is reset to an earlier one."),
            (tally.revived, "The text comes from an obsolete entry of the PO file."),
            (
                tally.unmarked,
                "The text was stale or flagged, and the file does not mark it as such: it now counts as correct for the current source text."
            ),
        ]
    }

    private func sentence(_ tally: ImportTally) -> String {
        let parts = [
            (tally.defined, "defined"), (tally.set, asProposals ? "proposed" : "set"),
            (tally.removed, "removed"),
            (tally.conflicts.count, tally.conflicts.count == 1 ? "conflict" : "conflicts"),
            (tally.unchanged, "unchanged"),
            (tally.empty.count, "empty"), (tally.skipped.count, "skipped"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let done = parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
        return (dryRun ? "Would import: " : "Imported: ") + done + "."
    }
}

extension ImportRequest.Conflicts: ExpressibleByArgument {}

extension [StringID] {
    /// Returns the distinct strings in the order of their first occurrence.
    fileprivate func unique() -> [StringID] {
        var seen: Set<StringID> = []
        return filter { seen.insert($0).inserted }
    }
}

extension [String] {
    /// Returns the distinct texts in the order of their first occurrence, with their counts.
    fileprivate func counted() -> [(line: String, count: Int)] {
        var counts: [String: Int] = [:]
        for text in self { counts[text, default: 0] += 1 }
        return compactMap { text in counts.removeValue(forKey: text).map { (text, $0) } }
    }
}
