#if canImport(Glibc)
import Foundation
import Texts

/// The modes in an Apertium directory.
///
/// Each direction has its own file, such as `eng-spa.mode`.
struct ApertiumModes {
    let directory: String

    struct Mode {
        let pair: LanguagePair
        let path: String
        /// The Debian package of the mode's data; empty if unknown.
        let package: String
    }

    /// Returns the modes whose names are language pairs, in order; empty if the directory does not
    /// exist.
    ///
    /// Skips modes for special spellings (`eng-cat_iec2017`), which have no language tag.
    func installed() -> [Mode] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return files.sorted().compactMap { file in
            guard file.hasSuffix(".mode"), let pair = Self.pair(String(file.dropLast(5))) else {
                return nil
            }
            let path = directory + "/" + file
            return Mode(pair: pair, path: path, package: Self.package(of: path))
        }
    }

    /// Returns the languages in a name such as `eng-cat_valencia`, or nil for other names.
    static func pair(_ name: String) -> LanguagePair? {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let source = language(parts[0]), let target = language(parts[1])
        else { return nil }
        return LanguagePair(source: source, target: target)
    }

    /// Parses a two-letter or three-letter ISO 639 code, optionally followed by a region or a
    /// variant.
    static func language(_ code: some StringProtocol) -> LanguageSubtags? {
        let parts = String(code).split(separator: "_").map { String($0) }
        guard parts.count <= 2, let language = parts.first, (2...3).contains(language.utf8.count)
        else { return nil }
        // Serbo-Croatian has a code in ISO 639-3 but not in CLDR.
        if language == "hbs", parts.count == 2 {
            let standards = ["HR": "hr", "BS": "bs", "SR": "sr-Latn"]
            return standards[parts[1]].flatMap { try? LanguageSubtags($0) }
        }
        return (try? CanonicalTag.parse(parts.joined(separator: "-")))
            .flatMap { try? LanguageSubtags($0.tag) }
    }

    /// Returns a mode's package, which is derived from the data directory that its pipeline reads.
    private static func package(of path: String) -> String {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "/").first { part in
            part.hasPrefix("apertium-") && pair(String(part.dropFirst(9))) != nil
        }.map(String.init) ?? ""
    }
}

/// A Debian package with a language pair.
struct ApertiumPackage: Hashable {
    let name: String
    let pairs: [LanguagePair]

    /// Parses the output of `apt-cache search`, which contains names and descriptions.
    static func read(_ text: String) -> [ApertiumPackage] {
        text.split(separator: "\n").compactMap { line in
            let name = line.prefix { $0 != " " }
            // Tools contain no pair, and neither do transitional packages for old names.
            guard line.contains(" data "), name.hasPrefix("apertium-"),
                let pair = ApertiumModes.pair(String(name.dropFirst(9)))
            else { return nil }
            let reverse = LanguagePair(source: pair.target, target: pair.source)
            return ApertiumPackage(name: String(name), pairs: [pair, reverse])
        }
    }
}
#endif
