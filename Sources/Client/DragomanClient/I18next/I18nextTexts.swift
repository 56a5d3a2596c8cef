public import JSON
import Texts

/// In-memory i18next resources, with i18next's lookup rules.
///
/// A lookup iterates over keys, then namespaces, languages and forms of the key. It completes the
/// text with arguments and other texts. If a key has no text, the key itself is returned.
///
/// The results are the same as in i18next 22.4.8. The following rules come from version 26: `null`
/// is not a text; ordinals are looked up as `_ordinal_one` before `_one`; `dev` has English
/// plurals; hierarchies follow ``I18nextNegotiation``. Other differences:
/// - Not supported: JSON before version 4, `returnObjects`, post-processors, `saveMissing`, options
///   of a single call other than those of
///   ``text(_:language:count:ordinal:context:default:arguments:)-(String,_,_,_,_,_,_)``, and `###`
///   for a dot in a key.
/// - Properties that JavaScript objects inherit (`toString`, a text's `length` and letters) are not
///   texts.
/// - A placeholder with a format but no value is left unchanged. i18next formats it as `NaN`.
/// - If the options in a reference are not valid JSON, the reference stays unresolved. For some
///   invalid options, i18next throws.
/// - Nesting ends after ``I18nextInterpolation/maximumReplacements`` texts, 40 levels or four
///   million code units. i18next recurses until its stack overflows, and does not terminate for a
///   nested `$&`.
/// - If there is no key separator, a key keeps any further namespace separators. i18next replaces
///   them with `false`.
public struct I18nextTexts: Sendable {
    /// The options.
    public let options: I18nextOptions

    /// A language of the app, with all data for lookups that does not depend on the key.
    private final class Prepared: Sendable {
        let codes: [String]
        /// The texts of the default namespace in the first language.
        let plain: I18nextPlainTexts
        /// The default namespace in each language that has texts for it.
        let tables: [I18nextTable]

        init(_ codes: [String], _ tables: [I18nextTable?]) {
            self.codes = codes
            self.tables = tables.compactMap(\.self)
            plain = tables.first.flatMap { $0?.plain } ?? I18nextPlainTexts()
        }
    }

    let syntax: I18nextSyntax
    private var tables: [ExactText: [ExactText: I18nextTable]] = [:]
    private var prepared: [String: Prepared] = [:]

    /// Creates an empty set of resources.
    public init(options: I18nextOptions = I18nextOptions()) {
        self.options = options
        syntax = I18nextSyntax(options)
    }

    /// Creates texts from resources: an object of languages, each of which is an object of
    /// namespaces.
    ///
    /// A language that is not an object has no texts.
    public init(_ resources: JSONValue, options: I18nextOptions = I18nextOptions()) {
        self.init(options: options)
        for language in resources.objectValue?.members ?? [] {
            for namespace in language.value.objectValue?.members ?? [] {
                setNamespace(namespace.key, language: language.key, to: namespace.value)
            }
        }
    }

    // MARK: Resources

    /// The languages that have a namespace, sorted by their bytes.
    public var languages: [String] { Self.sorted(tables.filter { !$0.value.isEmpty }.keys) }

    /// Returns the namespaces of a language, sorted by their bytes.
    public func namespaces(of language: String) -> [String] {
        Self.sorted((tables[ExactText(language)] ?? [:]).keys)
    }

    private static func sorted(_ names: some Sequence<ExactText>) -> [String] {
        names.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Replaces a namespace in a language, or removes it if `tree` is nil.
    ///
    /// Takes time linear in the size of the new namespace. Other namespaces are unchanged.
    public mutating func setNamespace(_ name: String, language: String, to tree: JSONValue?) {
        let table = tree.map { I18nextTable($0, syntax) }
        tables[ExactText(language), default: [:]][ExactText(name)] = table
        prepare(for: language)
        if name.isBytewiseEqual(to: options.defaultNamespace) {
            for (key, languages) in prepared { set(key, to: languages.codes) }
        }
    }

    /// Caches the languages to search for a language of the app.
    ///
    /// Languages with a namespace are always prepared. For any other language, such as a region
    /// that inherits all of its texts, each lookup computes the list until this method is called.
    public mutating func prepare(for language: String) {
        guard prepared[language] == nil else { return }
        set(language, to: options.negotiation.hierarchy(for: language))
    }

    private mutating func set(_ language: String, to codes: [String]) {
        prepared[language] = Prepared(codes, codes.map { table($0, options.defaultNamespace) })
    }

    /// Returns the languages to search for a language of the app.
    func hierarchy(for language: String) -> [String] {
        prepared[language]?.codes ?? options.negotiation.hierarchy(for: language)
    }

    /// Returns a namespace in a language.
    func table(_ language: String, _ namespace: String) -> I18nextTable? {
        tables[ExactText(language)]?[ExactText(namespace)]
    }

    /// Returns true if a language has the namespace.
    func hasNamespace(_ name: String) -> Bool {
        name == options.defaultNamespace || tables.values.contains { $0[ExactText(name)] != nil }
    }

    // MARK: Lookup

    /// Returns the text of a key, or the key without its namespace if it has no text.
    ///
    /// - Parameters:
    ///   - key: A key such as `menu.save` or `auth:login.title`.
    ///   - language: The language of the app. `cimode` returns the key.
    ///   - count: The number that selects the plural form, and fills `{{count}}`.
    ///   - ordinal: True if `count` is an ordinal number: first, second.
    ///   - context: The context that selects a form such as `friend_male`, and fills `{{context}}`.
    ///   - defaultText: The text to return if the key has no text.
    ///   - arguments: The values of placeholders. As in i18next, these names have a special
    ///     meaning, and the parameters override them: `count` (can be a fraction; a text selects no
    ///     form), `ordinal`, `context`, `defaultValue`, `defaultValue_one` for a plural form, `ns`
    ///     (a namespace or a list) and `lng`.
    /// - Returns: The completed text.
    public func text(
        _ key: String, language: String, count: Int? = nil, ordinal: Bool = false,
        context: String? = nil, default defaultText: String? = nil,
        arguments: [String: Argument] = [:]
    ) -> String {
        if count == nil, context == nil, arguments.isEmpty, let text = plainText(key, language) {
            return text
        }
        return text(
            [key], language: language, count: count, ordinal: ordinal, context: context,
            default: defaultText, arguments: arguments)
    }

    /// Returns the text of the first key that has a text, or the last key without its namespace.
    ///
    /// If there are no keys, returns the default or an empty text. The parameters are those of
    /// ``text(_:language:count:ordinal:context:default:arguments:)-(String,_,_,_,_,_,_)``.
    public func text(
        _ keys: [String], language: String, count: Int? = nil, ordinal: Bool = false,
        context: String? = nil, default defaultText: String? = nil,
        arguments: [String: Argument] = [:]
    ) -> String {
        guard !keys.isEmpty else { return defaultText ?? "" }
        var values = Self.values(arguments, count, ordinal, context)
        if let defaultText { values["defaultValue"] = .text(defaultText) }
        var lookup = I18nextLookup(self, language: language)
        return lookup.translate(keys, values).text
    }

    /// Returns true if a key has a value, even if it is empty or an object.
    ///
    /// The parameters are those of
    /// ``text(_:language:count:ordinal:context:default:arguments:)-(String,_,_,_,_,_,_)``.
    public func exists(
        _ key: String, language: String, count: Int? = nil, ordinal: Bool = false,
        context: String? = nil, arguments: [String: Argument] = [:]
    ) -> Bool {
        exists(
            [key], language: language, count: count, ordinal: ordinal, context: context,
            arguments: arguments)
    }

    /// Returns true if one of several keys has a value, even if it is empty or an object.
    public func exists(
        _ keys: [String], language: String, count: Int? = nil, ordinal: Bool = false,
        context: String? = nil, arguments: [String: Argument] = [:]
    ) -> Bool {
        var lookup = I18nextLookup(self, language: language)
        return lookup.resolve(keys, Self.values(arguments, count, ordinal, context)) != nil
    }

    /// Returns the text of a key in the default namespace, if it needs no completion.
    private func plainText(_ key: String, _ language: String) -> String? {
        guard let prepared = prepared[language] else { return nil }
        if let text = prepared.plain[key] { return text }
        guard !key.isEmpty, syntax.namespaceSeparator.map({ !key.containsBytes(of: $0) }) ?? true
        else { return nil }
        for index in prepared.tables.indices {
            switch prepared.tables[index].plainAnswer(key) {
            case .text(let text): return text
            case .absent: continue
            case .unknown: return nil
            }
        }
        return nil
    }

    /// Merges arguments with the values that have their own parameters.
    static func values(
        _ arguments: [String: Argument], _ count: Int?, _ ordinal: Bool, _ context: String?
    ) -> [String: Argument] {
        var values = arguments
        if let count { values["count"] = Argument(count) }
        if ordinal { values["ordinal"] = .bool(true) }
        if let context { values["context"] = .text(context) }
        return values
    }
}
