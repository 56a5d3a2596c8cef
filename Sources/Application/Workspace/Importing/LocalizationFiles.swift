import Interchange
import Machine
import Texts
import Translation

/// The localization files of an app that has no project yet, as suggestions for an import.
public struct LocalizationFiles: Sendable {
    /// Paths relative to the searched directory, sorted.
    public let paths: [String]
    /// The names of the files' formats, the most frequent first.
    public let formats: [String]
    /// The number of languages in the paths.
    public let languages: Int
    /// Whether the search ended at the limit, so that there may be more files.
    public let isCutOff: Bool

    /// The maximum number of files whose first bytes are read.
    private static let limit = 5_000

    /// The number of bytes that are read from each file.
    private static let head = 4_096

    private static let extensions: Set<String> = [
        "arb", "csv", "json", "po", "pot", "properties", "strings", "stringsdict", "tbx",
        "xcstrings",
        "xlf", "xliff", "xml",
    ]

    /// Searches a directory, except for hidden directories and downloaded packages.
    ///
    /// A file counts if its format is known, and either its path indicates a language or belongs to
    /// the source language, or its format holds all languages. `import` has the same requirements
    /// for files in a directory. Skips files that cannot be read. Cost: lists the whole directory,
    /// and reads 4 KiB of each candidate.
    public static func below(_ directory: String) -> LocalizationFiles {
        let all = (try? Files.appFilesBelow(directory)) ?? []
        let candidates = all.filter { path in
            let name = path.split(separator: "/").last ?? ""
            guard let dot = name.lastIndex(of: ".") else { return false }
            return extensions.contains(name[dot...].dropFirst().lowercased())
        }
        var paths: [String] = []
        var formats: [String: Int] = [:]
        var languages: Set<String> = []
        for path in candidates.prefix(limit) {
            guard let bytes = try? Files.read("\(directory)/\(path)", first: head),
                let format = FileFormats.recognizing(path: path, bytes: bytes)
            else { continue }
            let place = format.place(ofPath: path)
            let tag = place.language.flatMap { try? CanonicalTag.parse($0).tag }
            guard tag != nil || place.isSource || format.traits.holdsAllLanguages else { continue }
            paths.append(path)
            formats[format.name, default: 0] += 1
            if let tag { languages.insert(tag) }
        }
        return LocalizationFiles(
            paths: paths,
            formats: formats.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key),
            languages: languages.count, isCutOff: candidates.count > limit)
    }
}
