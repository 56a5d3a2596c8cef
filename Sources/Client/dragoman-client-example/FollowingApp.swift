import DragomanClient
import Foundation

/// The same shopping cart, with the texts of a channel's releases.
@MainActor final class FollowingApp {
    static let usage = """
        dragoman-client-example follow PROJECT-URL --project ID --channel NAME --app-version VERSION --store DIRECTORY \
        [--key KEY]… [--shipped DIRECTORY]
        """

    private static let commands = "check · language TAG · offline · online · quit"

    private let connection = Connection()
    private let follower: ChannelFollower
    private let resources: Resources

    /// Reads the arguments after `follow`, or returns nil if they are wrong.
    ///
    /// Throws an error if a key, a name or the shipped bundle is invalid.
    init?(_ arguments: some Collection<String>) throws {
        var rest = Array(arguments)
        guard let address = rest.first, let url = URL(string: address), url.scheme != nil else {
            return nil
        }
        rest.removeFirst()
        var options: [String: [String]] = [:]
        while rest.count >= 2 {
            options[rest[0], default: []].append(rest[1])
            rest.removeFirst(2)
        }
        guard rest.isEmpty, let project = options["--project"]?.last,
            let channel = options["--channel"]?.last,
            let version = options["--app-version"]?.last, let store = options["--store"]?.last
        else { return nil }
        let shipped = try options["--shipped"]?.last.map {
            try TextBundle(directory: URL(fileURLWithPath: $0))
        }
        let storage = URL(fileURLWithPath: store)
        follower = ChannelFollower(
            try ChannelSettings(
                projectURL: url, projectID: project, channel: channel, appVersion: version,
                keys: try options["--key", default: []].map { try SigningKey($0) },
                storageDirectory: storage.appendingPathComponent("releases"), shipped: shipped),
            fetcher: SwitchedFetcher(real: URLSessionFetcher(), connection: connection))
        var settings = ResourceSettings(
            defaultLanguage: "en", local: shipped ?? BuiltIn(),
            storageDirectory: storage.appendingPathComponent("texts"))
        settings.deviceLanguages = ["en"]
        settings.release = follower.release
        resources = Resources(settings)
    }

    func start() async {
        await resources.start()
        draw()
        print(Self.commands)
        await check()
    }

    /// Executes a command.
    ///
    /// Returns false to end the app.
    func carryOut(_ line: String) async -> Bool {
        let words = line.split(separator: " ").map(String.init)
        switch (words.first, words.dropFirst().first, words.count) {
        case (nil, _, _): break
        case ("quit", nil, _): return false
        case ("check", nil, _): await check()
        case ("language", let tag?, 2):
            await resources.choose(tag)
            draw()
        case ("offline", nil, _): connection.set(isOn: false)
        case ("online", nil, _): connection.set(isOn: true)
        default: print(Self.commands)
        }
        return true
    }

    /// Asks for a newer release, and prints the result.
    private func check() async {
        switch await follower.check() {
        case .updated(let sequence):
            print("Took release \(sequence).")
            let release = follower.release
            await resources.update { $0.release = release }
        case .unchanged: print("Nothing newer.")
        case .kept(let problem): print("Kept what it has: \(problem)")
        }
        draw()
    }

    private func draw() {
        let state = resources.state
        let name = follower.release?.sequence.map { "release \($0)" } ?? "as shipped"
        print(
            """
            [\(state.language), \(name)\(connection.isOn ? "" : ", offline")]
              \(resources.text("title"))
              \(resources.text("items", count: 1))
              \(resources.text("items", count: 3))
            """)
        for problem in state.problems { print("  ! \(problem)") }
    }
}
