import DragomanClient
import Foundation

/// An “app” in a terminal: a shopping cart, with texts from a project on a Dragoman server.
///
/// `dragoman-client-example URL [STORAGE]` fetches the newest texts. `dragoman-client-example
/// follow` follows a channel of releases. Both read commands from standard input, one per line, and
/// draw the app after each command.
@main struct Entrypoint {
    @MainActor static func main() async {
        let words = CommandLine.arguments.dropFirst()
        if words.first == "follow" {
            await follow(words.dropFirst())
        } else {
            await fetch(words)
        }
    }

    @MainActor private static func fetch(_ words: ArraySlice<String>) async {
        guard let address = words.first, let url = URL(string: address), url.scheme != nil else {
            end("usage: dragoman-client-example URL [STORAGE]\n       \(FollowingApp.usage)")
        }
        let storage = words.dropFirst().first ?? "client-example"
        let app = ExampleApp(server: url, storage: URL(fileURLWithPath: storage))
        await app.start()
        await carryOutCommands { await app.carryOut($0) }
    }

    @MainActor private static func follow(_ words: ArraySlice<String>) async {
        let app: FollowingApp?
        do {
            app = try FollowingApp(words)
        } catch {
            end(error.localizedDescription)
        }
        guard let app else { end("usage: \(FollowingApp.usage)") }
        await app.start()
        await carryOutCommands { await app.carryOut($0) }
    }

    @MainActor private static func carryOutCommands(
        _ carryOut: @MainActor (_ line: String) async -> Bool
    ) async {
        // If the output is a file, somebody may read it while the program runs.
        fflush(nil)
        while let line = readLine() {
            print("\n> \(line)")
            guard await carryOut(line) else { break }
            fflush(nil)
        }
    }

    private static func end(_ message: String) -> Never {
        print(message)
        exit(64)
    }
}
