import Languages
import ReadModel
public import Texts
import Translation

/// Finds the text that i18next shows for a string in a language, given a number and a context.
///
/// i18next knows keys and no strings: without a number it looks for the key alone, which a plural does not have. For a place in an order
/// it looks for the forms by rank and, since version 23, for a form by number of the same name.
/// See `Translator.resolve` of i18next 26.
struct I18nextFormSearch {
    private let count: CountQuery?
    private let context: String?
    private let locale: LanguageTag

    init(_ options: LookupOptions, in locale: LanguageTag) {
        count = options.count
        context = options.context
        self.locale = locale
    }

    /// Returns the text, or nil where the files have none of the keys that are looked for.
    func text(of value: Value) -> Value? {
        guard case .choice(let choice) = value, choice.selector == .select else {
            return form(of: value)
        }
        let own = context.flatMap { choice[$0] }.flatMap(form)
        return own ?? choice["other"].flatMap(form)
    }

    private func form(of value: Value) -> Value? {
        guard case .choice(let choice) = value, [.plural, .ordinal].contains(choice.selector) else {
            return count.map { value.form(for: $0.count(in: locale, isStrict: true)) } ?? value
        }
        guard let count else { return nil }
        let query = count.count(in: locale, isStrict: true)
        if choice.selector == query.selector { return value.form(for: query) }
        // The form by number that is named as the rank.
        return query.selector == .ordinal ? choice[query.category] : nil
    }
}

extension Snapshot {
    /// Returns the strings whose keys an app looks for that asks for one, the most special first.
    ///
    /// For i18next these are the string in the context and, for a place in an order, that of the forms by rank, where the project has
    /// them as strings of their own.
    public func strings(
        lookedUpFor string: StringID, _ way: NegotiationWay, _ options: LookupOptions
    ) throws -> [StringID] {
        guard case .i18next = way else { return [string] }
        let keys = [options.context.map { "\(string.key)_\($0)" }, string.key].compactMap(\.self)
        let isOrdinal = options.count?.isOrdinal ?? false
        let candidates = keys.flatMap { isOrdinal ? ["\($0)_ordinal", $0] : [$0] }
            .map { StringID(section: string.section, key: $0) }
        return try candidates.filter { try $0 == string || model.exists($0) }
    }
}
