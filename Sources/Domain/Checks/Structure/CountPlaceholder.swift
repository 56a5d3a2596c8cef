import Texts

/// The placeholder in a plural that shows the selecting number.
struct CountPlaceholder {
    /// The name of the selecting argument, if known.
    let argument: String?
    /// The source's text for `other`, which shows the number.
    let reference: PlaceholderScan
    /// The placeholder that shows the number: the only placeholder in `other` that the source's
    /// `one` form lacks.
    private let onlyInOther: Placeholder.Identity?
    /// Whether the source's forms identify the placeholder that shows the number.
    var isCertain: Bool { onlyInOther != nil }

    /// Compares the source's `other` form with its `one` form, if that exists.
    init(argument: String?, reference: PlaceholderScan, singular: PlaceholderScan?) {
        self.argument = argument
        self.reference = reference
        let difference = singular.map {
            MultisetDifference(from: reference.placeholders, to: $0.placeholders, by: \.identity)
        }
        let isClear = difference?.missing.count == 1 && difference?.extra.isEmpty == true
        onlyInOther = isClear ? difference?.missing.first?.identity : nil
    }

    /// Names that frameworks use for the number if the choice does not name its argument.
    private static let usualNames: Set<Value.Text> = ["count", "n", "number"]

    /// Returns whether a placeholder shows the number.
    ///
    /// A placeholder shows the number if it has the argument's name, is `%arg`, or is the only
    /// placeholder that the `one` form lacks. It also shows the number if it is the only printf
    /// integer, the only printf conversion, the only `%(name)s` or the only `{0}`.
    func matches(_ placeholder: Placeholder) -> Bool {
        if let onlyInOther, argument == nil { return placeholder.identity == onlyInOther }
        switch placeholder.kind {
        case .argument:
            return true
        case .substitution, .nesting, .wikiVariable, .wikiFunction:
            return false
        case .printf:
            if isNamedAfterArgument(placeholder) { return true }
            if placeholder.isNamedPrintf {
                return reference.placeholders.map(\.identity) == [placeholder.identity]
            }
            let integers = reference.placeholders.filter(\.isPrintfInteger)
            // The number was converted to a string beforehand: `%s bytes`.
            if integers.isEmpty {
                return reference.placeholders.map(\.identity) == [placeholder.identity]
            }
            guard let only = integers.first, integers.count == 1 else { return false }
            return only.identity == placeholder.identity
        case .notation(.qt):
            // Qt writes `%n` for the number. KDE writes `%1`, which is the number if there is no
            // other placeholder.
            return Value.Text(placeholder.name) == "n"
                || reference.placeholders.map(\.identity) == [placeholder.identity]
        case .notation, .interpolation, .brace, .dollarBrace, .percentBrace, .parameter:
            if isNamedAfterArgument(placeholder) { return true }
            let name = Value.Text(placeholder.name)
            return name == "0" && reference.placeholders.map(\.identity) == [placeholder.identity]
        }
    }

    /// Returns whether a placeholder shows the number and is available in every form.
    ///
    /// The placeholders in the source's `other` form, the argument, and i18next's `count` are
    /// available.
    func isAvailable(_ placeholder: Placeholder) -> Bool {
        guard matches(placeholder) else { return false }
        if placeholder.kind == .argument { return true }
        if reference.placeholders.contains(where: { $0.identity == placeholder.identity }) {
            return true
        }
        if placeholder.kind == .interpolation, Value.Text(placeholder.name) == "count" {
            return true
        }
        return argument.map { $0.hasSameBytes(as: placeholder.name) } ?? false
    }

    private func isNamedAfterArgument(_ placeholder: Placeholder) -> Bool {
        if let argument { return argument.hasSameBytes(as: placeholder.name) }
        // An unnamed conversion has its argument's number as its name. No number is in this set.
        return Self.usualNames.contains(Value.Text(placeholder.name))
    }
}
