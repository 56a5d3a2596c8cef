import JSON
import Texts

extension Event {
    /// A line of an event file.
    public enum Line: Sendable {
        /// A valid event of a known version.
        case event(Event)
        /// An event whose version is higher than ``Event/version``, so that its meaning is unknown.
        ///
        /// A fractional version is rounded up. A version too large for an integer becomes
        /// `Int64.max`.
        case newerVersion(Int64)
    }

    /// Reads a stored event, which is a JSON object with unique keys and the right types.
    ///
    /// Does not check that the bytes are canonical; see ``formFault(of:)``. Accepts unknown fields
    /// with any content, including numbers of any size.
    public static func read(line: some Sequence<UInt8>) throws(EventDecodingError) -> Line {
        try read(line: Array(line)[...])
    }

    /// Reads a stored event from part of a file's bytes, without copying them.
    ///
    /// If the line exceeds the maximum length, it is rejected without parsing. Parsing would take
    /// several times its size in memory.
    public static func read(line: ArraySlice<UInt8>) throws(EventDecodingError) -> Line {
        guard line.count < maximumLine else {
            throw EventDecodingError(
                "The line has \(line.count) bytes; the limit is \(maximumLine >> 20) MiB."
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
            throw EventDecodingError("Event version \(version) does not exist.")
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
        guard event.key != nil || !event.payload.traits.subject.isString else {
            throw reader.missing("key")
        }
        return .event(event)
    }
}

extension FieldReader {
    /// Returns the event's version.
    ///
    /// If the version is higher than the known version, it can be any number in any spelling.
    fileprivate func version() throws(EventDecodingError) -> Int64 {
        if let version = object["v"]?.integerValue { return version }
        guard let value = value("v") else { throw missing("v") }
        guard case .real(let version) = value, version > Double(Event.version) else {
            throw wrongType("v", "an integer")
        }
        return Int64(exactly: version.rounded(.up)) ?? .max
    }
}

extension JSONValue {
    /// True if the value contains a number with a fraction or an exponent, or an integer beyond 64
    /// bits.
    ///
    /// Such numbers have many spellings, but folded and digested values must have only one
    /// spelling.
    package var hasFractions: Bool {
        switch self {
        case .real: true
        case .array(let values): values.contains { $0.hasFractions }
        case .object(let object): object.members.contains { $0.value.hasFractions }
        case .null, .bool, .integer, .string: false
        }
    }
}
