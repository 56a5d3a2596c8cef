import Texts

/// Pairs the texts in a target value with the texts in its source.
struct TextPairCollector {
    /// The categories of the target language.
    let categories: PluralCategories
    /// The placeholder notations in use.
    let notations: PlaceholderNotations
    /// The pairs, in the target's order.
    private(set) var pairs: [TextPair] = []

    init(categories: PluralCategories, notations: PlaceholderNotations) {
        self.categories = categories
        self.notations = notations
    }

    /// The plural or ordinal that encloses a text, with the source's forms for `other` and `one`.
    struct Number {
        var reference: Value
        var singular: Value?
        let argument: String?
        let name: String
        let coverage: PluralCategories.Coverage
    }

    /// Adds a pair for each text in `target` that has a counterpart in `source`.
    mutating func collect(
        source: Value, target: Value, path: [String], number: Number?
    ) {
        switch target {
        case .text(let text):
            append(source.representative, text.string, path, number)
        case .choice(let choice):
            for item in choice.cases {
                collect(
                    source: source.counterpart(of: item.name.string, by: choice.selector),
                    target: item.value, path: path + [item.name.string],
                    number: self.number(of: item, in: choice, source: source, outer: number))
            }
        case .list(let values):
            guard case .list(let sources) = source else { return }
            for (index, (source, target)) in zip(sources, values).enumerated() {
                collect(
                    source: source, target: target, path: path + [String(index)],
                    number: number)
            }
        case .format(let text, let variables):
            guard case .format(let sourceText, let sourceVariables) = source else {
                append(
                    source.representative, target.representative ?? text.string, path, number)
                return
            }
            append(sourceText.string, text.string, path, number)
            for variable in variables {
                guard let same = sourceVariables.first(where: { $0.name == variable.name })
                else { continue }
                collect(
                    source: .choice(same.choice), target: .choice(variable.choice),
                    path: path + [variable.name.string], number: nil)
            }
        }
    }

    private func number(
        of item: Value.Case, in choice: Value.Choice, source: Value, outer: Number?
    ) -> Number? {
        switch choice.selector {
        case .plural, .ordinal:
            var argument = choice.argument?.string
            if argument == nil, case .choice(let sourceChoice) = source {
                argument = sourceChoice.argument?.string
            }
            return Number(
                reference: source.counterpart(of: "other", by: choice.selector),
                singular: source.singular(by: choice.selector), argument: argument,
                name: item.name.string,
                coverage: categories.coverage(
                    of: item.name.string, by: choice.selector, besides: choice.exactNumbers))
        case .select, .device, .width:
            guard var number = outer else { return nil }
            number.reference = number.reference.counterpart(
                of: item.name.string, by: choice.selector)
            number.singular = number.singular?.counterpart(
                of: item.name.string, by: choice.selector)
            return number
        }
    }

    private mutating func append(
        _ source: String?, _ target: String, _ path: [String], _ number: Number?
    ) {
        guard let source else { return }
        let target = KDEScript.removed(from: target, source: source)
        let plural = number.map {
            TextPair.PluralForm(
                reference: InlineTag.withoutHints($0.reference.representative ?? source),
                singular: ($0.singular?.representative).map(InlineTag.withoutHints),
                argument: $0.argument, name: $0.name, coverage: $0.coverage)
        }
        pairs.append(
            TextPair(
                path: path, source: ScannedText(InlineTag.withoutHints(source), notations),
                target: ScannedText(InlineTag.withoutHints(target), notations), plural: plural,
                notations: notations))
    }
}

extension Value {
    /// Returns the branch for a case of the same selector, otherwise the `other` branch, otherwise
    /// the last branch.
    ///
    /// If the value is not a choice by that selector, returns the value itself.
    fileprivate func counterpart(of name: String, by selector: Selector) -> Value {
        guard case .choice(let choice) = self, choice.selector == selector else { return self }
        return choice[name] ?? choice["other"] ?? choice.cases.last?.value ?? self
    }

    /// Returns the `one` form, if the value is a choice by the given selector and has that form.
    fileprivate func singular(by selector: Selector) -> Value? {
        guard case .choice(let choice) = self, choice.selector == selector else { return nil }
        return choice["one"]
    }

    /// The text that represents the whole value.
    ///
    /// A choice is represented by `other`, or otherwise by its last case. A format string has its
    /// variables inserted.
    ///
    /// A list has no such text.
    fileprivate var representative: String? {
        switch self {
        case .text(let text): text.string
        case .choice(let choice): (choice["other"] ?? choice.cases.last?.value)?.representative
        case .list: nil
        case .format(let text, let variables): Self.expanded(text.string, variables)
        }
    }

    private static func expanded(_ text: String, _ variables: [Variable]) -> String {
        var bytes: [UInt8] = []
        let utf8 = Array(text.utf8)
        var end = 0
        for placeholder in PlaceholderScan(text).placeholders
        where placeholder.kind == .substitution {
            guard
                let variable = variables.first(where: { $0.name == Text(placeholder.name) }),
                let form = Value.choice(variable.choice).representative
            else { continue }
            let position = placeholder.position.map { "\($0)$" } ?? ""
            let conversion = "%" + position + (variable.spec?.string ?? "lld")
            bytes += utf8[end..<placeholder.range.lowerBound]
            bytes += replacingArgument(in: form, by: conversion).utf8
            end = placeholder.range.upperBound
        }
        return String(decoding: bytes + utf8[end...], as: UTF8.self)
    }

    /// Replaces `%arg` with a conversion in a variable's form.
    private static func replacingArgument(in form: String, by conversion: String) -> String {
        var bytes: [UInt8] = []
        let utf8 = Array(form.utf8)
        var end = 0
        for placeholder in PlaceholderScan(form).placeholders where placeholder.kind == .argument {
            bytes += utf8[end..<placeholder.range.lowerBound]
            bytes += conversion.utf8
            end = placeholder.range.upperBound
        }
        return String(decoding: bytes + utf8[end...], as: UTF8.self)
    }
}
