import Interchange
import JSON
import Machine
import ReadModel
import Texts
public import Translation

/// The place of a section's files in the app.
public struct ResourcePlace: Sendable {
    /// The name of the section.
    public let section: String
    /// The name of the format.
    public let format: String
    /// The pattern of the files' paths, or `nil` if the format determines the paths.
    public let pattern: String?
    /// Whether each language gets a file, even if the file contains no texts.
    public let hasEmptyFiles: Bool
}

extension Snapshot {
    /// Returns the places of the sections' files, sorted by section.
    ///
    /// Sections without files are left out.
    public func resourcePlaces() throws -> [ResourcePlace] {
        let empty = try Set(sectionsWithEmptyFiles().map { Value.Text($0) })
        return try model.resources().compactMap { section, file in
            file.format.map { name in
                ResourcePlace(
                    section: section, format: name,
                    pattern: FileFormats.named(name).map { file.places($0)?.text } ?? file.pattern,
                    hasEmptyFiles: empty.contains(Value.Text(section)))
            }
        }
    }

    /// Returns the sections whose readers need a file for each language, even without texts.
    func sectionsWithEmptyFiles() throws -> [String] {
        try model.setting(Setting.emptyFiles.name).value?.arrayValue?.compactMap(\.stringValue)
            ?? []
    }

    /// Returns the command that turns files without texts on or off for a section.
    public func placingEmptyFiles(_ isOn: Bool, ofSection section: String) throws -> Command {
        try requireSection(section)
        let section = self.section(section)
        var sections = try sectionsWithEmptyFiles().filter { !$0.hasSameBytes(as: section) }
        if isOn { sections.append(section) }
        sections.sort { $0.precedesInBytes($1) }
        return .changeSetting(
            name: Setting.emptyFiles.name,
            value: sections.isEmpty ? nil : .array(sections.map(JSONValue.string)))
    }

    /// Returns the command that sets the place of a section's files, or removes it if `text` is
    /// `nil`.
    ///
    /// Rejects a section without imported files. Also rejects a pattern in these cases:
    /// - It leads outside the directory.
    /// - It has no language although each language has its own file, or it has a language although
    ///   one file contains all languages.
    /// - It matches another section's files.
    public func placing(_ section: String, at text: String?) throws -> Command {
        try requireSection(section)
        let section = self.section(section)
        guard
            let format = try model.resource(section, in: nil).file.format.flatMap(FileFormats.named)
        else {
            throw Refusal(
                .invalidValue, "The section “\(section)” has no files.",
                hint: "Import its files first.")
        }
        guard let text else { return .placeFiles(ofSection: section, pattern: nil) }
        guard let pattern = FilePattern(text) else {
            throw Refusal(
                .unsafePath, "“\(text)” is not a valid path pattern in the app.",
                hint: "Write a path from the root of the work tree, such as locales/{locale}.json.")
        }
        guard pattern.hasLanguage != format.traits.holdsAllLanguages else {
            throw Refusal(
                .invalidValue,
                format.traits.holdsAllLanguages
                    ? "A file in the format \(format.name) contains all languages."
                    : "Each language has its own file in the format \(format.name).",
                hint: format.traits.holdsAllLanguages
                    ? "Write the path without {locale}."
                    : "Write {locale} in place of the language.")
        }
        let rival = try resourcePlaces().first { other in
            guard other.section != section, let known = other.pattern.flatMap(FilePattern.init)
            else {
                return false
            }
            return known.comparable == pattern.comparable
                && (format.traits.hasFilePerSection || other.format != format.name)
        }
        if let rival {
            throw Refusal(
                .contradiction, "The section “\(rival.section)” already uses the path \(text).",
                hint: "Choose another path.")
        }
        return .placeFiles(ofSection: section, pattern: text)
    }
}

extension Workspace {
    /// Rejects an export that would overwrite or remove app files whose content was never imported.
    ///
    /// Cost: a dry-run import of each existing file that differs.
    public func requireImported(_ exported: Exported, below directory: String) throws {
        for file in exported.files + exported.obsolete where try !isImported(file, directory) {
            throw Refusal(
                .contradiction, "\(file.path) contains texts that were not imported.",
                hint: "Import it first, or overwrite it with `-o`.")
        }
    }

    /// Removes the obsolete files of an export, except files whose content was never imported.
    ///
    /// Returns the paths of the removed files, and of the files that were left.
    public func removeObsolete(
        of exported: Exported, below directory: String
    ) throws -> (removed: [String], left: [String]) {
        var (removed, left): ([String], [String]) = ([], [])
        for file in exported.obsolete where Files.exists("\(directory)/\(file.path)") {
            if try isImported(file, directory) {
                removed.append(file.path)
            } else {
                left.append(file.path)
            }
        }
        try FileTree.removeFiles(removed, below: directory)
        return (removed, left)
    }

    /// Returns true if a file does not exist, equals the exported file, or contains nothing new.
    private func isImported(_ file: Exported.File, _ directory: String) throws -> Bool {
        let path = "\(directory)/\(file.path)"
        guard Files.exists(path), try Files.read(path) != file.bytes else { return true }
        var request = ImportRequest(
            files: [(file.path, { @Sendable in try Files.read(path) })], format: file.format,
            locale: file.locale, section: file.section)
        request.paths = [file.path: file.path]
        let tally = try importFiles(
            request, verb: "import", guid: nil, idempotencyKey: nil, isDryRun: true
        ).outcome.tally
        return tally.defined + tally.set == 0 && tally.conflicts.isEmpty
    }
}
