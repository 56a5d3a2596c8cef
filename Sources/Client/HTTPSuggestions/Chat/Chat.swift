import JSON
import Suggestions
import Texts

/// The requests and responses of the chat completions interface.
struct Chat: Sendable {
    let prompt: String
    let key: String?

    /// Returns the request for a batch.
    ///
    /// The texts are in a message of their own, apart from the instructions.
    func call(_ content: String, _ model: String) -> HTTPCall {
        let body = CanonicalJSON.encode { members in
            members.add("model", model)
            members.add(
                "messages",
                .array([Self.message("system", prompt), Self.message("user", content)]))
            members.add("response_format", Self.format)
        }
        return HTTPCall(
            path: "chat/completions", body: body,
            headers: key.map { ["Authorization": "Bearer \($0)"] } ?? [:])
    }

    /// Returns the texts of a batch as JSON for the model.
    static func content(of batch: [EngineText], _ pair: LanguagePair) -> String {
        let bytes = CanonicalJSON.encode { members in
            members.add("source", pair.source.description)
            members.add("target", pair.target.description)
            members.add(
                "texts",
                .array(
                    batch.map { text in
                        .object { item in
                            item.add("id", text.id)
                            item.add("text", text.text)
                            item.add("context", text.context?.json)
                        }
                    }))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the model's message in a response, or nil if it has another form.
    ///
    /// The message is empty if the model refused to answer.
    static func message(in response: JSONValue) -> String? {
        guard let choice = response.objectValue?["choices"]?.arrayValue?.first?.objectValue,
            let message = choice["message"]?.objectValue
        else { return nil }
        return message["content"]?.stringValue ?? ""
    }

    /// Returns the translations in a message by id.
    ///
    /// Answers to texts that were not asked for are ignored. If a text has several different
    /// answers, none is taken.
    static func answers(in message: String, to ids: Set<Int>) -> [Int: String] {
        guard let object = object(in: message),
            let items = object["translations"]?.arrayValue
        else { return [:] }
        var answers: [Int: String] = [:]
        var contradictory: Set<Int> = []
        for item in items.compactMap(\.objectValue) {
            guard let id = id(item["id"]), ids.contains(id),
                let text = item["text"]?.stringValue, !text.allSatisfy(\.isWhitespace)
            else { continue }
            if let known = answers[id], known != text { contradictory.insert(id) }
            answers[id] = text
        }
        return answers.filter { !contradictory.contains($0.key) }
    }

    /// Returns the JSON object of a message, even if there are other words around it.
    private static func object(in message: String) -> JSONObject? {
        if let object = (try? JSONValue.parseRounding(Array(message.utf8)[...]))?.objectValue {
            return object
        }
        guard let start = message.firstIndex(of: "{"), let end = message.lastIndex(of: "}"),
            start < end
        else { return nil }
        return (try? JSONValue.parseRounding(Array(message[start...end].utf8)[...]))?.objectValue
    }

    /// Returns an id, which some models write as a string.
    private static func id(_ value: JSONValue?) -> Int? {
        value?.integerValue.flatMap { Int(exactly: $0) } ?? value?.stringValue.flatMap { Int($0) }
    }

    private static func message(_ role: String, _ content: String) -> JSONValue {
        .object { members in
            members.add("role", role)
            members.add("content", content)
        }
    }

    /// The schema of an answer:
    /// <https://platform.openai.com/docs/guides/structured-outputs>.
    private static let format = JSONValue.object { format in
        format.add("type", "json_schema")
        format.addObject("json_schema") { schema in
            schema.add("name", "translations")
            schema.add("strict", true)
            schema.add("schema", object(["translations": list]))
        }
    }

    private static let list = JSONValue.object { list in
        list.add("type", "array")
        list.add("items", object(["id": type("integer"), "text": type("string")]))
    }

    private static func type(_ name: String) -> JSONValue { .object { $0.add("type", name) } }

    /// Returns the schema of an object that has exactly these members.
    private static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object { schema in
            schema.add("type", "object")
            schema.addObject("properties") { properties in
                for (name, value) in members { properties.add(name, value) }
            }
            schema.add("required", list: members.map(\.key))
            schema.add("additionalProperties", false)
        }
    }
}
