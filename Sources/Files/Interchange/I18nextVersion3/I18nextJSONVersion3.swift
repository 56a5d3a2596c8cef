public import Texts
import Translation

/// i18next JSON before version 4.
///
/// This format differs from version 4 in its plurals. In languages with two forms, the singular has
/// the plain key, and the plural has the key with `_plural`. Other languages have numbered forms
/// `_0`, `_1` and so on, for the numbers in ``I18nextNumbering``. All forms become version 4
/// plurals, as in i18next's converter.
///
/// A written file is read back, and strings that version 3 cannot express are left out and listed.
/// Apps that fetch the files over HTTP instead get as many texts as possible, even if a text would
/// be read back differently.
///
/// See <https://www.i18next.com/misc/json-format#i18next-json-v3>.
public struct I18nextJSONVersion3: FileFormat {
    /// Whether the files are only for apps and are never read back.
    private let isServed: Bool

    /// The fixed properties of the format.
    public static let traits = FormatTraits(
        name: "i18next-json-v3",
        summary: "i18next JSON v3 with _plural, for apps that need it",
        mediaType: "application/json", editionOf: I18nextJSON.traits.name, keeps: .outline,
        guessNotice: FileNotice(
            message:
                "The file is read as version 3 of i18next JSON, where keys with _plural, or _0 and _1, are plurals; version 4 is the format i18next-json.",
            hint: .nameFormatVersion))

    /// Creates the format.
    ///
    /// If `isServed` is true, the files are for apps and are never read back. In that case, a
    /// missing plural form gets the text of `other`, and ordinals are written as in version 4.
    public init(isServed: Bool = false) { self.isServed = isServed }

    /// Returns whether a JSON file must be version 3.
    ///
    /// A key must exist both with and without `_plural`, or both with `_0` and `_1`. One of the two
    /// texts must have a placeholder for a number. The file must not contain any version 4 plurals.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        guard I18nextJSON().recognizes(path: path, bytes: bytes), Self.mayHavePlurals(bytes),
            let file = try? I18nextLeaves(bytes)
        else { return false }
        guard !Self.hasPluralsOfVersion4(file) else { return false }
        var texts: [Value.Text: String] = [:]
        for leaf in file.leaves {
            texts[Value.Text(leaf.key)] = leaf.value.plainText
        }
        return file.leaves.contains { leaf in
            [("_plural", ""), ("_1", "_0")].contains { suffix, other in
                guard let text = leaf.value.plainText,
                    let stem = I18nextSuffix.removing(suffix, from: leaf.key), !stem.isEmpty,
                    let first = texts[Value.Text(stem + other)]
                else { return false }
                return [text, first].contains(where: I18nextCounts.areShown)
            }
        }
    }

    /// Returns true if a file has plural forms that exist only in version 4.
    public static func hasPluralsOfVersion4(_ bytes: [UInt8]) -> Bool {
        (try? I18nextLeaves(bytes)).map(hasPluralsOfVersion4) ?? false
    }

    private static func hasPluralsOfVersion4(_ file: I18nextLeaves) -> Bool {
        !I18nextPlurals(source: file.leaves, language: nil, section: "", shape: SourceShape())
            .isEmpty
    }

    /// Returns version 4 if both versions give the same result, or if version 3 would join existing
    /// strings into a plural.
    ///
    /// The project's own export can contain keys that look like version 3 plurals.
    public func reconsidered(_ bytes: [UInt8], context: ReadContext) -> any FileFormat {
        guard let file = try? I18nextLeaves(bytes), let read = try? read(bytes, context: context),
            let new = try? I18nextJSON().read(bytes, context: context)
        else { return self }
        if new.entries == read.entries { return I18nextJSON() }
        let found = Set(read.entries.map(\.string))
        let isTorn = file.leaves.contains { leaf in
            let string = StringID(section: context.section, key: leaf.key)
            return context.shape.values[string] != nil && !found.contains(string)
        }
        return isTorn ? I18nextJSON() : self
    }

    /// Returns whether a version 3 suffix occurs anywhere in a file.
    ///
    /// Most files do not have to be parsed to find this out.
    static func mayHavePlurals(_ bytes: [UInt8]) -> Bool {
        let suffixes = ["_plural\"", "_0\"", "_1\""].map { Array($0.utf8) }
        return bytes.indices.contains { index in
            bytes[index] == suffixes[0][0] && suffixes.contains { bytes[index...].starts(with: $0) }
        }
    }

    /// Returns the place implied by a path, as in version 4.
    public func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace {
        I18nextJSON().place(ofPath: path, languages: languages)
    }

    /// Writes the version 4 files, but with the plural forms of version 3.
    ///
    /// Texts that version 4 cannot express are left out. Ordinal plurals, which version 3 lacks,
    /// are also left out, and so are plurals with a form whose key is the key of another string.
    /// Cases that have no form in version 3 are listed.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        try I18nextJSON.write(entries, language: language, options: options) {
            (draft) throws(InterchangeError) in
            guard !isServed else {
                return try draft.finish(forms: I18nextNumbering.forms(of: language.rawValue))
            }
            return try draft.finishVersion3()
        }
    }
}
