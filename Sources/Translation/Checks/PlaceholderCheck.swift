import Texts

/// Finds placeholders that a translation lost, gained or changed.
///
/// What counts as one is the same on both sides; see ``PlaceholderScanner``. A form for a single number
/// may leave out the number, or show it if only the source's `other` does.
struct PlaceholderCheck: TextCheck {
    let info = CheckInfo.placeholders

    func findings(in subject: CheckSubject) -> [Finding] {
        subject.pairs.flatMap { findings(in: $0) }
    }

    private func findings(in pair: TextPair) -> [Finding] {
        // A plural form may lack the number that other forms of the source show.
        guard
            pair.plural != nil || pair.source.mayHavePlaceholders || pair.target.mayHavePlaceholders
        else { return [] }
        let reference = pair.plural.map { PlaceholderScan($0.reference, pair.notations) }
        let sources = [pair.source.placeholders] + [reference].compactMap(\.self)
        let source = pair.source.placeholders.joined(besides: sources)
        let target = pair.target.placeholders.joined(besides: sources)
        let shown = reference?.joined(besides: sources)
        var findings = parameterFindings(source: source, target: target, path: pair.path)
        if let message = difference(from: source, to: target, plural: pair.plural, reference: shown)
        {
            findings.append(finding(message, at: pair.path))
        } else if let lost = lostNumber(in: target, pair, reference: shown) {
            findings.append(lost)
        } else {
            findings += formatFindings(source: source, target: target, path: pair.path)
        }
        // A source that writes `%%` is read by printf, where a lone sign swallows what follows it.
        let isPrintf = source.placeholders.contains { $0.kind == .printf }
        if isPrintf, source.escapedPercents > 0, source.lonePercents == 0, target.lonePercents > 0 {
            findings.append(
                finding(
                    "A percent sign must be written “%%” here, as in the source.", at: pair.path))
        }
        return findings
    }

    private func difference(
        from source: PlaceholderScan, to target: PlaceholderScan, plural: TextPair.PluralForm?,
        reference: PlaceholderScan?
    ) -> String? {
        var difference = MultisetDifference(
            from: source.placeholders, to: target.placeholders, by: \.identity)
        difference = difference.filter(
            missing: { !Self.mayOmit($0, in: target, extra: difference.extra) },
            extra: { !$0.isKnownToWiki })
        if let plural, let reference {
            let count = CountPlaceholder(
                argument: plural.argument, reference: reference)
            difference = difference.filter(
                missing: { !(plural.isJudgedApart && count.matches($0)) },
                extra: { !count.isAvailable($0) })
        }
        let types = MultisetDifference(from: difference.missing, to: difference.extra, by: \.type)
        let isReordered =
            (difference.missing + difference.extra).allSatisfy {
                $0.kind == .printf && !$0.isNamedPrintf
            }
            && types.missing.isEmpty && types.extra.isEmpty
            && target.placeholders.allSatisfy { $0.kind != .printf || $0.position == nil }
        if isReordered, let example = difference.extra.first {
            let numbered = "%\(difference.missing.first { $0.type == example.type }?.name ?? "2")$"
            return "The placeholders stand in another order than in the source; number them, as in "
                + "“\(numbered)\(example.text.dropFirst())”."
        }
        return difference.sentence(\.text)
    }

    /// Finds a form that stands for several numbers and does not show which.
    ///
    /// CLDR's rules decide, not the name of the form: Russian's `one` is for 21 too.
    private func lostNumber(
        in target: PlaceholderScan, _ pair: TextPair, reference: PlaceholderScan?
    ) -> Finding? {
        guard let plural = pair.plural, let reference, !plural.mayOmitCount else { return nil }
        let count = CountPlaceholder(argument: plural.argument, reference: reference)
        guard let shown = reference.placeholders.first(where: count.matches),
            !target.placeholders.contains(where: count.matches)
        else { return nil }
        let sentence: String
        var severity: Finding.Severity?
        switch plural.coverage {
        case .none, .one: return nil
        case .few(let numbers):
            severity = .warning
            sentence = "is for \(Wording.list(numbers.map(String.init)))"
        case .many(let numbers):
            let all = numbers.map(String.init) + ["others"]
            sentence = numbers.isEmpty ? "is for many numbers" : "is for \(Wording.list(all))"
        }
        return finding(
            "The form “\(plural.name)” \(sentence), but lacks \(Wording.quoted(shown.text)), which shows "
                + "the number.", at: pair.path, severity: severity)
    }

    /// Whether a translation may lack a placeholder: a variable of MediaWiki's says what the reader knows, and is lost only if
    /// another one stands in its place; a function that is called once need not be called again.
    private static func mayOmit(
        _ placeholder: Placeholder, in target: PlaceholderScan, extra: [Placeholder]
    ) -> Bool {
        switch placeholder.kind {
        case .wikiVariable: !extra.contains(where: \.isKnownToWiki)
        case .wikiFunction: target.placeholders.contains { $0.identity == placeholder.identity }
        default: false
        }
    }

    /// Compares `$1`, `$2`…, which languages may use as often as they like.
    ///
    /// A parameter that only decides, as in `{{GENDER:$1|…}}`, may be left out, and may decide in one
    /// language alone.
    private func parameterFindings(
        source: PlaceholderScan, target: PlaceholderScan, path: [String]
    ) -> [Finding] {
        guard source.parameters.contains(where: { $0.name.hasSameBytes(as: "1") }) else {
            return []
        }
        let given = Set((source.parameters + source.attachedParameters).map(\.identity))
        let used = Set((target.parameters + target.attachedParameters).map(\.identity))
        var seen: Set<Placeholder.Identity> = []
        var difference = MultisetDifference<Placeholder>(from: [], to: [], by: \.identity)
        difference.missing = source.parameters.filter {
            !$0.isSelector && !used.contains($0.identity) && seen.insert($0.identity).inserted
        }
        difference.extra = target.parameters.filter {
            !$0.isSelector && !given.contains($0.identity) && seen.insert($0.identity).inserted
        }
        return difference.sentence(\.text).map { [finding($0, at: path)] } ?? []
    }

    /// Warns where a placeholder is there but is shown in another way.
    private func formatFindings(
        source: PlaceholderScan, target: PlaceholderScan, path: [String]
    ) -> [Finding] {
        struct Shown: Hashable {
            let identity: Placeholder.Identity
            let format: Value.Text
        }
        let present = Set(source.placeholders.map(\.identity))
        let difference = MultisetDifference(
            from: source.placeholders,
            to: target.placeholders.filter { present.contains($0.identity) },
            by: { Shown(identity: $0.identity, format: Value.Text($0.format)) })
        return difference.extra.compactMap { placeholder in
            let original = difference.missing.first { $0.identity == placeholder.identity }
            guard let original else { return nil }
            return finding(
                "The translation formats \(Wording.quoted(original.text)) of the source as "
                    + "\(Wording.quoted(placeholder.text)).", at: path, severity: .warning)
        }
    }
}

extension MultisetDifference {
    /// Returns the difference with only what the conditions let through.
    fileprivate func filter(
        missing isMissing: (Element) -> Bool, extra isExtra: (Element) -> Bool
    ) -> Self {
        var copy = self
        copy.missing = missing.filter(isMissing)
        copy.extra = extra.filter(isExtra)
        return copy
    }
}
