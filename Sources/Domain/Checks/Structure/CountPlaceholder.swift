import Texts

/// The placeholder of a plural that shows the number which decides.
struct CountPlaceholder {
    /// The argument that decides, where it is known.
    let argument: String?
    /// The source's `other`, which shows the number.
    let reference: PlaceholderScan
    /// The only placeholder of `other` that the source's form for one lacks, which is the number.
    private let onlyInOther: Placeholder.Identity?
    /// Whether the source's forms tell which placeholder shows the number.
    var isCertain: Bool { onlyInOther != nil }

    /// Compares the source's `other` with its form for one, if there is one.
    init(argument: String?, reference: PlaceholderScan, singular: PlaceholderScan?) {
        self.argument = argument
        self.reference = reference
        let difference = singular.map {
            MultisetDifference(from: reference.placeholders, to: $0.placeholders, by: \.identity)
        }
        let isClear = difference?.missing.count == 1 && difference?.extra.isEmpty == true
        onlyInOther = isClear ? difference?.missing.first?.identity : nil
    }

    /// Names that frameworks give to the number where the choice does not name its argument.
    private static let usualNames: Set<Value.Text> = ["count", "n", "number"]

    /// Returns whether a placeholder shows the number.
    ///
    /// It does by its name, by being `%arg`, by being the only one that the form for one lacks, or by being the only integer of
    /// printf, its only conversion, the only `%(name)s` or the only `{0}`.
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
            // A number that was made into a text before: `%s bytes`.
            if integers.isEmpty {
                return reference.placeholders.map(\.identity) == [placeholder.identity]
            }
            guard let only = integers.first, integers.count == 1 else { return false }
            return only.identity == placeholder.identity
        case .notation(.qt):
            // Qt writes `%n` for the number; KDE `%1`, which is the number if there is no other.
            return Value.Text(placeholder.name) == "n"
                || reference.placeholders.map(\.identity) == [placeholder.identity]
        case .notation, .interpolation, .brace, .dollarBrace, .percentBrace, .parameter:
            if isNamedAfterArgument(placeholder) { return true }
            let name = Value.Text(placeholder.name)
            return name == "0" && reference.placeholders.map(\.identity) == [placeholder.identity]
        }
    }

    /// Returns whether a placeholder shows the number and the app gives it to every form.
    ///
    /// That holds of what the source's `other` has, and of the argument and i18next's `count`
    /// always.
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
        // A conversion without a name is named by its argument's number, which is none of these.
        return Self.usualNames.contains(Value.Text(placeholder.name))
    }
}
