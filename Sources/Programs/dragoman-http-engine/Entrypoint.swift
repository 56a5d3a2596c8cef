import Foundation
import HTTPSuggestions
import JSON
import Suggestions

/// An engine for ``CommandEngine`` that calls a service over HTTP, so that `dragoman` itself
/// contains no networking code.
@main
enum Entrypoint {
    private static let usage = """
        usage: dragoman-http-engine --kind libretranslate|apy|deepl --url URL
        DRAGOMAN_ENGINE_KEY contains the service's API key.
        """

    static func main() async {
        guard let options = Options(CommandLine.arguments.dropFirst()) else { end(usage, 64) }
        let key = ProcessInfo.processInfo.environment["DRAGOMAN_ENGINE_KEY"]
        do {
            let engine = try HTTPEngine(
                options.kind, at: options.url, key: key.flatMap { $0.isEmpty ? nil : $0 })
            try await Requests(engine).answer()
        } catch {
            end("\(error)", 1)
        }
    }

    private static func end(_ reason: String, _ status: Int32) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data("\(reason)\n".utf8))
        exit(status)
    }
}

/// The command-line options of the program.
private struct Options {
    let kind: HTTPEngine.Kind
    let url: URL

    init?(_ words: ArraySlice<String>) {
        var values: [String: String] = [:]
        var rest = words
        while let name = rest.popFirst() {
            let parts = name.split(separator: "=", maxSplits: 1).map(String.init)
            guard let value = parts.count == 2 ? parts.last : rest.popFirst() else { return nil }
            values[parts.first ?? name] = value
        }
        guard values.count == 2, let kind = values["--kind"].flatMap(HTTPEngine.Kind.init),
            let url = values["--url"].flatMap(URL.init(string:))
        else { return nil }
        self.kind = kind
        self.url = url
    }
}
