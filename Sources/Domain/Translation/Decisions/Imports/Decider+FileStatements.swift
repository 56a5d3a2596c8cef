import Texts

// An entry is a new statement only if it differs from the last import of the file. Unchanged
// entries have no effect.
extension Decider {
    // MARK: Source language

    /// Returns true if an entry's text becomes the source text of an existing string.
    ///
    /// If attributes equal those in the last import, removes them from the entry. Lists conflicts,
    /// and resolves them according to the import's options.
    mutating func decides(
        _ entry: inout FileEntry, _ value: Value, _ claim: FileRecord.Claim,
        _ mark: TextMark?, over definitions: DefinitionHistory, latest: EventID?,
        of file: FileImport
    ) throws -> Bool {
        guard let mark, let current = definitions.currentDefinition else { return true }
        let known: TextMark? =
            switch claim {
            case .unrecorded, .same: nil
            case .detailed(let before): before
            case .statement(let statement): statement.before?.mark
            }
        if known?.description == mark.description {
            entry.details.comment = nil
            entry.details.maximumLength = nil
            entry.details.isTranslatable = nil
        }
        switch claim {
        case .unrecorded: return true
        case .detailed: return false
        case .same:
            entry.details = StringDetails()
            return false
        case .statement(let statement):
            guard !current.value.isEquivalent(to: value) else { return true }
            let unit = try state.unit(source, entry.string)
            if isOfExport(value, entry, statement, in: unit, for: value) { return false }
            let isChanged =
                statement.before.map { !isMark($0.mark, of: current.value, in: source) }
                ?? Self.isLater(definitions.current, than: latest)
            return try !isChanged || !keepsOwn(value, unit, nil, of: file)
        }
    }

    // MARK: Other languages

    /// Returns true if an entry is a new statement that can set the project's text.
    ///
    /// If the entry's marks are not new, removes them from the entry.
    func isStatement(
        _ entry: inout FileEntry, _ value: Value, _ claim: FileRecord.Claim,
        _ mark: TextMark, over unit: Unit, for source: Value
    ) throws -> Bool {
        switch claim {
        case .unrecorded:
            return unit.text == nil
                || !unit.earlierTexts.contains {
                    isFitted(value, in: entry, from: $0, to: source)
                }
        case .same: return false
        case .detailed:
            entry.textDetails.needsWork = nil
            return unit.text.map { $0.value.isEquivalent(to: value) } ?? false
        case .statement(let statement):
            let isMarkAlone = statement.before?.mark.text == mark.text
            if let text = unit.text, text.value.isEquivalent(to: value) {
                // If only the mark is new, a text that was set again in the project since the last
                // import wins.
                return !isMarkAlone || !Self.isLater(text.id, than: statement.before?.event)
            }
            return !isMarkAlone
                && !isOfExport(value, entry, statement, in: unit, for: source)
        }
    }

    /// Returns true if a text is new in a file and has also changed in the project.
    ///
    /// Only changes since the last import of the file count.
    func isConflict(
        _ value: Value, _ claim: FileRecord.Claim, over unit: Unit, latest: EventID?
    ) throws -> Bool {
        guard case .statement(let statement) = claim else { return false }
        let before = statement.before
        guard let text = unit.text else {
            // The text was removed in the project.
            return before != nil && !unit.register.heads.isEmpty
        }
        guard !text.value.isEquivalent(to: value) else { return false }
        guard let before else { return Self.isLater(try origin(of: text.event), than: latest) }
        return !isMark(before.mark, of: text.value, in: unit.locale)
    }

    /// Returns true if a mark belongs to a text, with or without the plural forms that exports add.
    private func isMark(_ mark: TextMark, of value: Value, in locale: LanguageTag) -> Bool {
        if mark.text == TextMark.text(of: value) { return true }
        guard case .choice = value else { return false }
        let filled = value.withSeldomForms(of: context.pluralCategories(locale))
        return mark.text == TextMark.text(of: filled)
    }

    /// Returns the id of the event that set a text.
    ///
    /// If a rename copied the text, returns the id of the original event.
    private func origin(of text: Event) throws -> EventID {
        guard let copied = try text.copies.flatMap(state.event),
            copied.string(in: state.project) != text.string(in: state.project)
        else { return text.id }
        return copied.id
    }

    /// Adds a conflict to the tally, and returns true if the project's text is kept.
    ///
    /// Proposes the file's text if the options ask for it.
    mutating func keepsOwn(
        _ value: Value, _ unit: Unit, _ definition: EventID?, of file: FileImport
    ) throws -> Bool {
        decision.tally.conflicts.append(
            .init(unit: UnitID(unit.locale, unit.string), value: value))
        switch file.conflicts {
        case .theirs: return false
        case .ours: return true
        case .proposals(let guid):
            var options = ProposeOptions(value: value, origin: file.origin)
            options.definition = definition
            do {
                try propose(unit.locale, unit.string, options, as: guid)
            } catch let refusal as Refusal
                where [.duplicate, .unchanged, .tooManyProposals].contains(refusal.code)
            {
                // The text is already proposed, or has the maximum number of open proposals.
            }
            return true
        }
    }

    /// Returns the reason to keep the current text, or nil if the file's text may replace it.
    ///
    /// The current text is kept only if it is up to date and has the source text's shape. In
    /// addition, the file's text must have a different shape, or must have been made for an earlier
    /// source text. A forced import never keeps the current text.
    func reasonToKeep(
        _ unit: Unit, from value: Value, _ origin: TextOrigin, for source: Value,
        of file: FileImport
    ) throws -> String? {
        guard !file.isForced, let text = unit.text, !text.value.isEquivalent(to: value),
            text.value.hasShape(of: source)
        else { return nil }
        if let definition = text.event.source, try isStale(madeFor: definition, unit.string) {
            return nil
        }
        guard value.hasShape(of: source) else {
            return "It does not have the structure of the source text, but the current text does."
        }
        return origin.fit == .stale
            ? "It was made for an earlier source text; the current text is up to date." : nil
    }

    /// Returns true if a text that is new in a file comes from an export since the last import.
    ///
    /// In that case, nobody has edited the text in the file. An export can contain any text that
    /// was current since then. If the file did not contain the string at that time, all earlier
    /// texts of the string count, provided that the string has a current text.
    private func isOfExport(
        _ value: Value, _ entry: FileEntry, _ statement: FileRecord.Statement,
        in unit: Unit, for source: Value
    ) -> Bool {
        guard !statement.wasTakenBack else { return false }
        let texts = unit.events.filter { $0.payload.text != nil }
        func isAmong(_ events: ArraySlice<Event>) -> Bool {
            events.contains { event in
                guard let text = event.payload.text else { return false }
                return text.isEquivalent(to: value)
                    || isFitted(value, in: entry, from: text, to: source)
            }
        }
        guard let event = statement.before?.event else {
            return unit.text != nil && isAmong(texts[...])
        }
        let first = texts.lastIndex { $0.id < event } ?? texts.startIndex
        return isAmong(texts[first...])
    }

    private static func isLater(_ id: EventID?, than other: EventID?) -> Bool {
        guard let id, let other else { return false }
        return id > other
    }
}
