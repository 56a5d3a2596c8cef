import JSON

extension Session {
    /// Writes one JSON document.
    func write(_ json: JSONValue) {
        terminal.write(bytes: PrettyJSON.encode(json))
    }
}
