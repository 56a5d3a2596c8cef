import Languages
import Translation

/// The parts of a path, by bytes: characters can hide a `/` behind a mark that combines with it.
struct PathOfFile {
    /// The directories above the file.
    let directories: [String]
    /// The file's name.
    let name: String

    init(_ path: String) {
        var parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
            .filter { $0 != "." }
        name = parts.popLast() ?? ""
        directories = parts
    }

    /// The name without what follows its last dot.
    var stem: String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
        return String(name[..<dot])
    }

    /// What follows the last dot of the name, in lower case.
    private var pathExtension: String? {
        name.utf8.lastIndex(of: UInt8(ascii: ".")).map {
            String(Substring(name.utf8[$0...].dropFirst())).lowercased()
        }
    }

    func hasExtension(in extensions: [String]) -> Bool {
        pathExtension.map(extensions.contains) ?? false
    }
}

/// How names of files spell languages.
enum FileLanguage {
    /// The languages that CLDR has data for.
    private static let known = Set(CLDR.availableTags.map { $0.prefix { $0 != "-" } })

    /// Returns whether a name is that of a language, such as `pt_BR`, `zh-Hant` or `sr@latin`.
    ///
    /// Of the languages with three letters, which many words are, only those that CLDR has data for count.
    static func isSpelling(_ name: String) -> Bool {
        let tag = LanguageSpelling.tag(of: name)
        let language = tag.prefix { $0 != "_" && $0 != "-" }
        // Words such as `APP` and `App` are none.
        guard language.utf8.allSatisfy({ $0 >= UInt8(ascii: "a") }),
            language.utf8.count == 2 || known.contains(language)
        else { return false }
        return (try? CanonicalTag.parse(tag)) != nil
    }

    /// Returns whether a name is a registered tag, with any languages, in any case.
    static func isTag(_ name: String) -> Bool { (try? CanonicalTag.parse(name)) != nil }

    /// Returns whether two spellings are the same tag.
    static func isSame(_ a: String, _ b: String) -> Bool {
        a == b || (try? CanonicalTag.parse(a).tag) == (try? CanonicalTag.parse(b).tag)
    }

    /// How systems that divide by `_` spell a language.
    static func underscored(_ language: LanguageTag) -> String {
        String(language.rawValue.map { $0 == "-" ? "_" : $0 })
    }

    /// Cuts a name such as `app_pt_BR` into what precedes the language, and the language, which is as long as may be.
    static func cut(_ name: String, at separator: String) -> (base: String, language: String)? {
        let bytes = Array(name.utf8)
        guard let mark = separator.utf8.first else { return nil }
        for index in bytes.indices where bytes[index] == mark && index > 0 {
            let tag = String(decoding: bytes[(index + 1)...], as: UTF8.self)
            guard isSpelling(tag) else { continue }
            return (String(decoding: bytes[..<index], as: UTF8.self), tag)
        }
        return nil
    }
}
