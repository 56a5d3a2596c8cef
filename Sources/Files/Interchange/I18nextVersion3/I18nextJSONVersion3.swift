public import Texts
import Translation

/// i18next's JSON of the versions before 4.
///
/// It differs from version 4 in the plurals: languages with two forms have the singular at the key and the plural at
/// the key with `_plural`; others have numbered forms, `_0`, `_1` and so on, each of which stands for the numbers that
/// ``I18nextNumbering`` says. They become the plurals that version 4 would have, as i18next's converter makes them.
///
/// A file that is written is read back: what version 3 cannot say is left out and listed. Apps that are served want as much as can be
/// shown instead, also where it would be read as more than it is.
///
/// See <https://www.i18next.com/misc/json-format#i18next-json-v3>.
public struct I18nextJSONVersion3: FileFormat {
    /// Whether the files are for apps alone.
    private let isServed: Bool

    /// The fixed properties of the format.
    public static let traits = FormatTraits(
        name: "i18next-json-v3",
        summary: "i18next JSON v3 with _plural, for apps that need it",
        mediaType: "application/json", editionOf: I18nextJSON.traits.name, keeps: .outline,
        guessNotice: FileNotice(
            message:
                "It is read as version 3 of i18next's JSON, where keys with _plural, or _0 and _1, are plurals; version 4 is the format i18next-json.",
            hint: .nameFormatVersion))

    /// Makes the format; with `isServed`, for files that apps load and nobody reads back.
    ///
    /// Then a plural that lacks a form has its `other` in the place, and ordinals stay as in version 4.
    public init(isServed: Bool = false) { self.isServed = isServed }

    /// Returns whether a JSON file cannot be of version 4.
    ///
    /// It has a key and the same with `_plural`, or with `_0` and `_1`, one of which has a placeholder for a number; and no
    /// plurals of version 4.
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

    /// Returns true if a file has plural forms that only version 4 has.
    public static func hasPluralsOfVersion4(_ bytes: [UInt8]) -> Bool {
        (try? I18nextLeaves(bytes)).map(hasPluralsOfVersion4) ?? false
    }

    private static func hasPluralsOfVersion4(_ file: I18nextLeaves) -> Bool {
        !I18nextPlurals(source: file.leaves, language: nil, section: "", shape: SourceShape())
            .isEmpty
    }

    /// Version 4 where version 3 would make one plural of what are strings of the project, since its own export has
    /// such keys, and where both say the same.
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

    /// Whether a suffix of version 3 stands anywhere: most files need not be read for that.
    static func mayHavePlurals(_ bytes: [UInt8]) -> Bool {
        let suffixes = ["_plural\"", "_0\"", "_1\""].map { Array($0.utf8) }
        return bytes.indices.contains { index in
            bytes[index] == suffixes[0][0] && suffixes.contains { bytes[index...].starts(with: $0) }
        }
    }

    /// Returns what a path says, as in version 4.
    public func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace {
        I18nextJSON().place(ofPath: path, languages: languages)
    }

    /// Writes the files of version 4 with the plural forms of version 3.
    ///
    /// Texts that version 4 cannot carry are left out of them too, and so are plurals by ordinal, which version 3 had not, and plurals of
    /// which a form has the key of another string. Cases that version 3 has no form for are listed.
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
