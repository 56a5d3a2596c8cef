import Texts

extension Decider {
    /// Imports files: definitions in the source language, and texts or proposals in other
    /// languages.
    mutating func importFiles(_ files: [FileImport]) throws {
        let source = source
        let first = files.filter { $0.locale == source && !$0.asProposals }
        let others = files.filter { $0.locale != source || $0.asProposals }
        for file in first + others { try importFile(file) }
        // Prunes last and by language, because another file may contain the strings that a file
        // lacks.
        var pruning: [LanguageTag: PruningFiles] = [:]
        for file in files where file.prunes {
            pruning[file.locale, default: PruningFiles(in: file.locale)].add(file)
        }
        for files in pruning.values.sorted(by: { $0.locale < $1.locale }) { try prune(files) }
    }

    mutating func importFile(_ file: FileImport) throws {
        if let attributes = file.addedLocale, file.locale != source,
            try state.locale(file.locale)?.exists != true, settled.settle(locale: file.locale)
        {
            try addLocale(file.locale, attributes)
        }
        try requireLocale(file.locale)
        guard !file.revives else {
            for entry in file.entries { try revive(entry, of: file) }
            return
        }
        var seen: Set<StringID> = []
        for entry in file.entries where !seen.insert(entry.string).inserted {
            throw Refusal(
                .invalidFile,
                "The string “\(entry.string.spelled(in: state.project))” occurs twice.",
                hint: "Remove one of the two entries.")
        }
        var record = try record(of: file)
        let skippedBefore = decision.tally.skipped.count
        defer {
            for index in decision.tally.skipped.indices.dropFirst(skippedBefore) {
                decision.tally.skipped[index].locale = file.locale
            }
        }
        if file.locale == source, !file.asProposals {
            let changed = try importDefinitions(file, &record)
            addRecord(record, in: file.locale)
            try defineResources(of: file, changed: changed)
            for string in file.gone {
                try removeString(string)
                decision.tally.removed += 1
            }
        } else {
            let before = decision.events.count
            for entry in file.entries { try importText(entry, of: file, &record) }
            guard !file.asProposals else { return }
            let isChanged = decision.events.count > before
            addRecord(record, in: file.locale)
            let sections = Set(file.entries.map { Value.Text($0.string.section) })
            try defineResources(of: file, changed: isChanged ? sections : [])
        }
    }

    // MARK: Source language

    /// Imports the definitions, and returns the sections that changed.
    private mutating func importDefinitions(
        _ file: FileImport, _ record: inout FileRecord
    ) throws -> Set<Value.Text> {
        let orders =
            file.definesOrder
            ? FileOrder.orders(
                of: try file.entries.map {
                    try state.definitions($0.string).currentDefinition?.order
                }) : []
        var sections: Set<Value.Text> = []
        for (index, var entry) in file.entries.enumerated() {
            let mark = entry.value.map { TextMark(entry, $0) }
            let claim = mark.map { record.claim(entry, $0) } ?? .unrecorded
            if case .same = claim, let value = entry.value {
                try requireAgreement(entry, unfilled(value, entry, of: file, record), of: file)
                guard file.definesOrder, try state.exists(entry.string) else {
                    decision.tally.unchanged += 1
                    continue
                }
            }
            let definitions = try state.definitions(entry.string)
            let order = file.definesOrder ? orders[index] : definitions.currentDefinition?.order
            let described = file.describesOnly ? definitions.currentDefinition?.value : nil
            let stated = try entry.value.map { try unfilled($0, entry, of: file, record) }
            guard let value = stated ?? described else {
                skip(
                    entry,
                    file.describesOnly
                        ? ImportTally.Skipped.unknownString
                        : "The source file has no text for the string.")
                continue
            }
            guard !entry.string.key.isEmpty, !entry.string.section.isEmpty else {
                skip(entry, "The key and the section must not be empty.")
                continue
            }
            if let fault = fault(in: entry, value) {
                skip(entry, fault.reason, hint: fault.hint)
                continue
            }
            if !file.describesOnly { try requireAgreement(entry, value, of: file) }
            record.note(entry.string, mark)
            guard var definition = definitions.currentDefinition else {
                if case .detailed = claim {
                    decision.tally.unchanged += 1
                    continue
                }
                var definition = Definition(value: value, order: order)
                entry.details.apply(to: &definition)
                try importDefinition(entry, definition, definitions, of: file)
                sections.insert(Value.Text(entry.string.section))
                continue
            }
            let before = definition
            let isNew = try decides(
                &entry, value, claim, mark, over: definitions,
                latest: record.latest(entry.string.section), of: file)
            if isNew { definition.value = value }
            definition.order = order
            entry.details.apply(to: &definition)
            // If a string only moved within its file, its text has not changed.
            definition.isMinor = before.value == value
            if definition.content == before.content,
                try keeps(entry.details.meta, of: file.metaName, definitions.current)
            {
                decision.tally.unchanged += 1
            } else {
                try importDefinition(entry, definition, definitions, of: file)
                sections.insert(Value.Text(entry.string.section))
            }
        }
        return sections
    }

    private mutating func importDefinition(
        _ entry: FileEntry, _ definition: Definition, _ history: DefinitionHistory,
        of file: FileImport
    ) throws {
        let string = entry.string
        if history.current == nil { try requireKey(string) }
        guard settled[string] == nil else {
            throw Refusal(
                .invalidFile,
                "Two files define the string “\(string.spelled(in: state.project))”.",
                hint: "Import them one after the other.")
        }
        if let value = history.currentDefinition?.value, !value.hasTexts(of: definition.value),
            history.latest(where: definition.value.hasTexts) != nil
        {
            decision.tally.earlierSource.append(string)
        }
        let id = define(
            string, definition, seen: history.register.seen,
            meta: EventMeta.of(file.metaName, entry.details.meta))
        settled.define(string, id, definition.value)
        decision.tally.defined += 1
    }

    /// Refuses two files with different values for a text, even if one value is the current value.
    ///
    /// Otherwise, each import would undo the previous import.
    mutating func requireAgreement(
        _ entry: FileEntry, _ value: Value, of file: FileImport
    ) throws {
        guard !settled.agree(on: value, for: UnitID(file.locale, entry.string)) else { return }
        throw Refusal(
            .invalidFile,
            "Two files have different texts for “\(entry.string.spelled(in: state.project))” in \(file.locale).",
            hint: "Import only the correct one.")
    }

    // MARK: Other languages

    private mutating func importText(
        _ stated: FileEntry, of file: FileImport, _ record: inout FileRecord
    ) throws {
        var entry = stated
        let mark = entry.value.map { TextMark(entry, $0) }
        let claim = mark.map { record.claim(entry, $0) } ?? .unrecorded
        if case .same = claim, let value = entry.value {
            try requireAgreement(entry, unfilled(value, entry, of: file, record), of: file)
            decision.tally.unchanged += 1
            return
        }
        guard let definition = try definition(of: entry.string) else {
            return skip(entry, ImportTally.Skipped.unknownString)
        }
        guard let said = entry.value, let mark else {
            decision.tally.unchanged += 1
            return
        }
        let value = try unfilled(said, entry, of: file, record)
        if value.saysNothing, !file.keepsEmpty, !entry.isDeliberatelyEmpty,
            !definition.value.saysNothing
        {
            decision.tally.empty.append(UnitID(file.locale, entry.string))
            record.note(entry.string, nil)
            return
        }
        if let fault = fault(in: entry, value) {
            return skip(entry, fault.reason, hint: fault.hint)
        }
        let unit = try state.unit(file.locale, entry.string)
        let current = try currentText(of: unit)
        if let current, isFitted(value, in: entry, from: current, to: definition.value) {
            // An export wrote this text, and nobody has confirmed it.
            try requireAgreement(entry, current, of: file)
            entry.textDetails = TextDetails()
            record.note(entry.string, unit.text == nil ? mark : TextMark(entry, current))
            decision.tally.unchanged += 1
            return
        }
        try requireAgreement(entry, value, of: file)
        record.note(entry.string, mark)
        let isStatement = try isStatement(
            &entry, value, claim, mark, over: unit, for: definition.value)
        guard isStatement else {
            decision.tally.unchanged += 1
            return
        }
        let stated = try origin(of: entry, definition)
        if try isUnchanged(value, unit: unit, exactly: !file.asProposals),
            try file.asProposals || hasDetails(entry, unit, of: file, stated)
        {
            decision.tally.unchanged += 1
            return
        }
        guard settled.settle(text: UnitID(file.locale, entry.string)) else {
            throw Refusal(
                .invalidFile,
                "Two files have a text for “\(entry.string.spelled(in: state.project))” in \(file.locale).",
                hint: "Import them one after the other.")
        }
        let repeated = try repeatedText(value, in: unit)
        let origin = try origin(of: entry, stated, repeating: repeated, in: file)
        guard file.asProposals else {
            if let reason = try reasonToKeep(
                unit, from: value, origin, for: definition.value, of: file)
            {
                return skip(entry, reason, hint: .forceReplacing)
            }
            let hasConflict = try isConflict(
                value, claim, over: unit, latest: record.latest(entry.string.section))
            if hasConflict, try keepsOwn(value, unit, origin.definition, of: file) { return }
            if let repeated, repeated.isReplacedByReview, !file.isForced, !hasConflict {
                return skip(
                    entry,
                    "It is an earlier text; the current text is newer and reviewed.",
                    hint: .forceReplacing)
            }
            try set(
                entry, value, over: unit, repeating: repeated, definition: origin.definition,
                of: file)
            return count(entry, origin.fit, repeating: repeated)
        }
        do {
            var options = ProposeOptions(value: value, origin: file.origin)
            options.definition = origin.definition
            try propose(file.locale, entry.string, options)
            count(entry, origin.fit, repeating: repeated)
        } catch let refusal as Refusal
            where refusal.code == .duplicate || refusal.code == .unchanged
        {
            decision.tally.unchanged += 1
        }
    }

    /// Sets an obsolete entry's text if the string exists again and its text was never set or
    /// removed.
    private mutating func revive(_ entry: FileEntry, of file: FileImport) throws {
        guard let value = entry.value, !value.saysNothing, fault(in: entry, value) == nil,
            let definition = try definition(of: entry.string)
        else { return }
        let unit = try state.unit(file.locale, entry.string)
        guard unit.register.heads.isEmpty,
            settled.settle(text: UnitID(file.locale, entry.string))
        else { return }
        try set(
            entry, value, over: unit, repeating: nil, definition: definition.id, of: file)
        decision.tally.set += 1
        decision.tally.revived.append(entry.string)
    }

    /// Returns the definition that a text was made for: the current definition, unless the file has
    /// the source text of an earlier definition.
    private func origin(
        of entry: FileEntry, _ current: (id: EventID, value: Value)
    ) throws -> TextOrigin {
        guard let text = entry.source, !text.hasTexts(of: current.value) else {
            return (current.id, .present)
        }
        let history = try state.definitions(entry.string)
        guard let earlier = history.latest(where: text.hasTexts) else {
            return (current.id, .unknown)
        }
        return (earlier, try isStale(madeFor: earlier, entry.string) ? .stale : .present)
    }

    /// Adds an imported text to the tally.
    private mutating func count(
        _ entry: FileEntry, _ fit: SourceFit, repeating repeated: RepeatedText?
    ) {
        decision.tally.set += 1
        if repeated?.isCurrent == false { decision.tally.earlierText.append(entry.string) }
        switch fit {
        case .present: break
        case .stale: decision.tally.stale.append(entry.string)
        case .unmarked: decision.tally.unmarked.append(entry.string)
        case .unknown: decision.tally.unknownSource.append(entry.string)
        }
    }

    /// Sets a text, with a flag if the file marks it as needing work or it repeats a flagged text.
    private mutating func set(
        _ entry: FileEntry, _ value: Value, over unit: Unit,
        repeating repeated: RepeatedText?, definition: EventID, of file: FileImport
    ) throws {
        let details = entry.textDetails
        var id = unit.text?.id
        // If a text only needs a flag, no other event is needed for its value.
        let stands =
            try unit.text?.value == value
            && keeps(details.meta, of: file.metaName, id)
        if !stands || details.needsWork != true {
            id = set(
                file.locale, entry.string, value, over: unit, definition: definition,
                meta: EventMeta.of(file.metaName, details.meta))
        }
        var reason: String?
        let kept = try flag(of: repeated, in: entry)
        if case .translationFlagged(_, let said)? = kept { reason = said }
        guard kept != nil || details.needsWork == true, let id else { return }
        add(
            .translationFlagged(text: id, reason: reason), locale: file.locale,
            string: entry.string)
    }

    /// Returns true if an equal text already has the file's mark, so that the entry has no effect.
    ///
    /// If the source of a text has changed, the text counts as marked, as in gettext's tools. If
    /// the file removes the mark, the text is set again.
    ///
    /// A file with an equally old source text does not reflect the source change. A file older than
    /// the text does not reflect later marks. If a text was already stale when it was set, and the
    /// file has no source text next to it, the text is only listed.
    private mutating func hasDetails(
        _ entry: FileEntry, _ unit: Unit, of file: FileImport, _ stated: TextOrigin
    ) throws -> Bool {
        guard let text = unit.text else { return true }
        let details = entry.textDetails
        guard try keeps(details.meta, of: file.metaName, text.id) else { return false }
        guard let needsWork = details.needsWork else { return true }
        let isStale = stated.fit == .stale
        let hasKnownSource = entry.source != nil && stated.fit != .unknown
        if !needsWork, !text.isFlagged, !file.isForced, !hasKnownSource,
            wasStaleFromTheStart(text.event, in: unit)
        {
            decision.tally.stale.append(entry.string)
            return true
        }
        let isMarked = text.isFlagged || text.isStale && !isStale
        let isOlder = isStale && !text.isStale
        return needsWork == isMarked || !needsWork && isOlder
    }

    mutating func skip(
        _ entry: FileEntry, _ reason: String, hint: Refusal.Hint? = nil
    ) {
        decision.tally.skipped.append(.init(string: entry.string, reason: reason, hint: hint))
    }

    /// Returns the current definition, preferably from this decision, otherwise from the log.
    func definition(of string: StringID) throws -> (id: EventID, value: Value)? {
        if let defined = settled[string] { return defined }
        let definitions = try state.definitions(string)
        guard let id = definitions.current, let definition = definitions.currentDefinition else {
            return nil
        }
        return (id, definition.value)
    }

    /// Returns true if the language already has this value, as its own text or as an inherited
    /// text.
    ///
    /// A file with the winning side of a conflict, such as an export, does not resolve the
    /// conflict, because the file lacks the other side.
    private func isUnchanged(_ value: Value, unit: Unit, exactly: Bool) throws -> Bool {
        func isSame(_ other: Value) -> Bool {
            exactly ? other == value : other.isEquivalent(to: value)
        }
        if let text = unit.text { return isSame(text.value) }
        return try state.inheritedText(unit.locale, unit.string).map { isSame($0.value) } ?? false
    }
}
