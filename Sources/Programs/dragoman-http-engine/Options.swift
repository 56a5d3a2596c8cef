import Foundation
import HTTPSuggestions
import Suggestions

/// The command-line options of the program.
struct Options {
    /// The interface of a service.
    private enum Kind {
        case translation(HTTPEngine.Kind)
        case chat
    }

    private let kind: Kind
    private let url: URL
    private var budget = ChatEngine.Budget()
    private var timeout = Duration.seconds(120)

    /// Parses `--name value` and `--name=value`; returns nil for anything else.
    init?(_ words: ArraySlice<String>) {
        var values: [String: String] = [:]
        var rest = words
        while let name = rest.popFirst() {
            let parts = name.split(separator: "=", maxSplits: 1).map(String.init)
            guard let value = parts.count == 2 ? parts.last : rest.popFirst(),
                values.updateValue(value, forKey: parts.first ?? name) == nil
            else { return nil }
        }
        guard let name = values.removeValue(forKey: "--kind"),
            let url = values.removeValue(forKey: "--url").flatMap(URL.init(string:))
        else { return nil }
        self.url = url
        if let service = HTTPEngine.Kind(rawValue: name) {
            kind = .translation(service)
        } else if name == "openai" {
            kind = .chat
            for option in ["--max-requests", "--max-characters", "--timeout"] {
                guard let value = values.removeValue(forKey: option) else { continue }
                guard let number = Int(value), number > 0 else { return nil }
                switch option {
                case "--max-requests": budget.requests = number
                case "--max-characters": budget.characters = number
                default: timeout = .seconds(number)
                }
            }
        } else {
            return nil
        }
        guard values.isEmpty else { return nil }
    }

    /// Creates the engine, with the key, the model and the prompt from the environment.
    func engine(_ environment: [String: String]) throws -> any TranslationEngine {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let key = value("DRAGOMAN_ENGINE_KEY")
        switch kind {
        case .translation(let service): return try HTTPEngine(service, at: url, key: key)
        case .chat:
            guard let model = value("DRAGOMAN_ENGINE_MODEL") else {
                throw TranslationError.engineMissing.because(
                    "No model is configured.",
                    hint: "Set it with `git config dragomanEngine.NAME.model MODEL`.")
            }
            let prompt = try value("DRAGOMAN_ENGINE_PROMPT").map {
                try String(contentsOfFile: $0, encoding: .utf8)
            }
            return try ChatEngine(
                at: url, model: model, key: key, prompt: prompt ?? ChatEngine.standardPrompt,
                budget: budget, timeout: timeout)
        }
    }
}
