import Languages
import ReadModel
public import Texts
import Translation

/// Finds the text that i18next shows for a string in a language, given a number and a context.
///
/// i18next looks up keys, not strings. Without a number, it tries only the plain key, which does
/// not exist for a plural. For an ordinal, it tries the ordinal forms and, since version 23, a
/// cardinal form with the same name. See `Translator.resolve` of i18next 26.
struct I18nextFormSearch {
    private let count: CountQuery?
    private let context: String?
    private let locale: LanguageTag

    init(_ options: LookupOptions, in locale: LanguageTag) {
        count = options.count
        context = options.context
        self.locale = locale
    }

    /// Returns the text, or `nil` if the files contain none of the keys that i18next tries.
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
        // Fall back to the cardinal form with the same name.
        return query.selector == .ordinal ? choice[query.category] : nil
    }
}

extension Snapshot {
    /// Returns the strings whose keys i18next tries for a requested string, the most specific
    /// first.
    ///
    /// These are the string itself, the string for the context and, for an ordinal, the strings of
    /// the ordinal forms, if the project stores them as separate strings. Methods other than
    /// i18next try only the string itself.
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
