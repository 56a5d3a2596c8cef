import Foundation
import HTTPSuggestions
import JSON
import Suggestions

/// An engine for ``CommandEngine`` that calls a service over HTTP, so that `dragoman` itself
/// contains no networking code.
@main
enum Entrypoint {
    private static let usage = """
        usage: dragoman-http-engine --kind libretranslate|apy|deepl|openai --url URL [--max-requests NUMBER] [--max-characters NUMBER] [--timeout SECONDS]
               dragoman-http-engine --print-prompt
        DRAGOMAN_ENGINE_KEY contains the service's API key. For openai, DRAGOMAN_ENGINE_MODEL contains the model, and DRAGOMAN_ENGINE_PROMPT the path of a prompt.
        """

    static func main() async {
        let words = CommandLine.arguments.dropFirst()
        let environment = ProcessInfo.processInfo.environment
        do {
            if words.elementsEqual(["--print-prompt"]) {
                return try FileHandle.standardOutput.write(
                    contentsOf: Data(ChatEngine.standardPrompt.utf8))
            }
            guard let options = Options(words) else { end(usage, 64) }
            try await Requests(options.engine(environment)).answer()
        } catch {
            end("\(error)", 1)
        }
    }

    private static func end(_ reason: String, _ status: Int32) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data("\(reason)\n".utf8))
        exit(status)
    }
}
