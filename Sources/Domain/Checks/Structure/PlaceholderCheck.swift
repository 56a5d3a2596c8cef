import Texts
import Translation

/// Finds placeholders that a translation lost, gained or changed.
///
/// The source and the translation use the same notations; see ``PlaceholderScanner``. A form for a
/// single number may omit the number. It may also show the number if only the source's `other` form
/// shows it.
struct PlaceholderCheck: TextCheck {
    let info = CheckInfo.placeholders

    func findings(in compared: ComparedTexts) -> [Finding] {
        compared.pairs.flatMap { findings(in: $0) }
    }

    private func findings(in pair: TextPair) -> [Finding] {
        // A plural form without placeholders may lack a number that the source's other forms show.
        guard
            pair.plural != nil || pair.source.mayHavePlaceholders || pair.target.mayHavePlaceholders
        else { return [] }
        let reference = pair.plural.map { PlaceholderScan($0.reference, pair.notations) }
        if pair.source.contains("%"), TimePattern(pair.source.bytes).isCertain {
            return timeFindings(in: pair)
        }
        let sources = [pair.source.placeholders] + [reference].compactMap(\.self)
        let source = pair.source.placeholders.joined(besides: sources)
        let target = pair.target.placeholders.joined(besides: sources)
        let shown = reference?.joined(besides: sources)
        let count = pair.plural.flatMap { plural in
            shown.map { shown in
                CountPlaceholder(
                    argument: plural.argument, reference: shown,
                    singular: plural.singular.map { text in
                        let scan = PlaceholderScan(text, pair.notations)
                        return scan.joined(besides: sources + [scan])
                    })
            }
        }
        var findings = parameterFindings(
            source: source, target: target, isShell: Self.namesVariables(pair.source),
            path: pair.path)
        // “{Tab}” in a list of keys is a word if the translation has another word in braces.
        func braces(_ text: ScannedText) -> Int { text.bytes.count { $0 == UInt8(ascii: "{") } }
        let mayTranslateWords = braces(pair.target) >= braces(pair.source)
        if let found = difference(
            from: source, to: target, of: pair, count: count,
            mayBeWords: (isImplied: pair.notations.isImplied, isTranslated: mayTranslateWords))
        {
            findings.append(
                finding(
                    found.message, at: pair.path, severity: found.isDoubtful ? .warning : nil))
        } else if let lost = lostNumber(in: target, pair, count: count) {
            findings.append(lost)
        } else {
            findings += formatFindings(source: source, target: target, path: pair.path)
        }
        // A source with `%%` is a printf format, where a single percent sign consumes the next
        // characters.
        let isPrintf = source.placeholders.contains { $0.kind == .printf }
        if isPrintf, source.escapedPercents > 0, source.lonePercents == 0, target.lonePercents > 0 {
            findings.append(
                finding(
                    "A percent sign must be written “%%” here, as in the source.", at: pair.path))
        }
        return findings
    }

    /// Checks a date or time pattern, whose fields each language chooses and orders in its own way.
    private func timeFindings(in pair: TextPair) -> [Finding] {
        let pattern = TimePattern(pair.target.bytes)
        if let other = pattern.others.first {
            return [
                finding(
                    "The source is a date or time pattern, but “\(other)” is not a field in such a pattern.",
                    at: pair.path)
            ]
        }
        guard pattern.fields == 0 else { return [] }
        return [
            finding(
                "The source is a date or time pattern, but the text has none of its fields.",
                at: pair.path)
        ]
    }

    private func difference(
        from source: PlaceholderScan, to target: PlaceholderScan, of pair: TextPair,
        count: CountPlaceholder?, mayBeWords: (isImplied: Bool, isTranslated: Bool)
    ) -> (message: String, isDoubtful: Bool)? {
        let plural = pair.plural
        var difference = MultisetDifference(
            from: PipedForms(pair.source).counted(source.placeholders),
            to: PipedForms(pair.target).counted(target.placeholders), by: \.identity)
        difference = difference.filter(
            missing: { !Self.mayOmit($0, in: target, extra: difference.extra) },
            extra: { !$0.isKnownToWiki && !Self.isRepeated($0, of: source) })
        difference.forgiveWordsToFillIn(beside: source)
        if let plural, let count {
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
            let message =
                "The placeholders are in a different order than in the source; number them, as in "
                + "“\(numbered)\(example.text.dropFirst())”."
            return (message, false)
        }
        let isPrintf = source.placeholders.contains { $0.kind == .printf && !$0.isNamedPrintf }
        let isDoubtful =
            Self.mayBeNumber(difference, plural, count)
            || mayBeWords.isImplied
                && (Self.areWords(difference.missing + difference.extra, besidePrintf: isPrintf)
                    || mayBeWords.isTranslated && Self.isTranslatedWord(difference))
        if let plural, let sentence = Self.misspelled(difference, beside: target, in: plural, pair)
        {
            return (sentence, isDoubtful)
        }
        return difference.sentence(\.text).map { ($0, isDoubtful) }
    }

    /// Returns a sentence about a form whose placeholder has another notation than in the source,
    /// such as `{count}` instead of `{{count}}`; nil if anything else is wrong.
    private static func misspelled(
        _ difference: MultisetDifference<Placeholder>, beside target: PlaceholderScan,
        in plural: TextPair.PluralForm, _ pair: TextPair
    ) -> String? {
        let reference = PlaceholderScan(plural.reference, pair.notations).placeholders
        func isIn(_ list: [Placeholder], _ placeholder: Placeholder) -> Bool {
            list.contains { $0.identity == placeholder.identity }
        }
        for meant in difference.missing + reference
        where !meant.name.isEmpty && !isIn(target.placeholders, meant) {
            let found = target.placeholders.first { placeholder in
                placeholder.name.hasSameBytes(as: meant.name) && !isIn(reference, placeholder)
            }
            guard let found, difference.missing.allSatisfy({ $0.identity == meant.identity }),
                difference.extra.allSatisfy({ $0.identity == found.identity })
            else { continue }
            return "The form “\(plural.name)” has \(Wording.quoted(found.text)) where "
                + "\(Wording.quoted(meant.text)) belongs."
        }
        return nil
    }

    /// Returns whether all placeholders could be words.
    ///
    /// In some projects, “:operand is too long” and “{input-file}” in a printf message contain such
    /// words.
    private static func areWords(_ placeholders: [Placeholder], besidePrintf: Bool) -> Bool {
        placeholders.allSatisfy {
            switch $0.kind {
            case .notation(.laravel), .notation(.drupal): true
            case .brace: besidePrintf && $0.format.isEmpty
            default: false
            }
        }
    }

    /// Returns whether words in braces were translated, such as “{Tab}” in a list of keys.
    ///
    /// Such a word has a single capital letter, at its beginning.
    private static func isTranslatedWord(_ difference: MultisetDifference<Placeholder>) -> Bool {
        !difference.missing.isEmpty
            && difference.extra.allSatisfy { $0.kind == .brace && $0.format.isEmpty }
            && difference.missing.allSatisfy { placeholder in
                let name = placeholder.name.utf8
                return placeholder.kind == .brace && placeholder.format.isEmpty && name.count > 2
                    && name.prefix(1).allSatisfy { (0x41...0x5A).contains($0) }
                    && name.dropFirst().allSatisfy { (0x61...0x7A).contains($0) }
            }
    }

    /// Returns whether a form for a single number lacks one of several placeholders that could show
    /// the number.
    ///
    /// In printf formats, these are the integers, or the strings if there are no integers. In KDE's
    /// formats, the number is usually `%1`.
    private static func mayBeNumber(
        _ difference: MultisetDifference<Placeholder>, _ plural: TextPair.PluralForm?,
        _ count: CountPlaceholder?
    ) -> Bool {
        guard let plural, let count, !count.isCertain, plural.isJudgedApart,
            difference.extra.isEmpty,
            let lost = difference.missing.first, difference.missing.count == 1
        else { return false }
        guard lost.kind == .printf else {
            return lost.kind == .notation(.qt) && lost.name.hasSameBytes(as: "1")
        }
        let hasIntegers = count.reference.placeholders.contains(where: \.isPrintfInteger)
        return !lost.isNamedPrintf && (lost.isPrintfInteger || !hasIntegers)
    }

    /// Returns whether a translation repeats a source argument by its number, as in `%1$s … %1$s`.
    private static func isRepeated(_ placeholder: Placeholder, of source: PlaceholderScan) -> Bool {
        guard placeholder.kind == .printf, placeholder.position != nil else { return false }
        return source.placeholders.contains { $0.identity == placeholder.identity }
    }

    /// Finds a form that applies to several numbers and does not show the number.
    ///
    /// CLDR's rules decide, not the name of the form: Russian `one` also applies to 21.
    private func lostNumber(
        in target: PlaceholderScan, _ pair: TextPair, count: CountPlaceholder?
    ) -> Finding? {
        guard let plural = pair.plural, let count, !plural.mayOmitCount else { return nil }
        guard let shown = count.reference.placeholders.first(where: count.matches),
            !target.placeholders.contains(where: count.matches)
        else { return nil }
        let sentence: String
        var severity: Finding.Severity?
        switch plural.coverage {
        case .none, .one: return nil
        case .few(let numbers):
            severity = .warning
            sentence = "applies to \(Wording.list(numbers.map(String.init)))"
        case .many(let numbers):
            let all = numbers.map(String.init) + ["others"]
            sentence =
                numbers.isEmpty ? "applies to many numbers" : "applies to \(Wording.list(all))"
        }
        return finding(
            "The form “\(plural.name)” \(sentence), but lacks \(Wording.quoted(shown.text)), which shows "
                + "the number.", at: pair.path, severity: severity)
    }

    /// Returns whether a translation may omit a placeholder.
    ///
    /// Readers already know the value of a MediaWiki variable, so a missing variable is reported
    /// only if another variable or function replaces it. If a translation still calls a function,
    /// it may omit further calls to that function.
    private static func mayOmit(
        _ placeholder: Placeholder, in target: PlaceholderScan, extra: [Placeholder]
    ) -> Bool {
        switch placeholder.kind {
        case .wikiVariable: !extra.contains(where: \.isKnownToWiki)
        case .wikiFunction: target.placeholders.contains { $0.identity == placeholder.identity }
        default: false
        }
    }

    /// Returns whether a text is about a shell, where `$1` is a command argument.
    ///
    /// Such a text also contains a variable such as `$NAME`.
    private static func namesVariables(_ text: ScannedText) -> Bool {
        guard text.contains("$") else { return false }
        return zip(text.bytes, text.bytes.dropFirst()).enumerated().contains { index, pair in
            pair.0 == UInt8(ascii: "$") && PlaceholderScanner.isLetter(pair.1)
                && !text.has("$t(", at: index)
        }
    }

    /// Compares `$1`, `$2`…, which a translation may repeat.
    ///
    /// A parameter that only selects a form, as in `{{GENDER:$1|…}}`, may be omitted or added.
    private func parameterFindings(
        source: PlaceholderScan, target: PlaceholderScan, isShell: Bool, path: [String]
    ) -> [Finding] {
        guard source.parameters.contains(where: { $0.name.hasSameBytes(as: "1") }),
            !isShell
        else { return [] }
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

    /// Warns if a placeholder is present but formatted differently.
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
                "The translation formats \(Wording.quoted(original.text)) from the source as "
                    + "\(Wording.quoted(placeholder.text)).", at: path, severity: .warning)
        }
    }
}

extension MultisetDifference<Placeholder> {
    /// Ignores words in capitals and braces that occur alongside printf conversions, such as
    /// `\x{DIGITS}` in a message about syntax.
    ///
    /// Printf arguments have no names, so such a word is for readers and can be translated.
    fileprivate mutating func forgiveWordsToFillIn(beside source: PlaceholderScan) {
        guard source.placeholders.contains(where: { $0.kind == .printf && !$0.isNamedPrintf })
        else { return }
        let words = missing.filter { placeholder in
            placeholder.kind == .brace && placeholder.format.isEmpty
                && placeholder.name.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x5F }
        }
        guard !words.isEmpty else { return }
        missing.removeAll { lost in words.contains { $0.range == lost.range } }
        extra.removeAll { $0.kind == .brace && $0.format.isEmpty }
    }
}

extension MultisetDifference {
    /// Returns the difference restricted to elements that satisfy the conditions.
    fileprivate func filter(
        missing isMissing: (Element) -> Bool, extra isExtra: (Element) -> Bool
    ) -> Self {
        var copy = self
        copy.missing = missing.filter(isMissing)
        copy.extra = extra.filter(isExtra)
        return copy
    }
}
