import JSON
import Texts

extension Event {
    /// What a line of an event file holds.
    public enum Line: Sendable {
        /// An event.
        case event(Event)
        /// An event of a higher version than ``Event/version``, which may mean anything.
        ///
        /// A version between two integers is taken as the higher one, and one that no integer holds as `Int64.max`.
        case newerVersion(Int64)
    }

    /// Reads a stored event: any JSON object with unique keys and the right types.
    ///
    /// Whether the bytes are canonical is not asked; see ``formFault(of:)``. Fields that the type does
    /// not have are let through, whatever numbers are in them.
    public static func read(line: some Sequence<UInt8>) throws(EventDecodingError) -> Line {
        try read(line: Array(line)[...])
    }

    /// Reads a stored event from a part of a file's bytes, which are not copied.
    ///
    /// A line that nobody may write for its length is not parsed, which would take several times its size.
    public static func read(line: ArraySlice<UInt8>) throws(EventDecodingError) -> Line {
        guard line.count < maximumLine else {
            throw EventDecodingError(
                "The line has \(line.count) bytes, and an event has \(maximumLine >> 20) MiB at most."
            )
        }
        var result: Result<Line, EventDecodingError>?
        JSONValue.lend(line) { json in
            result = Result { () throws(EventDecodingError) in try read(json: json) }
        }
        if let result { return try result.get() }
        let json: JSONValue
        do {
            json = try JSONValue.parseRounding(line)
        } catch {
            throw EventDecodingError("The line is not JSON: \(error.message)")
        }
        return try read(json: json)
    }

    private static func read(json: some JSONReadable) throws(EventDecodingError) -> Line {
        guard let object = json.objectValue else {
            throw EventDecodingError("The line is not a JSON object.")
        }
        let reader = FieldReader(object: object)
        let version = try reader.version()
        guard version <= Int64(Self.version) else { return .newerVersion(version) }
        guard version == Int64(Self.version) else {
            throw EventDecodingError("There is no version \(version) of events.")
        }
        let event = Event(
            id: try reader.requiredEventID("id"), at: try reader.requiredText("at"),
            actor: try reader.actor("actor"), locale: try reader.language("locale"),
            section: try reader.text("section"), key: try reader.text("key"),
            payload: try Payload(type: try reader.requiredText("type"), reader: reader),
            base: try reader.eventID("base"), over: try reader.eventIDs("over"),
            source: try reader.eventID("source"), copies: try reader.eventID("copies"),
            undoes: try reader.eventIDs("undoes"), idempotencyKey: try reader.text("idem"),
            meta: try reader.reader("meta")?.object.json)
        guard event.key != nil || !event.payload.concernsString else { throw reader.missing("key") }
        return .event(event)
    }
}

extension FieldReader {
    /// The version of an event, however a higher one than is known here is spelled.
    fileprivate func version() throws(EventDecodingError) -> Int64 {
        if let version = object["v"]?.integerValue { return version }
        guard let value = value("v") else { throw missing("v") }
        guard case .real(let version) = value, version > Double(Event.version) else {
            throw wrongType("v", "an integer")
        }
        return Int64(exactly: version.rounded(.up)) ?? .max
    }
}

extension Payload {
    init(type: String, reader: FieldReader<some JSONReadableObject>) throws(EventDecodingError) {
        switch type {
        case "locale.added": self = .localeAdded(try LocaleAttributes(reader))
        case "locale.removed": self = .localeRemoved
        case "string.defined": self = .stringDefined(try Definition(reader))
        case "string.removed": self = .stringRemoved
        case "translation.set": self = .translationSet(try reader.requiredValue())
        case "translation.removed": self = .translationRemoved
        case "proposal.accepted":
            self = .proposalAccepted(
                Acceptance(
                    proposal: try reader.requiredEventID("proposal"),
                    value: try reader.requiredValue(), author: try reader.actor("author"),
                    also: try reader.eventIDs("also")))
        case "setting.changed":
            let value = reader.value("value")
            guard value?.hasFractions != true else {
                throw reader.wrongType("value", "a value whose numbers are integers")
            }
            self = .settingChanged(name: try reader.requiredText("name"), value: value)
        case "resource.defined":
            self = .resourceDefined(
                FileResource(
                    format: try reader.text("format"), path: try reader.text("path"),
                    pattern: try reader.text("pattern"), skeleton: try reader.text("skeleton"),
                    kept: try reader.text("kept")))
        case "file.read": self = .fileRead(try FileStatements(reader))
        case "translation.reviewed":
            self = .translationReviewed(
                text: try reader.requiredEventID("text"), reason: try reader.text("reason"))
        case "translation.flagged":
            self = .translationFlagged(
                text: try reader.requiredEventID("text"), reason: try reader.text("reason"))
        case "proposal.made": self = .proposalMade(try ProposedText(reader))
        case "proposal.rejected": self = .proposalRejected(try Verdict(reader))
        case "proposal.deleted": self = .proposalDeleted(try Verdict(reader))
        case "proposal.reopened": self = .proposalReopened(try Verdict(reader))
        case "proposal.endorsed": self = .proposalEndorsed(try Verdict(reader))
        case "comment.added":
            self = .commentAdded(
                proposal: try reader.eventID("proposal"), text: try reader.requiredText("text"),
                guid: try reader.text("guid").map { HashedGuid($0) })
        case "check.silenced":
            self = .checkSilenced(
                check: try reader.requiredText("check"), reason: try reader.text("reason"))
        default: self = .unrecognized(type: type)
        }
    }

    /// Whether the event speaks of one string, so that it must have a key.
    var concernsString: Bool {
        switch self {
        case .localeAdded, .localeRemoved, .settingChanged, .resourceDefined, .fileRead,
            .unrecognized:
            false
        default: true
        }
    }
}

extension FileStatements {
    init(_ reader: FieldReader<some JSONReadableObject>) throws(EventDecodingError) {
        guard let texts = try reader.reader("texts") else { throw reader.missing("texts") }
        format = try reader.requiredText("format")
        marks = try texts.object.json.members.map { member throws(EventDecodingError) in
            guard let mark = member.value.stringValue else {
                throw reader.wrongType("texts", "an object of texts")
            }
            return (member.key, mark)
        }
    }
}

extension LocaleAttributes {
    init(_ reader: FieldReader<some JSONReadableObject>) throws(EventDecodingError) {
        guard reader.has("fallback") else { throw reader.missing("fallback") }
        let fallback = try reader.texts("fallback").map { text throws(EventDecodingError) in
            guard let tag = LanguageTag(text) else {
                throw reader.wrongType("fallback", "an array of language tags")
            }
            return tag
        }
        self.init(
            name: try reader.text("name"), fallback: fallback,
            isPlanned: try reader.flag("planned") ?? false)
    }
}

extension Definition {
    init(_ reader: FieldReader<some JSONReadableObject>) throws(EventDecodingError) {
        self.init(
            value: try reader.requiredValue(), comment: try reader.text("comment"),
            maximumLength: try Limit(reader.reader("maxLength")),
            placeholders: try reader.array("placeholders").map {
                json throws(EventDecodingError) in
                guard let object = json.objectValue else {
                    throw reader.wrongType("placeholders", "an array of objects")
                }
                let field = FieldReader(object: object)
                return Placeholder(
                    name: try field.requiredText("name"), type: try field.requiredText("type"),
                    example: try field.text("example"))
            },
            isTranslatable: try reader.flag("translate") ?? true,
            order: try reader.integer("order"), references: try reader.texts("refs"),
            labels: try reader.texts("labels"),
            screenshot: try reader.reader("screenshot").map {
                field throws(EventDecodingError) in
                Screenshot(url: try field.requiredText("url"), sha256: try field.text("sha256"))
            },
            isMinor: try reader.flag("minor") ?? false)
    }
}

extension Definition.Limit {
    init?(_ reader: FieldReader<some JSONReadableObject>?) throws(EventDecodingError) {
        guard let reader else { return nil }
        guard let count = try reader.integer("n") else { throw reader.missing("n") }
        guard let unit = Unit(rawValue: try reader.requiredText("unit")) else {
            throw reader.wrongType("unit", "width, grapheme, utf16 or byte")
        }
        self.init(count: count, unit: unit)
    }
}

extension ProposedText {
    init(_ reader: FieldReader<some JSONReadableObject>) throws(EventDecodingError) {
        self.init(
            value: try reader.requiredValue(),
            guid: HashedGuid(try reader.requiredText("guid")),
            replaces: try reader.eventID("replaces"), note: try reader.text("note"),
            origin: try reader.text("origin").map(Origin.init) ?? .human,
            isNew: try reader.flag("new") ?? false)
    }
}

extension Verdict {
    init(_ reader: FieldReader<some JSONReadableObject>) throws(EventDecodingError) {
        self.init(
            proposal: try reader.requiredEventID("proposal"),
            code: try reader.text("code").map(ReasonCode.init),
            reason: try reader.text("reason"),
            guid: try reader.text("guid").map(HashedGuid.init))
    }
}

extension JSONValue {
    /// Whether a number anywhere in it is written with a fraction or an exponent, or is an integer of more than 64 bits.
    ///
    /// Such numbers have many spellings, and what is folded and digested must have one.
    package var hasFractions: Bool {
        switch self {
        case .real: true
        case .array(let values): values.contains { $0.hasFractions }
        case .object(let object): object.members.contains { $0.value.hasFractions }
        case .null, .bool, .integer, .string: false
        }
    }
}
