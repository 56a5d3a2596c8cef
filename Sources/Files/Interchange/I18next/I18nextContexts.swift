import Texts
import Translation

/// Contexts that exist only in a translation, such as `friend_male` if the source has only
/// `friend`.
///
/// i18next uses a context if a language has it, and different languages need different contexts.
/// Such keys are forms of the source string. However, `bye_old` could also be a leftover of a
/// string that was removed from the source. Therefore, a word counts as a context only if one of
/// these conditions is met:
///
/// - It is declared.
/// - It is a context of another key in the source.
/// - It is a gender or a form of address.
/// - It appears next to such a context, for the same key.
struct I18nextContexts {
    /// A form of a string in a context.
    struct Form {
        /// The key of the string.
        let key: String
        /// The context of the form.
        let context: String
        /// The plural and case to which the form belongs, if any.
        let plural: (choice: I18nextPlurals.Plural, category: String)?
    }

    private static let usual = [
        "male", "female", "neutral", "masculine", "feminine", "neuter", "diverse", "nonbinary",
        "formal", "informal",
    ]

    private let plurals: I18nextPlurals
    private var keys: Set<Value.Text> = []
    private var words: Set<Value.Text> = []

    /// Contexts that count only for the keys of a single string.
    private var ownWords: [Value.Text: Set<Value.Text>] = [:]

    /// Finds the contexts in a section, given its source strings and the keys in the file.
    init(_ context: ReadContext, plurals: I18nextPlurals, keys fileKeys: [String]) {
        self.plurals = plurals
        keys = Set(
            context.shape.values.keys.filter { $0.section.hasSameBytes(as: context.section) }
                .map { Value.Text($0.key) })
        words = Set((Self.usual + context.contexts).map { Value.Text($0) })
        let declared = words
        var siblings: [Value.Text: Set<Value.Text>] = [:]
        for key in keys {
            for (base, word) in Self.splits(of: key.string) {
                if keys.contains(Value.Text(base)) { words.insert(Value.Text(word)) }
                siblings[Value.Text(base), default: []].insert(Value.Text(word))
            }
        }
        // A single gender may be part of a name, such as the name of a picture. Two genders
        // indicate a choice, and so do the words next to them.
        for words in siblings.values where words.intersection(declared).count > 1 {
            self.words.formUnion(words)
        }
        findOwnWords(fileKeys)
    }

    /// Finds contexts next to known contexts, such as `friend_x` next to `friend_male`.
    private mutating func findOwnWords(_ fileKeys: [String]) {
        var siblings: [Value.Text: Set<Value.Text>] = [:]
        for key in fileKeys where !keys.contains(Value.Text(key)) {
            let stem = I18nextSuffix.pluralCase(of: key)?.stem ?? key
            for (base, word) in Self.splits(
                of: I18nextSuffix.removing(I18nextSuffix.ordinal, from: stem) ?? stem)
            {
                siblings[Value.Text(base), default: []].insert(Value.Text(word))
            }
        }
        ownWords = siblings.filter { !$0.value.isDisjoint(with: words) }
    }

    /// Returns the form represented by a key that is missing from the source, if any.
    func form(of key: String) -> Form? {
        guard !keys.contains(Value.Text(key)) else { return nil }
        if let item = I18nextSuffix.pluralCase(of: key) {
            let rank = I18nextSuffix.removing(I18nextSuffix.ordinal, from: item.stem)
            for (base, context) in contexts(of: rank ?? item.stem) {
                let stem = rank == nil ? base : base + I18nextSuffix.ordinal
                guard let choice = plurals[stem: stem] else { continue }
                return Form(
                    key: choice.key, context: context, plural: (choice, item.category))
            }
        }
        for (base, context) in contexts(of: key) {
            let own = keys.contains(Value.Text(base)) ? base : plurals[stem: base]?.key
            if let own { return Form(key: own, context: context, plural: nil) }
        }
        return nil
    }

    private func contexts(of key: String) -> [(base: String, context: String)] {
        Self.splits(of: key).filter { base, context in
            words.contains(Value.Text(context))
                || ownWords[Value.Text(base)]?.contains(Value.Text(context)) ?? false
        }
    }

    /// The maximum number of underscores, counted from the end of a key, at which a context can
    /// begin.
    ///
    /// Contexts are words. Without a limit, a key with thousands of underscores would be copied for
    /// each underscore.
    private static let mostUnderscores = 64

    /// Returns the parts before and after each of the last underscores, with the longest base
    /// first.
    private static func splits(of key: String) -> [(base: String, context: String)] {
        let bytes = key.utf8
        return bytes.indices.reversed().lazy.filter {
            bytes[$0] == UInt8(ascii: "_") && $0 != bytes.startIndex
        }.prefix(mostUnderscores).map { index in
            (String(key[..<index]), String(key[bytes.index(after: index)...]))
        }
    }
}
