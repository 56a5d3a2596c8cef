import DragomanClient
import Foundation

/// An “app” in a terminal: a shopping cart, with texts from a project on a Dragoman server.
///
/// `dragoman-client-example URL [STORAGE]` reads commands from standard input, one per line, and
/// draws the app after each command.
@main struct Entrypoint {
    @MainActor static func main() async {
        let words = CommandLine.arguments.dropFirst()
        guard let address = words.first, let url = URL(string: address), url.scheme != nil else {
            print("usage: dragoman-client-example URL [STORAGE]")
            exit(64)
        }
        let storage = words.dropFirst().first ?? "client-example"
        let app = ExampleApp(server: url, storage: URL(fileURLWithPath: storage))
        await app.start()
        while let line = readLine() {
            print("\n> \(line)")
            guard await app.carryOut(line) else { break }
        }
    }
}
