import Texts
import Translation

/// i18next JSON version 4, with one file per language and section, nested by the dots in keys.
///
/// A section is called a namespace in i18next. Keys and values are mapped as follows:
///
/// - Nested objects and dots in keys are equivalent: both `{"a":{"b":"…"}}` and `{"a.b":"…"}` have
///   the key `a.b`.
/// - Arrays of texts, and arrays of such arrays, are lists. Other values are left out with a
///   notice.
/// - Keys that end in `_zero`, `_one`, `_two`, `_few`, `_many` or `_other` can be the cases of a
///   plural. The source language's file must contain the key with `_other`. In addition, it must
///   contain another case that the language needs, or a case whose text contains `{{count}}`.
///   Otherwise, these keys are separate strings.
/// - The plural's key is the part before the suffix: `item_one` and `item_other` are the plural
///   `item`. If the source also has a string with that key, the plural's key is `item_other`, which
///   no other string can have.
/// - Cases preceded by `_ordinal` belong to an ordinal plural: `place_ordinal_one` belongs to
///   `place`. If the source also has another `place`, it belongs to `place_ordinal`.
/// - The suffix for a context is part of the key.
///
/// See <https://www.i18next.com/misc/json-format>.
public struct I18nextJSON: FileFormat {
    /// The maximum size of a file: 64 MiB.
    public static let maximumSize = 64 << 20

    /// The maximum nesting depth of objects.
    public static let maximumDepth = 64

    /// The fixed properties of the format.
    ///
    /// If the form for a number is missing, i18next falls back to another language and not to
    /// `other`.
    public static let traits = FormatTraits(
        name: "i18next-json",
        summary: "i18next JSON v4: one file per language and section",
        mediaType: "application/json", needsSeldomForms: true, keeps: .outline)

    /// Creates the format.
    public init() {}

    /// Returns whether the name ends in `.json`, or the contents begin with an object.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        path.lowercased().utf8.suffix(5).elementsEqual(".json".utf8)
            || JSONFile.beginsObject(bytes)
    }

    /// Returns version 3 if the file contains a plural from the project under that version's keys.
    public func reconsidered(_ bytes: [UInt8], context: ReadContext) -> any FileFormat {
        guard I18nextJSONVersion3.mayHavePlurals(bytes), let file = try? I18nextLeaves(bytes) else {
            return self
        }
        let keys = Set(file.leaves.map { Value.Text($0.key) })
        let isVersion3 = context.shape.values.contains { string, value in
            guard case .choice(let choice) = value, choice.selector == .plural else { return false }
            func has(_ suffix: String) -> Bool { keys.contains(Value.Text(string.key + suffix)) }
            let plural = StringID(section: string.section, key: string.key + "_plural")
            let hasForms =
                has("") ? has("_plural") && context.shape.values[plural] == nil : has("_0")
            return hasForms && !has("_other")
        }
        return isVersion3 ? I18nextJSONVersion3() : self
    }
}
