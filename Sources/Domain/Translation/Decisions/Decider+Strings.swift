import JSON
import Texts

extension Decider {
    // MARK: Languages

    mutating func addLocale(_ tag: LanguageTag, _ attributes: LocaleAttributes) throws {
        guard tag != source else {
            throw Refusal(
                .exists, "\(tag) is the source language of the project.",
                hint: "It is always there and needs no adding.")
        }
        guard !attributes.fallback.contains(tag) else {
            throw Refusal(
                .contradiction, "\(tag) cannot fall back to itself.",
                hint: "Leave it out of the fallback chain.")
        }
        let now = try state.locale(tag)
        if let before = now?.attributes, now?.register.losers.isEmpty == true,
            Payload.localeAdded(before) == .localeAdded(attributes)
        {
            throw Refusal(
                .exists, "The project has the language \(tag) already.",
                hint: Refusal.Hint(
                    typed: "`dragoman locale list` shows what is there.",
                    http: "`GET /locales` lists the languages.",
                    page: "The project's page lists its languages."))
        }
        add(.localeAdded(attributes), locale: tag, seen: now?.register.seen ?? (nil, []))
    }

    /// Refuses a language that is named twice: its events would not know of each other.
    func refuseRepeated(_ tags: [LanguageTag]) throws {
        var seen: Set<LanguageTag> = []
        for tag in tags where !seen.insert(tag).inserted {
            throw Refusal(
                .contradiction, "The language \(tag) is named twice.", hint: "Name it once.")
        }
    }

    mutating func removeLocale(_ tag: LanguageTag) throws {
        guard tag != source else {
            throw Refusal(
                .sourceLanguage, "\(tag) is the source language and cannot be removed.",
                hint: "Remove its strings, or begin a new project.")
        }
        try requireLocale(tag)
        let now = try state.locale(tag)
        add(.localeRemoved, locale: tag, seen: now?.register.seen ?? (nil, []))
    }

    // MARK: Strings

    mutating func addString(_ string: StringID, _ definition: Definition) throws {
        try requireKey(string)
        try requireShallow(definition.value)
        let definitions = try state.definitions(string)
        guard definitions.current == nil else {
            throw Refusal(
                .exists, "There is a string “\(string.spelled(in: state.project))” already.",
                hint: Refusal.Hint(
                    typed: "`dragoman string edit` changes it.",
                    http: "`PATCH /string` changes it.", page: "Change the string instead."))
        }
        define(string, definition, seen: definitions.register.seen)
    }

    mutating func editString(_ string: StringID, _ edit: DefinitionEdit) throws {
        try edit.value.map(requireShallow)
        let definitions = try requireString(string)
        guard let before = definitions.currentDefinition else { return }
        var definition = before.applying(edit)
        definition.isMinor = edit.isMinor
        guard definition.content != before.content || !definitions.register.losers.isEmpty else {
            return
        }
        define(string, definition, seen: definitions.register.seen)
    }

    mutating func removeString(_ string: StringID) throws {
        let definitions = try requireString(string)
        add(.stringRemoved, locale: source, string: string, seen: definitions.register.seen)
    }

    /// Defines the new key, copies texts and open proposals with their credit, and removes the old key.
    mutating func renameString(_ old: StringID, to new: StringID) throws {
        try requireKey(new)
        let definitions = try requireString(old)
        guard let kept = definitions.currentDefinition, let oldDefinition = definitions.current
        else { return }
        let target = try state.definitions(new)
        guard target.current == nil else {
            throw Refusal(
                .exists, "There is a string “\(new.spelled(in: state.project))” already.",
                hint: "Choose another key, or remove that string first.")
        }
        var definition = kept
        definition.isMinor = false
        copyLosers(of: definitions, to: new, seen: target.register.seen)
        let newDefinition = add(
            .stringDefined(definition), locale: source, string: new, seen: target.register.seen,
            copies: oldDefinition)
        for locale in try state.locales(of: old) {
            try copyTextAndProposals(
                of: old, to: new, locale: locale, definition: newDefinition)
        }
        add(.stringRemoved, locale: source, string: old, seen: definitions.register.seen)
    }

    private mutating func copyTextAndProposals(
        of old: StringID, to new: StringID, locale: LanguageTag, definition: EventID
    ) throws {
        let unit = try state.unit(locale, old)
        let target = try state.unit(locale, new)
        let base =
            locale == source
            ? definition : copyTexts(of: unit, to: target, definition: definition)
        for proposal in unit.proposals where proposal.state == .open {
            var proposed = proposal.proposed
            proposed.replaces = nil
            add(
                .proposalMade(proposed), locale: locale, string: new,
                seen: (proposal.isOutdated ? proposal.event.base : base, []),
                source: proposal.isOutdated || proposal.event.source == nil
                    ? proposal.event.source : definition,
                copies: proposal.id)
        }
        for case .checkSilenced(let check, let reason) in unit.remarks.map(\.payload) {
            add(.checkSilenced(check: check, reason: reason), locale: locale, string: new)
        }
    }

    /// Copies the text that counts, before it what it contradicts, and before these the last reviewed text, which exports may ask for;
    /// returns what counts then.
    private mutating func copyTexts(
        of unit: Unit, to target: Unit, definition: EventID
    ) -> EventID? {
        var seen = target.register.seen
        func copy(_ event: Event?) -> EventID {
            guard let event, let value = event.payload.text else {
                return add(
                    .translationRemoved, locale: unit.locale, string: target.string, seen: seen)
            }
            // What was stale stays so: its source is a definition that the new key does not have.
            let isStale = unit.definitions.isStale(madeFor: event.source)
            return add(
                .translationSet(value), locale: unit.locale, string: target.string, seen: seen,
                source: isStale || event.source == nil ? event.source : definition,
                copies: event.id)
        }
        if let reviewed = unit.reviewedText, !unit.register.heads.contains(reviewed.id) {
            seen = (copy(reviewed.event), [])
        }
        let losers = unit.register.losers
        for loser in losers { _ = copy(unit[loser]) }
        // A removal that counts has to be said only against what it contradicts.
        guard let current = unit.register.current, unit.text != nil || !losers.isEmpty else {
            return seen.base
        }
        return copy(unit[current])
    }

    /// Copies the sides of a conflict that do not count, so that it comes along.
    private mutating func copyLosers(
        of definitions: DefinitionHistory, to new: StringID, seen: (base: EventID?, over: [EventID])
    ) {
        for id in definitions.register.losers {
            if var definition = definitions[id] {
                definition.isMinor = false
                add(
                    .stringDefined(definition), locale: source, string: new, seen: seen, copies: id)
            } else {
                add(.stringRemoved, locale: source, string: new, seen: seen)
            }
        }
    }

    @discardableResult
    mutating func define(
        _ string: StringID, _ definition: Definition, seen: (base: EventID?, over: [EventID]),
        meta: JSONObject? = nil
    ) -> EventID {
        add(.stringDefined(definition), locale: source, string: string, seen: seen, meta: meta)
    }

    /// Refuses a name that no string can have: an empty one, or a section that no file can be named for.
    func requireKey(_ string: StringID) throws {
        guard !string.key.isEmpty, !string.section.isEmpty else {
            throw Refusal(
                .invalidValue, "A key and a section cannot be empty.",
                hint: "Give the string a name.")
        }
        try requireSection(string.section)
    }

    /// Refuses a section whose files would leave their directory, or that some system cannot name.
    ///
    /// Here and not at the export: events stay, and one such section would stop all exports for good.
    private func requireSection(_ section: String) throws {
        guard !SafePath.isSafe(section) else { return }
        throw Refusal(
            .unsafePath, "The section “\(section)” cannot be the name of a file.",
            hint: "Name it like a file or a path of files, such as auth or admin/users.")
    }
}

extension Definition {
    func applying(_ edit: DefinitionEdit) -> Definition {
        var changed = self
        if let value = edit.value { changed.value = value }
        if let comment = edit.comment { changed.comment = comment.isEmpty ? nil : comment }
        if let change = edit.maximumLength { changed.maximumLength = change.value }
        if let isTranslatable = edit.isTranslatable { changed.isTranslatable = isTranslatable }
        if let labels = edit.labels { changed.labels = labels }
        if let references = edit.references { changed.references = references }
        if let change = edit.screenshot { changed.screenshot = change.value }
        return changed
    }
}

extension DefinitionEdit.Change {
    var value: Wrapped? {
        if case .set(let value) = self { value } else { nil }
    }
}
