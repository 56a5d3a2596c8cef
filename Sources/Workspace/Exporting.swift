public import Interchange
import JSON
public import ReadModel
public import Translation

/// What is to be exported.
public struct ExportRequest: Sendable {
    /// The format.
    public var format: any FileFormat
    /// The languages; `nil` for all that are not only planned.
    public var locales: [LanguageTag]?
    /// The section; `nil` for all.
    public var section: String?
    /// What stands for untranslated strings.
    public var untranslated: ExportOptions.Untranslated
    /// Whether dots in keys stay dots.
    public var isFlat: Bool
    /// Whether what a regional language lacks is filled from its chain; `nil` for the project's setting.
    public var inherits: Bool?

    /// States a wish.
    public init(
        format: any FileFormat, locales: [LanguageTag]? = nil, section: String? = nil,
        untranslated: ExportOptions.Untranslated = .omit, isFlat: Bool = false,
        inherits: Bool? = nil
    ) {
        self.format = format
        self.locales = locales
        self.section = section
        self.untranslated = untranslated
        self.isFlat = isFlat
        self.inherits = inherits
    }
}

/// The files of an export, and what they cannot say.
public struct Exported: Sendable {
    /// The files, by path.
    public var files: [OutputFile] = []
    /// What was left out, by language.
    public var unrepresentable: [(locale: LanguageTag, item: Unrepresentable)] = []

    /// Starts with nothing.
    public init() {}
}

/// What `export` writes without arguments.
public struct ExportProfile: Sendable {
    /// The format.
    public let format: any FileFormat
    /// The directory below the one that is exported to.
    public let directory: String?
    /// The languages; `nil` for all.
    public let locales: [LanguageTag]?
}

extension Workspace {
    /// Writes the files of a request from a state of the log; nothing touches the disk.
    public func export(_ request: ExportRequest, from model: ReadModel) throws -> Exported {
        try refuseNewerEvents(in: model)
        var exported = Exported()
        for locale in try request.locales ?? exportedLocales(request.format, in: model) {
            try requireLocale(locale, in: model)
            let entries = try exportEntries(locale, request, in: model)
            let result: ExportResult
            do {
                result = try request.format.write(
                    entries, language: locale,
                    options: ExportOptions(
                        defaultSection: project.defaultSection,
                        isSource: locale == project.source, untranslated: request.untranslated,
                        isFlat: request.isFlat))
            } catch {
                throw Refusal(.unsafePath, error.message, hint: error.hint)
            }
            exported.files += result.files
            exported.unrepresentable += result.unrepresentable.map { (locale, $0) }
        }
        exported.files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        return exported
    }

    /// All languages that are worked on; the source language only where its file says more than keys.
    private func exportedLocales(
        _ format: any FileFormat, in model: ReadModel
    ) throws -> [LanguageTag] {
        try locales(in: model).filter { tag in
            tag == project.source
                ? format.exportsSource
                : try model.locale(tag)?.attributes?.isPlanned == false
        }
    }

    private func exportEntries(
        _ locale: LanguageTag, _ request: ExportRequest, in model: ReadModel
    ) throws -> [ExportEntry] {
        let inherits =
            try request.inherits ?? model.setting(Setting.inherit.name).value?.boolValue ?? true
        let chain = inherits ? try chain(of: locale, in: model) : []
        let filter = EntryFilter(section: request.section)
        return try model.entries(locale: locale, chain: chain, filter: filter).map { entry in
            ExportEntry(
                string: entry.string, source: entry.definition.value,
                value: locale == project.source
                    ? entry.definition.value : entry.text?.value ?? entry.inherited?.value)
        }
    }

    /// The profiles of the settings.
    public func exportProfiles(in model: ReadModel) throws -> [ExportProfile] {
        let stored = try model.setting(Setting.exportProfiles.name).value?.arrayValue ?? []
        return try stored.compactMap(\.objectValue).map { profile in
            let name = profile["format"]?.stringValue ?? ""
            let locales = try profile["locales"]?.arrayValue?.compactMap(\.stringValue)
                .map { try language($0) }
            return ExportProfile(
                format: try Self.format(name), directory: profile["directory"]?.stringValue,
                locales: locales)
        }
    }

    /// The format that a person means.
    public static func format(_ name: String) throws -> any FileFormat {
        if let format = FileFormats.named(name) { return format }
        let names = FileFormats.all.map(\.name)
        throw Refusal(
            .invalidValue, "There is no format “\(name)”.",
            hint: "There are \(names.joined(separator: " and ")).",
            nearest: NearestMatches.of(name, among: names))
    }

    /// Writes files below a directory, each whole or not at all; only files of the same names are replaced.
    public func write(_ files: [OutputFile], to directory: String) throws {
        for file in files {
            let parts = file.path.utf8.split(
                separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            guard !parts.contains(where: { ["", ".", ".."].contains(Substring($0)) }) else {
                throw Refusal(
                    .unsafePath, "The path “\(file.path)” would leave the directory.",
                    hint: "Correct the setting “export-profiles”.")
            }
        }
        for file in files {
            let path = directory + "/" + file.path
            if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
                try Files.makeDirectory(String(path[..<slash]))
            }
            try Files.write(file.bytes, to: path)
        }
    }
}
