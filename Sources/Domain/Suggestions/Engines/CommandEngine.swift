#if canImport(Glibc)
import JSON
import Texts

/// Translates with any program that reads and writes JSON lines.
///
/// A request is `{"id":0,"source":"en","target":"fr","text":"…"}`. By default, it also has the
/// string's `comment` and its meaning (as `context`), if there are any. If the engine was created
/// with `sendsContext`, `context` is an object with all facts instead.
///
/// An answer is `{"id":0,"text":"…"}` or `{"id":0,"error":"…"}`; `{"id":0,"stop":"…"}` ends the
/// run. Answers may come in any order. The program runs until the engine is released, and must exit
/// at the end of its standard input. Its standard error is shown if it fails. Placeholders are
/// numbered elements, `<x id="1"/>`. docs/guide/suggestions.md describes the protocol.
public final class CommandEngine: TranslationEngine {
    /// The name given to the initializer.
    public let name: String
    /// The markup in which the program expects placeholders.
    public let markup: ProtectionMarkup

    private let command: [String]
    private let offers: [LanguagePair]?
    private let window: Int
    private let sendsContext: Bool
    private let program: EngineProgram

    /// Creates an engine.
    ///
    /// No program is started before the first text.
    ///
    /// - Parameters:
    ///   - name: The name for origins, such as `argos`.
    ///   - command: The program, as a path or a name in `PATH`, and its arguments.
    ///   - environment: The program's environment.
    ///   - pairs: The pairs that the program translates; nil to try any pair.
    ///   - markup: The markup in which the program expects placeholders.
    ///   - sendsContext: Whether requests contain the whole context.
    ///   - silenceLimit: The maximum time without output while an answer is due.
    ///   - window: The maximum number of unanswered requests.
    public init(
        name: String, command: [String],
        environment: [String: String] = ["PATH": "/usr/local/bin:/usr/bin:/bin"],
        pairs: [LanguagePair]? = nil, markup: ProtectionMarkup = .elements,
        sendsContext: Bool = false, silenceLimit: Duration = .seconds(60), window: Int = 16
    ) {
        self.name = name
        self.command = command
        self.markup = markup
        offers = pairs
        self.window = max(1, window)
        self.sendsContext = sendsContext
        program = EngineProgram(
            engine: name, environment: environment, silenceLimit: silenceLimit)
    }

    /// Returns the pairs given to the initializer.
    ///
    /// Throws ``TranslationError/engineMissing`` if the program does not exist.
    public func pairs() async throws -> [EnginePair]? {
        _ = try path()
        return offers.map { $0.map { EnginePair($0, isInstalled: true) } }
    }

    /// Translates the texts with one process.
    public func translate(
        _ texts: [EngineText], of pair: LanguagePair, strategy: TranslationSession.Strategy,
        answer: @Sendable (EngineAnswer) -> Void
    ) async throws {
        let path = try path()
        try await program.converse("") {
            try EngineProcess(path, Array(command.dropFirst()), environment: program.environment)
        } _: { conversation in
            var open: [Int64: Int] = [:]
            var next = 0
            while next < texts.count || !open.isEmpty {
                while next < texts.count, open.count < window {
                    open[Int64(next)] = texts[next].id
                    conversation.send(request(next, texts[next], pair, strategy))
                    next += 1
                }
                let line = try await conversation.frame(endedBy: UInt8(ascii: "\n"))
                // An empty line only shows that the program is still working.
                if line.isEmpty { continue }
                let (id, result) = try self.answer(in: line)
                guard let text = open.removeValue(forKey: id) else {
                    throw garbled(
                        "answered request \(id), which does not exist or was already answered")
                }
                answer(EngineAnswer(id: text, result))
            }
        }
    }

    private func path() throws(TranslationError) -> String {
        guard let first = command.first, let path = program.path(of: first) else {
            throw .engineMissing.because(
                "The program “\(command.first ?? "")” of the engine “\(name)” was not found.",
                hint: "Install it, or give its path.")
        }
        return path
    }

    private func request(
        _ id: Int, _ text: EngineText, _ pair: LanguagePair, _ strategy: TranslationSession.Strategy
    ) -> [UInt8] {
        CanonicalJSON.encode { members in
            members.add("id", .integer(Int64(id)))
            members.add("source", pair.source.description)
            members.add("target", pair.target.description)
            members.add("text", text.text)
            if strategy != .highFidelity { members.add("strategy", strategy.name) }
            guard let context = text.context else { return }
            if sendsContext {
                members.add("context", context.json)
            } else {
                members.add("comment", context.comment)
                members.add("context", context.meaning)
            }
        } + [UInt8(ascii: "\n")]
    }

    private func answer(
        in line: [UInt8]
    ) throws(TranslationError) -> (Int64, Result<String, TranslationError>) {
        let value: JSONValue
        do {
            value = try JSONValue.parse(line)
        } catch {
            throw garbled("wrote a line that is not JSON (\(error.message))")
        }
        guard let object = value.objectValue, let id = object["id"]?.integerValue else {
            throw garbled("wrote a line without an id")
        }
        if let reason = object["error"]?.stringValue {
            return (
                id, .failure(.refused.because("The engine “\(name)” refused the text: \(reason)"))
            )
        }
        if let reason = object["stop"]?.stringValue { throw .budgetSpent.because(reason) }
        guard let text = object["text"]?.stringValue else {
            throw garbled("answered request \(id) with neither a text nor an error")
        }
        return (id, .success(text))
    }

    private func garbled(_ what: String) -> TranslationError {
        .engineGarbled.because(
            "The engine “\(name)” \(what).",
            hint: "Compare its output with the protocol in docs/guide/suggestions.md.")
    }
}
#endif
