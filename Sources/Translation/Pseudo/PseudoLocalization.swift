/// Makes a language of its own out of the source texts, by which untranslated, cut off and wrongly turned
/// texts are seen before anybody has translated.
///
/// Placeholders, markup, entities and addresses stay as they are, so that the app works.
public struct PseudoLocalization: Sendable, Equatable {
    /// What is done with a text.
    public enum Style: String, CaseIterable, Sendable {
        /// Letters get marks: what is without them was never in a localization file.
        case accented
        /// Brackets stand around each text: one that is missing was cut off, and texts that are put together
        /// are seen.
        case bracketed
        /// Words are added, since most languages need more room than English.
        case lengthened
        /// Words run from right to left.
        case rtl
    }

    /// What is done, in the order of the cases of ``Style``.
    public let styles: Set<Style>

    /// What is done where nothing is said: all but turning.
    public static let usual: Set<Style> = [.accented, .bracketed, .lengthened]

    /// Takes what is to be done.
    public init(_ styles: Set<Style> = usual) { self.styles = styles }

    /// The language that the texts are handed out as: `ar-XB` where they run from right to left, else
    /// `en-XA`, as Android and Chrome name them.
    public var language: String { styles.contains(.rtl) ? "ar-XB" : "en-XA" }

    /// Returns a value with each of its texts changed.
    ///
    /// `categories` are the forms that the pseudo-language needs of a plural; those that the source has not
    /// say what its `other` does.
    public func value(of source: Value, categories: (Value.Selector) -> [String]) -> Value {
        switch source {
        case .text(let content): return Value(text(of: content.string))
        case .list(let values): return .list(values.map { value(of: $0, categories: categories) })
        case .choice(let choice): return .choice(self.choice(of: choice, categories))
        case .format(let content, let variables):
            return .format(
                Value.Text(text(of: content.string)),
                variables.map { variable in
                    // A variable is part of a text, which has its brackets and its length.
                    var inner = styles
                    inner.subtract([.bracketed, .lengthened])
                    return Value.Variable(
                        name: variable.name.string, spec: variable.spec?.string,
                        choice: PseudoLocalization(inner).choice(of: variable.choice, categories))
                })
        }
    }

    private func choice(
        of source: Value.Choice, _ categories: (Value.Selector) -> [String]
    ) -> Value.Choice {
        var cases = source.cases
        if let other = source["other"] {
            for name in categories(source.selector) where source[name] == nil {
                cases.append(Value.Case(name, other))
            }
        }
        let changed = cases.map {
            Value.Case($0.name.string, value(of: $0.value, categories: categories))
        }
        return Value.Choice(
            by: source.selector, argument: source.argument?.string, cases: changed) ?? source
    }

    /// Returns a text changed; one without anything to read stays as it is.
    public func text(of source: String) -> String {
        let parts = PseudoParts(source)
        guard parts.hasWords else { return source }
        var text = ""
        for part in parts.parts {
            switch part {
            case .kept(let kept): text += kept
            case .words(let words): text += changed(words)
            }
        }
        if styles.contains(.lengthened) {
            for word in PseudoAlphabet.words(lengthening: parts.length) {
                text += " " + changed(word)
            }
        }
        if styles.contains(.bracketed) { text = "[\(text)]" }
        return parts.leading + text + parts.trailing
    }

    private func changed(_ words: String) -> String {
        let accented = styles.contains(.accented) ? PseudoAlphabet.accented(words) : words
        return styles.contains(.rtl) ? PseudoAlphabet.turned(accented) : accented
    }
}
