#if canImport(Glibc)
import Foundation
import Texts

/// The modes in a directory of Apertium: a file for each direction, `eng-spa.mode`.
struct ApertiumModes {
    let directory: String

    struct Mode {
        let pair: LanguagePair
        let path: String
        /// Debian's package that it is from, or is named like.
        let package: String
    }

    /// Returns the modes whose names stand for languages, in order; none if there is no such directory.
    ///
    /// Modes for special spellings (`eng-cat_iec2017`) have no language tag and are left out.
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

    /// Returns the languages of a name such as `eng-cat_valencia`; nil for any other.
    static func pair(_ name: String) -> LanguagePair? {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let source = language(parts[0]), let target = language(parts[1])
        else { return nil }
        return LanguagePair(source: source, target: target)
    }

    /// Reads ISO 639's two or three letters and what may follow them: a region or a variant.
    static func language(_ code: some StringProtocol) -> LanguageSubtags? {
        let parts = String(code).split(separator: "_").map { String($0) }
        guard parts.count <= 2, let language = parts.first, (2...3).contains(language.utf8.count)
        else { return nil }
        // Serbo-Croatian has a code in ISO 639-3 and none in CLDR.
        if language == "hbs", parts.count == 2 {
            let standards = ["HR": "hr", "BS": "bs", "SR": "sr-Latn"]
            return standards[parts[1]].flatMap { try? LanguageSubtags($0) }
        }
        return (try? CanonicalTag.parse(parts.joined(separator: "-")))
            .flatMap { try? LanguageSubtags($0.tag) }
    }

    /// The package of a mode, by the directory of the data that its pipeline reads.
    private static func package(of path: String) -> String {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "/").first { part in
            part.hasPrefix("apertium-") && pair(String(part.dropFirst(9))) != nil
        }.map(String.init) ?? ""
    }
}

/// A package of Debian with a pair of languages.
struct ApertiumPackage: Hashable {
    let name: String
    let pairs: [LanguagePair]

    /// Reads what `apt-cache search` prints: names and descriptions.
    static func read(_ text: String) -> [ApertiumPackage] {
        text.split(separator: "\n").compactMap { line in
            let name = line.prefix { $0 != " " }
            // Tools have none; neither have packages that only stand for a former name.
            guard line.contains(" data "), name.hasPrefix("apertium-"),
                let pair = ApertiumModes.pair(String(name.dropFirst(9)))
            else { return nil }
            let reverse = LanguagePair(source: pair.target, target: pair.source)
            return ApertiumPackage(name: String(name), pairs: [pair, reverse])
        }
    }
}
#endif
