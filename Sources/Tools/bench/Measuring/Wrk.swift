import Foundation

/// Debian's `wrk`: many connections that each send one request after another.
struct Wrk: Sendable {
    /// The measurements of a run.
    struct Figures: Decodable {
        let requests: Int
        let seconds: Double
        /// Responses with a status of 400 or more, and failed connections.
        let failures: Int
        /// The 99th percentile of the time from a request to its response, in milliseconds.
        let p99: Double

        var perSecond: Double { Double(requests) / seconds }
    }

    let directory: String
    let port: UInt16

    /// The end of each script, which reports the measurements.
    private static let report = """

        function done(summary, latency, requests)
          local e = summary.errors
          io.write(string.format(
            '{"requests":%d,"seconds":%f,"failures":%d,"p99":%f}\\n',
            summary.requests - e.status, summary.duration / 1e6,
            e.status + e.connect + e.read + e.write + e.timeout,
            latency:percentile(99) / 1e3))
        end
        """

    /// Returns a script that proposes a distinct text for every text in a `ManyLanguages` project.
    ///
    /// It sends 400 proposals per guid.
    static func proposals(languages: [String]) -> String {
        """
        local languages = {\(languages.map { "\"\($0)\"" }.joined(separator: ","))}
        local number, run = 0, ""
        function init(args) run = args[1] or args[0] end
        function request()
          number = number + 1
          local key = number % 1000
          local body = string.format(
            '{"locale":"%s","section":"default","key":"screen.%d.%d","value":"Text %d of %s"}',
            languages[math.floor(number / 1000) % #languages + 1], math.floor(key / 100), key % 100,
            number, run)
          return wrk.format("POST", nil, {
            ["Content-Type"] = "application/json",
            ["Dragoman-Guid"] = "guid-" .. run .. "-" .. math.floor(number / 400)
          }, body)
        end
        """
    }

    /// Returns a script that proposes a distinct text, each time in the next of several projects.
    ///
    /// The projects are copies of `Cache.smallProject`. A tester replaces an earlier proposal,
    /// because a text has at most 200 open proposals. The script writes the ids of acknowledged
    /// events to `record`, if there is one.
    static func proposals(projects: Int, record: String? = nil) -> String {
        let recording = """
            local file
            function response(status, headers, body)
              if not file then file = io.open("\(record ?? "")", "w") end
              local id = status == 201 and body:match('"events":%["(%w+)"')
              if id then
                file:write(id, "\\n")
                file:flush()
              end
            end
            """
        return """
            local number, run = 0, ""
            function init(args) run = args[1] or args[0] end
            function request()
              number = number + 1
              local turn = math.floor(number / \(projects))
              local body = string.format(
                '{"locale":"fr","section":"default","key":"key%d","value":"Text %d of %s"}',
                turn % \(Cache.smallStrings), number, run)
              local path = string.format("/api/v1/projects/p%d/proposals", number % \(projects))
              return wrk.format("POST", path, {
                ["Content-Type"] = "application/json",
                ["Dragoman-Guid"] = "guid-of-" .. math.floor(turn / \(Cache.smallStrings)) % 100
              }, body)
            end

            """ + (record == nil ? "" : recording)
    }

    /// A script that limits ten connections to a total of 500 requests per second.
    static let steady = "function delay() return 20 end"

    /// Returns a script that sends conditional requests with the tag of a known response.
    static func conditional(_ tag: String) -> String {
        "wrk.headers[\"If-None-Match\"] = '\(tag)'"
    }

    /// Sends requests for the given number of seconds.
    func run(
        _ path: String, script: String = "", connections: Int = 64, seconds: Int,
        name: String = "", allowsFailures: Bool = false
    ) throws -> Figures {
        let file = "\(directory)/\(UUID().uuidString).lua"
        try (script + Self.report).write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let said: String
        do {
            said = try Processes.output(of: [
                "wrk", "--threads", "1", "--connections", "\(connections)", "--duration",
                "\(seconds)s", "--timeout", "10s", "--script", file,
                "http://127.0.0.1:\(port)\(path)", "--", name,
            ])
        } catch let failure as ProcessFailure where failure.status == ENOENT {
            throw RecipeFailure(reason: "`wrk` is missing: apt-get install wrk")
        }
        guard let line = said.split(separator: "\n").last(where: { $0.hasPrefix("{") }) else {
            throw RecipeFailure(reason: "wrk reported no measurements: \(said.suffix(300))")
        }
        let figures = try JSONDecoder().decode(Figures.self, from: Data(line.utf8))
        guard figures.failures == 0 || allowsFailures else {
            throw RecipeFailure(reason: "\(figures.failures) requests failed: \(path)")
        }
        return figures
    }
}
