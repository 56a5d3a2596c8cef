import GRDB
public import Texts
public import Translation

extension ReadModel {
    /// Returns a language that the project has or had, or `nil` if no event is about the language.
    public func locale(_ tag: LanguageTag) throws -> LocaleState? {
        let events = try events(of: .locale(tag))
        return events.isEmpty ? nil : LocaleState(tag: tag, events: events)
    }

    /// Returns the sorted tags of the existing languages.
    public func localeTags() throws -> [LanguageTag] {
        try tags("SELECT locale FROM chain WHERE position = 0 ORDER BY locale", [])
    }

    /// Returns the languages that lend their texts to a language, nearest first.
    public func lenders(to locale: LanguageTag) throws -> [LanguageTag] {
        try tags(
            "SELECT lender FROM chain WHERE locale = ? AND position > 0 ORDER BY position",
            [locale.rawValue])
    }

    private func tags(_ sql: String, _ arguments: StatementArguments) throws -> [LanguageTag] {
        try read { db in
            var tags: [LanguageTag] = []
            try db.cachedStatement(sql: sql).forEachRow(arguments) { row in
                if let tag = row.text(0).flatMap({ LanguageTag($0) }) { tags.append(tag) }
            }
            return tags
        }
    }

    /// Returns a string in a language; it may have no events.
    public func unit(_ locale: LanguageTag, _ string: StringID) throws -> Unit {
        try unit(locale, string, by: .everybody)
    }

    /// Returns a string in a language; proposals by people outside `proposers`, and comments on
    /// them, may be missing.
    ///
    /// Cost: reads the string's events, except for events that concern only such proposals.
    public func unit(
        _ locale: LanguageTag, _ string: StringID, by proposers: Proposers
    ) throws -> Unit {
        try read { try $0.unit(locale, string, by: proposers, in: project) }
    }

    /// Returns true if at least `count` proposals for a string in a language are open.
    public func hasOpenProposals(
        _ locale: LanguageTag, _ string: StringID, atLeast count: Int
    ) throws -> Bool {
        try read { db in
            guard let number = try db.number(of: .unit(locale, string), in: project) else {
                return count <= 0
            }
            return try Int.fetchOne(
                db.cachedStatement(sql: "SELECT open_proposals FROM subject WHERE id = ?"),
                arguments: [number]) ?? 0 >= count
        }
    }

    /// Returns the languages that events are about, including removed languages, sorted by tag.
    ///
    /// Cost: one pass over their events.
    public func locales() throws -> [LocaleState] { try read { try $0.locales() } }

    /// Returns the state of a setting.
    public func setting(_ name: String) throws -> SettingState {
        SettingState(events: try events(of: .setting(Value.Text(name))))
    }

    /// Returns the settings that events are about, sorted by name.
    public func settings() throws -> [(name: String, state: SettingState)] {
        try read { try $0.subjectsWithEvents(of: .setting) }.compactMap { subject, events in
            guard case .setting(let name) = subject else { return nil }
            return (name.string, SettingState(events: events))
        }
    }

    /// Returns a section's file in a language, or in the source language if `locale` is `nil`.
    public func resource(_ section: String, in locale: LanguageTag? = nil) throws -> ResourceState {
        ResourceState(events: try events(of: .resource(Value.Text(section), in: locale)))
    }

    /// Returns the texts in a section's file at its last import, in one format and language.
    public func fileTexts(
        _ section: String, format: String, in locale: LanguageTag
    ) throws -> FileTexts {
        FileTexts(
            events: try events(
                of: .file(Value.Text(section), format: Value.Text(format), in: locale)))
    }

    /// Returns the sections that are files in the source language, sorted by name.
    ///
    /// Cost: one pass over the files of all languages.
    public func resources() throws -> [(section: String, file: FileResource)] {
        try files().compactMap { section, locale, file in
            locale == nil ? (section.string, file) : nil
        }
    }

    private func files() throws -> [(section: Value.Text, locale: LanguageTag?, FileResource)] {
        try read { try $0.subjectsWithEvents(of: .resource) }.compactMap { subject, events in
            guard case .resource(let section, let locale) = subject else { return nil }
            return (section, locale, ResourceState(events: events).file)
        }
    }

    /// Returns the language and string of a proposal, or `nil` if no proposal has the id.
    public func proposalLocation(
        _ id: EventID
    ) throws -> (locale: LanguageTag, string: StringID)? {
        guard let event = try event(id), case .proposalMade = event.payload,
            let string = event.string(in: project)
        else { return nil }
        return (event.locale, string)
    }

    /// Returns the event that counts for an id, for any subject.
    public func event(_ id: EventID) throws -> Event? {
        try read { db in
            try db.countingRow(of: id).flatMap { try Event.stored(try $0.blob(1) ?? []) }
        }
    }

    /// Returns the sorted tags of the languages in which a string has events.
    public func locales(of string: StringID) throws -> [LanguageTag] {
        try read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT locale FROM unit_state WHERE string = (\(SubjectKey.numberQuery))
                    ORDER BY locale
                    """, arguments: SubjectKey(.unit(project.source, string)).arguments
            ).compactMap(LanguageTag.init)
        }
    }

    /// Returns true if a string has events in any language; cheaper than ``locales(of:)``.
    public func hasEvents(of string: StringID) throws -> Bool {
        try read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM unit_state WHERE string = (\(SubjectKey.numberQuery)))
                    """, arguments: SubjectKey(.unit(project.source, string)).arguments) ?? false
        }
    }

    /// Returns the strings that have events in a language, sorted by section and key.
    public func strings(in locale: LanguageTag) throws -> [StringID] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT section, key FROM subject
                    WHERE locale = ? AND string IS NOT NULL AND row_hash IS NOT NULL
                    ORDER BY section, key
                    """, arguments: [locale.rawValue]
            ).map { try $0.stringID(0) }
        }
    }

    /// Returns the existing strings, sorted by section, position in the section and key.
    public func existingStrings() throws -> [StringID] {
        try read { db in
            let cursor = try Row.fetchCursor(
                db,
                sql: """
                    SELECT section, key FROM string WHERE is_existing
                    ORDER BY section, position IS NULL, position, key
                    """)
            var strings: [StringID] = []
            while let row = try cursor.next() { strings.append(try row.stringID(0)) }
            return strings
        }
    }

    /// Returns the existing strings in a section whose keys begin with `prefix`, with their
    /// definitions.
    ///
    /// Returns at most `limit` strings, in the order of the section.
    public func strings(
        section: String, keyPrefix prefix: String, limit: Int
    ) throws -> [(string: StringID, definition: Definition)] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT section, key, definition FROM string
                    WHERE is_existing AND section = ? AND substr(key, 1, ?) = ?
                    ORDER BY section, position IS NULL, position, key LIMIT ?
                    """,
                arguments: [StoredText(section), prefix.utf8.count, StoredText(prefix), limit]
            ).compactMap { row in
                guard let json = try row.json(2) else { return nil }
                return (try row.stringID(0), try Definition(json: json))
            }
        }
    }

    /// Returns the sections that have strings, sorted by name.
    public func sections() throws -> [String] {
        try read { db in
            try Row.fetchAll(
                db,
                // Each step looks up the next section in the index. `DISTINCT` would scan the whole
                // index.
                sql: """
                    WITH RECURSIVE sections (name) AS (
                      SELECT min(section) FROM string WHERE is_existing
                      UNION ALL
                      SELECT (SELECT min(section) FROM string WHERE is_existing AND section > name)
                      FROM sections WHERE name IS NOT NULL
                    )
                    SELECT name FROM sections WHERE name IS NOT NULL
                    """
            ).map { try $0.requiredText(0) }
        }
    }

    /// Returns a subject's events without aliases, sorted by id.
    public func events(of subject: Subject) throws -> [Event] {
        try read { try $0.events(of: subject, in: project) }
    }

    /// Returns the events, including aliases, whose idempotency keys begin with `prefix`.
    ///
    /// If `owner` is `nil`, returns the events of all owners. Cost: reads the returned events; for
    /// all owners, reads all events with keys.
    public func events(
        of owner: Event.IdempotencyOwner?, withKeysBeginning prefix: String
    ) throws -> [Event] {
        var conditions = Conditions()
        conditions.add("idem IS NOT NULL AND standing = 0")
        conditions.add("owner = ?", owner?.bytes.blob)
        // Strings with a prefix sort between the prefix and the prefix followed by the greatest
        // byte.
        conditions.add("idem >= ?", Array(prefix.utf8).blob)
        conditions.add("idem < ?", (Array(prefix.utf8) + [0xFF]).blob)
        return try read { db in
            try Row.fetchAll(
                db, sql: "SELECT body FROM event WHERE \(conditions.sql)",
                arguments: conditions.arguments
            ).compactMap { try Event.stored(try $0.blob(0) ?? []) }
        }
    }
}

extension Database {
    /// Returns the languages that events are about, including removed languages, sorted by tag.
    func locales() throws -> [LocaleState] {
        try subjectsWithEvents(of: .locale).compactMap { subject, events in
            guard case .locale(let tag) = subject else { return nil }
            return LocaleState(tag: tag, events: events)
        }
    }

    /// Returns the subjects of a kind that events are about, in sort order, with their events.
    ///
    /// The events are returned without aliases, sorted by id. Cost: one pass over these events.
    fileprivate func subjectsWithEvents(
        of kind: SubjectKey.Kind
    ) throws -> [(subject: Subject, events: [Event])] {
        var found: [(number: Int64, subject: Subject, events: [Event])] = []
        let statement = try cachedStatement(
            // `CROSS JOIN` makes SQLite start with the subjects, because there are few of them.
            sql: """
                SELECT s.kind, s.locale, s.section, s.key, s.id, e.body
                FROM subject s CROSS JOIN event e ON e.subject = s.id
                WHERE s.kind = ? AND s.string IS NULL AND s.row_hash IS NOT NULL
                  AND e.standing = 0
                ORDER BY s.locale, s.section, s.key, e.id
                """)
        try statement.forEachRow([kind.rawValue]) { row in
            guard let number = row.number(4), let body = row.blob(5),
                let event = try Event.stored(body)
            else { return }
            if found.last?.number != number {
                guard let subject = SubjectKey(row, at: 0)?.subject else { return }
                found.append((number, subject, []))
            }
            found[found.count - 1].events.append(event)
        }
        let hasAliases = try hasAliases()
        return try found.map { number, subject, events in
            (subject, hasAliases ? try aliases(of: number).resolve(events) : events)
        }
    }
}

extension Row {
    /// Returns the string whose section and key are in two columns.
    func stringID(_ index: Int) throws -> StringID {
        StringID(section: try requiredText(index), key: try requiredText(index + 1))
    }
}
