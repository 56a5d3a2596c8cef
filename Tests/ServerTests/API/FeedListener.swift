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

/// A reader of a stream.
struct FeedListener {
    var client: RawClient

    /// Reads the next message, without the lines of HTTP's chunked encoding.
    mutating func next() async throws -> FeedMessageRead {
        let text = try await client.read(until: "\n\n")
        var message = FeedMessageRead()
        // For String, a carriage return with a line feed is one character, so bytes are split.
        for bytes in text.utf8.split(separator: UInt8(ascii: "\n"))
        where bytes.last != UInt8(ascii: "\r") {
            let halves = Substring(bytes).split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else { continue }
            message.fields[String(halves[0])] = String(halves[1].dropFirst())
        }
        return message
    }

    /// Reads the next message that contains events.
    mutating func nextEvents() async throws -> FeedMessageRead {
        while true {
            let message = try await next()
            if message.fields["event"] == "events" { return message }
        }
    }
}
