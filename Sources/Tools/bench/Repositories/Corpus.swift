import Foundation

/// Debian's MediaWiki interface texts: flat JSON files in about 500 languages.
struct Corpus {
    /// The version, incremented with every change to the imported files.
    static let version = 1
    /// The section that the texts are imported into.
    static let section = "core"
    /// A key that exists in every version of MediaWiki.
    static let key = "tog-underline"
    /// A language with a text for nearly every string, about 4,000.
    static let language = "fr"

    /// Names that are not languages: documentation of the keys, and names without a canonical tag.
    private static let leftOut: Set<String> = [
        "qqq", "cbk-zam", "de-formal", "eml", "es-formal", "hu-formal", "isv-cyrl", "isv-latn",
        "map-bms", "nan-latn-pehoeji", "nan-latn-tailo", "nl-informal", "roa-tara", "sr-el",
    ]

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    /// Returns the sorted files.
    ///
    /// At a smaller scale, returns fewer files, but always the files for the two languages that
    /// cases use.
    func files() throws -> [String] {
        let unpacked = try bench.cache.directory("mediawiki") { path in
            try Processes.run(["apt-get", "download", "mediawiki"], in: path)
            for name in try FileManager.default.contentsOfDirectory(atPath: path)
            where name.hasSuffix(".deb") {
                try Processes.run(["dpkg", "-x", name, "unpacked"], in: path)
            }
        }
        let directory = unpacked + "/unpacked/usr/share/mediawiki/languages/i18n"
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
            .filter { !Self.leftOut.contains($0) }.sorted()
        let first = ["en", Self.language]
        let count = bench.options.events / (1_000_000 / 500)
        return (first + names.filter { !first.contains($0) }).prefix(max(2, count)).sorted()
            .map { "\(directory)/\($0).json" }
    }

    /// Creates a project with all languages and no strings, at `path`.
    func begin(_ files: [String], at path: String) throws {
        try Processes.run(["git", "init", "-q", path])
        try Processes.run([bench.programs.dragoman, "init", path])
        try Processes.run(["git", "config", "gc.auto", "0"], in: path)
        try Processes.run(
            [bench.programs.dragoman, "-C", path, "locale", "add"]
                + Self.languages(of: files).filter { $0 != "en" })
    }

    /// Returns the languages in the file names.
    static func languages(of files: [String]) -> [String] {
        files.map { String($0.split(separator: "/").last?.dropLast(5) ?? "") }
    }

    /// Returns the command that imports the files.
    func importing(_ files: [String], into path: String) -> [String] {
        bench.dragoman(path, "import", "--section", Self.section) + files
    }

    /// Returns a repository with the imported texts and an up-to-date read model.
    func repository() throws -> String {
        let files = try files()
        let path = try bench.cache.directory("corpus-\(files.count)-v\(Self.version)") { path in
            try begin(files, at: path)
            try Processes.run(importing(files, into: path))
        }
        try Processes.run(bench.dragoman(path, "status"))
        return path
    }
}
