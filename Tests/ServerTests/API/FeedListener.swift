import JSON

/// A message of a stream.
struct FeedMessageRead {
    var fields: [String: String] = [:]

    var data: JSONValue? { fields["data"].flatMap { try? JSONValue.parse(Array($0.utf8)) } }
    var id: String? { fields["id"] }
    var types: [String] {
        data?["events"]?.arrayValue?.compactMap { $0["type"]?.stringValue } ?? []
    }
    var values: [String] {
        data?["events"]?.arrayValue?.compactMap { $0["value"]?.stringValue } ?? []
    }
}

/// Whoever reads a stream.
struct FeedListener {
    var client: RawClient

    /// Reads the next message, without the lines between which HTTP sends pieces.
    mutating func next() async throws -> FeedMessageRead {
        let text = try await client.read(until: "\n\n")
        var message = FeedMessageRead()
        // A line feed after a carriage return is one character for String, and two bytes.
        for bytes in text.utf8.split(separator: UInt8(ascii: "\n"))
        where bytes.last != UInt8(ascii: "\r") {
            let halves = Substring(bytes).split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else { continue }
            message.fields[String(halves[0])] = String(halves[1].dropFirst())
        }
        return message
    }

    /// Reads the next message that has events.
    mutating func nextEvents() async throws -> FeedMessageRead {
        while true {
            let message = try await next()
            if message.fields["event"] == "events" { return message }
        }
    }
}
