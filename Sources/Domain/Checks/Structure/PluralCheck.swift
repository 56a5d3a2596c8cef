import Texts
import Translation

/// Finds plurals that lack a form required by their language, have an extra form, or choose
/// differently from the source.
struct PluralCheck: TextCheck {
    let info = CheckInfo.plurals

    func findings(in compared: ComparedTexts) -> [Finding] {
        let subject = compared.subject
        guard !subject.target.isEmptyText else { return [] }
        return findings(source: subject.source, target: subject.target, path: [], in: subject)
    }

    private func findings(
        source: Value?, target: Value, path: [String], in subject: CheckSubject
    ) -> [Finding] {
        switch target {
        case .text:
            return flattened(source, path: path, in: subject)
        case .choice(let choice):
            return findings(source: source, target: choice, path: path, in: subject)
        case .list(let values):
            guard case .list(let sources)? = source else { return shape(source, target, path) }
            return shape(source, target, path)
                + values.enumerated().flatMap { index, value in
                    findings(
                        source: index < sources.count ? sources[index] : nil, target: value,
                        path: path + [String(index)], in: subject)
                }
        case .format(_, let variables):
            var sources: [Value.Variable] = []
            if case .format(_, let variables)? = source { sources = variables }
            return shape(source, target, path)
                + variables.flatMap { variable in
                    let same = sources.first { $0.name == variable.name }
                    return findings(
                        source: same.map { .choice($0.choice) }, target: variable.choice,
                        path: path + [variable.name.string], in: subject)
                }
        }
    }

    private func findings(
        source: Value?, target: Value.Choice, path: [String], in subject: CheckSubject
    ) -> [Finding] {
        var findings = formFindings(target, path: path, in: subject)
        var counterpart: (Value.Case) -> Value? = { _ in source }
        if case .choice(let choice)? = source {
            if choice.selector == target.selector {
                if let mismatch = argumentFinding(choice, target, path) {
                    findings.append(mismatch)
                }
                counterpart = {
                    choice[$0.name.string] ?? choice["other"] ?? choice.cases.last?.value
                }
            } else if target.selector.isPresentation || target.selector == .select {
                // A translation may add cases for a device, width or context. Each case translates
                // the whole source.
            } else if choice.selector.isPresentation {
                return self.findings(
                    source: choice["other"] ?? choice.cases.last?.value, target: .choice(target),
                    path: path, in: subject)
            } else {
                findings.append(
                    finding(
                        "The source chooses a form by \(choice.selector.rawValue), but the translation "
                            + "chooses one by \(target.selector.rawValue).", at: path))
                return findings
            }
        } else if case .list? = source {
            return findings + shape(source, .choice(target), path)
        }
        return findings
            + target.cases.flatMap { item in
                self.findings(
                    source: counterpart(item), target: item.value,
                    path: path + [item.name.string], in: subject)
            }
    }

    /// Compares the forms of a plural or ordinal with the language's categories.
    private func formFindings(
        _ choice: Value.Choice, path: [String], in subject: CheckSubject
    ) -> [Finding] {
        let categories = subject.categories.names(of: choice.selector)
        guard !categories.isEmpty else { return [] }
        let kind = choice.selector.rawValue
        var findings: [Finding] = []
        let isSayable = { (category: String) in
            choice.selector != .plural
                || subject.sayableForms?.contains(Value.Text(category)) ?? true
        }
        let exact = choice.exactNumbers
        let missing = categories.filter { category in
            choice[category] == nil && isSayable(category)
                && (exact.isEmpty
                    || subject.categories.coverage(
                        of: category, by: choice.selector, besides: exact)
                        != .none)
        }
        let seldom =
            choice.selector == .plural ? missing.filter(subject.categories.isSeldom) : []
        let needed = missing.filter { !seldom.contains($0) }
        if !needed.isEmpty {
            findings.append(
                finding(
                    "The \(kind) lacks \(Wording.list(needed.map(Wording.quoted))), which the "
                        + "language needs.", at: path))
        }
        if !seldom.isEmpty {
            findings.append(
                finding(
                    "The \(kind) lacks \(Wording.list(seldom.map(Wording.quoted))), which the "
                        + "language needs for fractions or for millions.", at: path,
                    severity: .warning))
        }
        // CLDR's `zero` and exact numbers may have forms in any language.
        for item in choice.cases
        where item.name != "zero" && PluralCase.exactNumber(of: item.name.string) == nil
            && !categories.contains(where: { item.name == Value.Text($0) })
        {
            findings.append(
                finding(
                    "The \(kind) has “\(item.name.string)”, which the language does not use.",
                    at: path + [item.name.string], severity: .warning))
        }
        return findings
    }

    private func argumentFinding(
        _ source: Value.Choice, _ target: Value.Choice, _ path: [String]
    ) -> Finding? {
        guard let expected = source.argument, let argument = target.argument, expected != argument
        else { return nil }
        return finding(
            "The source chooses a form by \(Wording.quoted(expected.string)), but the translation "
                + "chooses one by \(Wording.quoted(argument.string)).", at: path)
    }

    /// Reports a single text if the source has plural forms that the language also needs.
    private func flattened(
        _ source: Value?, path: [String], in subject: CheckSubject
    ) -> [Finding] {
        switch source {
        case nil, .text?:
            return []
        case .list?:
            return shape(source, .text(""), path)
        case .choice(let choice)?:
            let categories = subject.categories.names(of: choice.selector)
            let isNumber = choice.selector == .plural || choice.selector == .ordinal
            guard isNumber else {
                return flattened(
                    choice["other"] ?? choice.cases.last?.value, path: path, in: subject)
            }
            if categories.map({ Value.Text($0) }) == ["other"] { return [] }
            let needed =
                categories.isEmpty ? "" : ": \(Wording.list(categories.map(Wording.quoted)))"
            return [
                finding(
                    "The source is \(choice.selector == .plural ? "a plural" : "an ordinal"), but the "
                        + "translation is one text for all numbers; the language needs its own "
                        + "forms\(needed).", at: path)
            ]
        case .format(_, let variables)?:
            return variables.lazy.map {
                flattened(.choice($0.choice), path: path, in: subject)
            }.first { !$0.isEmpty } ?? []
        }
    }

    /// Reports a list whose counterpart is not a list, and lists of different lengths.
    private func shape(_ source: Value?, _ target: Value, _ path: [String]) -> [Finding] {
        switch (source, target) {
        case (.list(let sources)?, .list(let targets)):
            guard sources.count != targets.count else { return [] }
            return [
                finding(
                    "The list has length \(sources.count) in the source, but length "
                        + "\(targets.count) in the translation.", at: path, severity: .warning)
            ]
        case (.list?, _):
            return [finding("The source is a list, but the translation is not.", at: path)]
        case (_?, .list):
            return [finding("The translation is a list, but the source is not.", at: path)]
        default:
            return []
        }
    }
}

extension Value.Choice {
    /// The exact numbers that have a form, such as 0 for `=0`.
    var exactNumbers: Set<UInt64> {
        Set(
            cases.compactMap {
                PluralCase.exactNumber(of: $0.name.string).flatMap { UInt64(exactly: $0) }
            })
    }
}

extension Value.Selector {
    /// Whether the selector depends on presentation, not on meaning.
    fileprivate var isPresentation: Bool { self == .device || self == .width }
}
