import Cicuchecks
import Texts
import Translation

/// Finds translations of ICU messages that ICU cannot read, or that choose in another way.
///
/// Only a source that ICU reads and that formats or chooses is such a message: “{name}” alone is a placeholder of
/// many formats. Arguments that are missing altogether are found by `placeholders`.
struct MessageFormatCheck: TextCheck {
    let info = CheckInfo.messageFormat
    private let language: LanguageProfile

    /// Makes the check for texts of a language.
    init(_ language: LanguageProfile) { self.language = language }

    func findings(in subject: CheckSubject) -> [Finding] {
        subject.pairs.flatMap { pair -> [Finding] in
            guard pair.source.contains("{"), pair.source.contains(","),
                let source = try? MessagePattern(pair.source.string),
                source.arguments.contains(where: { $0.kind != .plain })
            else { return [] }
            let target: MessagePattern
            do throws(MessagePattern.Fault) {
                target = try MessagePattern(pair.target.string)
            } catch {
                return [finding(Self.sentence(error), at: pair.path)]
            }
            return differences(from: source, to: target, path: pair.path)
                + target.arguments.flatMap { formFindings($0, source, path: pair.path) }
        }
    }

    private static func sentence(_ fault: MessagePattern.Fault) -> String {
        let place = fault.rest.isEmpty ? "at its end" : "at “\(String(fault.rest.prefix(20)))”"
        switch fault.kind {
        case CICUCHECKS_BRACES: return "The braces of the message do not match."
        case CICUCHECKS_NO_OTHER: return "A plural or select lacks “other”, which ICU wants."
        case CICUCHECKS_LIMIT: return "The message is too long for ICU, or nested too deep."
        default: return "ICU cannot read the message \(place)."
        }
    }

    /// Compares what is done with the arguments that both have.
    private func differences(
        from source: MessagePattern, to target: MessagePattern, path: [String]
    ) -> [Finding] {
        var seen: Set<String> = []
        return target.arguments.compactMap { argument in
            let same = source.arguments.filter { $0.name == argument.name }
            guard !same.isEmpty, !same.contains(where: { $0.kind == argument.kind }),
                // A number may be shown as it is, and what is shown may be formatted.
                argument.kind.isChoosing || same.allSatisfy({ $0.kind.isChoosing }),
                !(same.contains { $0.kind.isChoosing } && !argument.kind.isChoosing),
                seen.insert(argument.name).inserted
            else { return nil }
            return finding(
                "The source formats “\(argument.name)” as \(same[0].kind.word), the text as "
                    + "\(argument.kind.word).", at: path)
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
                "The source has a \(argument.kind.word) by “\(argument.name)”, the text has one text for all "
                    + "numbers.", at: path, severity: .warning)
        }
    }

    /// Compares the branches of a choice with the forms of the language, or with the words of the source.
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
        let missing = needed.filter { !argument.selectors.contains($0) }
        if let first = missing.first {
            findings.append(
                finding(
                    "The \(argument.kind.word) by “\(argument.name)” lacks “\(first)”"
                        + (missing.count > 1 ? " and \(missing.count - 1) more." : "."),
                    at: path, severity: .warning))
        }
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
}
