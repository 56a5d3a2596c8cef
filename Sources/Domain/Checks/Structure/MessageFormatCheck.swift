import Cicuchecks
import Texts
import Translation

/// Finds translations of ICU messages that ICU cannot parse, or whose choices differ from the
/// source.
///
/// A source counts as an ICU message only if ICU can parse it. It must also format or choose
/// something, or double an apostrophe, because “{name}” alone is a placeholder in many formats. The
/// check `placeholders` reports missing arguments.
struct MessageFormatCheck: TextCheck {
    let info = CheckInfo.messageFormat
    private let language: LanguageProfile

    init(_ language: LanguageProfile) { self.language = language }

    func findings(in compared: ComparedTexts) -> [Finding] {
        compared.pairs.flatMap { pair -> [Finding] in
            guard pair.notations.mayUseBraces, pair.source.contains("{"),
                pair.source.contains(",") || pair.source.contains("'"),
                let source = try? MessagePattern(pair.source.string),
                source.isFormatted || Self.doublesApostrophes(source, pair.source)
            else { return [] }
            let target: MessagePattern
            do throws(MessagePattern.Fault) {
                target = try MessagePattern(pair.target.string)
            } catch {
                return [finding(Self.sentence(error), at: pair.path)]
            }
            return quotedFindings(target, source, path: pair.path)
                + differences(from: source, to: target, path: pair.path)
                + target.arguments.flatMap { formFindings($0, source, path: pair.path) }
        }
    }

    /// Returns whether a source with arguments doubles an apostrophe inside a word, as only ICU and
    /// Java messages do.
    private static func doublesApostrophes(_ source: MessagePattern, _ text: ScannedText) -> Bool {
        guard !source.arguments.isEmpty, text.contains("'") else { return false }
        let bytes = text.bytes
        func isLetter(_ index: Int) -> Bool {
            bytes.indices.contains(index)
                && (bytes[index] >= 0x80 || PlaceholderScanner.isLetter(bytes[index]))
        }
        return bytes.indices.contains { index in
            bytes[index...].prefix(2).elementsEqual("''".utf8) && isLetter(index - 1)
                && isLetter(index + 2)
        }
    }

    /// Reports the first argument from the source that the text quotes with an apostrophe.
    private func quotedFindings(
        _ target: MessagePattern, _ source: MessagePattern, path: [String]
    ) -> [Finding] {
        let given = Set(source.arguments.map { Value.Text($0.name) })
        let quoted = Set(source.quotedNames.map { Value.Text($0) })
        return target.quotedNames.map { Value.Text($0) }
            .filter { given.contains($0) && !quoted.contains($0) }.prefix(1).map { name in
                finding(
                    "An apostrophe quotes “{\(name.string)}”, so the app shows the name instead of the value; "
                        + "write “''” or “’”.", at: path)
            }
    }

    private static func sentence(_ fault: MessagePattern.Fault) -> String {
        let place = fault.rest.isEmpty ? "at the end" : "at “\(String(fault.rest.prefix(20)))”"
        switch fault.kind {
        case CICUCHECKS_BRACES: return "The braces in the message do not match."
        case CICUCHECKS_NO_OTHER: return "A plural or select lacks “other”, which ICU requires."
        case CICUCHECKS_LIMIT: return "The message is too long for ICU, or nested too deeply."
        default: return "ICU cannot read the message \(place)."
        }
    }

    /// Compares the use of the arguments that occur in both messages.
    private func differences(
        from source: MessagePattern, to target: MessagePattern, path: [String]
    ) -> [Finding] {
        var seen: Set<String> = []
        return target.arguments.compactMap { argument in
            let same = source.arguments.filter { $0.name == argument.name }
            guard !same.isEmpty, !same.contains(where: { $0.kind == argument.kind }),
                // A number may be shown unformatted, and an unformatted argument may be formatted.
                argument.kind.isChoosing || same.allSatisfy({ $0.kind.isChoosing }),
                !(same.contains { $0.kind.isChoosing } && !argument.kind.isChoosing),
                seen.insert(argument.name).inserted
            else { return nil }
            return finding(
                "The source formats “\(argument.name)” as \(same[0].kind.word), but the text "
                    + "formats it as \(argument.kind.word).", at: path)
        } + lostChoices(from: source, to: target, path: path)
    }

    private func lostChoices(
        from source: MessagePattern, to target: MessagePattern, path: [String]
    ) -> [Finding] {
        var seen: Set<String> = []
        return source.arguments.compactMap { argument in
            let same = target.arguments.filter { $0.name == argument.name }
            guard argument.kind == .plural || argument.kind == .selectordinal,
                (argument.kind == .plural
                    ? language.categories.cardinal : language.categories.ordinal).count > 1,
                !same.isEmpty, !same.contains(where: { $0.kind.isChoosing }),
                seen.insert(argument.name).inserted
            else { return nil }
            return finding(
                "The source has a \(argument.kind.word) by “\(argument.name)”, but the text is the same for all "
                    + "numbers.", at: path, severity: .warning)
        }
    }

    /// Compares a choice's branches with the language's plural forms or, for a `select`, with the
    /// source's selectors.
    private func formFindings(
        _ argument: MessagePattern.Argument, _ source: MessagePattern, path: [String]
    ) -> [Finding] {
        let needed: [String]
        switch argument.kind {
        case .plural: needed = language.categories.cardinal
        case .selectordinal: needed = language.categories.ordinal
        case .select:
            let same = source.arguments.filter { $0.name == argument.name && $0.kind == .select }
            needed = same.flatMap(\.selectors)
            guard !same.isEmpty else { return [] }
        case .plain, .formatted, .choice: return []
        }
        guard !needed.isEmpty else { return [] }
        var findings: [Finding] = []
        let missing = needed.filter {
            !argument.selectors.contains($0)
                && coverage(of: $0, in: argument) != PluralCategories.Coverage.none
        }
        if let first = missing.first {
            findings.append(
                finding(
                    "The \(argument.kind.word) by “\(argument.name)” lacks “\(first)”"
                        + (missing.count > 1 ? " and \(missing.count - 1) more." : "."),
                    at: path, severity: .warning))
        }
        findings += numberlessFinding(argument, path: path)
        let extra = argument.selectors.first { selector in
            !needed.contains(selector) && !selector.hasPrefix("=")
        }
        if let extra {
            findings.append(
                finding(
                    "The \(argument.kind.word) by “\(argument.name)” has “\(extra)”, which "
                        + (argument.kind == .select
                            ? "the source does not have." : "the language does not use."),
                    at: path, severity: .warning))
        }
        return findings
    }

    /// Returns the numbers that a plural branch covers, not counting exact numbers; nil for other
    /// choices.
    private func coverage(
        of branch: String, in argument: MessagePattern.Argument
    ) -> PluralCategories.Coverage? {
        let selector: Value.Selector
        switch argument.kind {
        case .plural: selector = .plural
        case .selectordinal: selector = .ordinal
        case .plain, .formatted, .choice, .select: return nil
        }
        // Exact numbers are compared before the offset is subtracted, categories afterwards.
        let exact = argument.exactNumbers.filter { $0 >= argument.offset }
        return language.categories.coverage(
            of: branch, by: selector, besides: Set(exact.map { $0 - argument.offset }))
    }

    /// Finds a branch that covers several numbers without showing the number, if another branch
    /// shows it.
    private func numberlessFinding(
        _ argument: MessagePattern.Argument, path: [String]
    ) -> [Finding] {
        guard argument.branches.contains(where: \.showsArgument) else { return [] }
        for branch in argument.branches where !branch.showsArgument && branch.word != "other" {
            var numbers: [UInt64] = []
            switch coverage(of: branch.word, in: argument) {
            case nil, .one?, PluralCategories.Coverage.none?: continue
            case .few(let some)?: numbers = some
            case .many(let some)?: numbers = some
            }
            guard !numbers.isEmpty else { continue }
            let list = numbers.map { String($0 + argument.offset) }.joined(separator: ", ")
            return [
                finding(
                    "The branch “\(branch.word)” of the plural by “\(argument.name)” applies to \(list) and "
                        + "similar numbers, but does not show the number.", at: path,
                    severity: .warning)
            ]
        }
        return []
    }
}

extension MessagePattern {
    /// Whether the message formats or chooses something.
    fileprivate var isFormatted: Bool { arguments.contains { $0.kind != .plain } }
}
