import Foundation
import TestKit
import TestWorld
import Testing

/// Connections that are cut, reset or stall: after a retry the data is complete, and nothing is
/// left half done.
struct BrokenLineTests {
    @Test(arguments: Road.Kind.possible, Endurance.carriages)
    func whatBrokeOffIsDoneAgain(_ kind: Road.Kind, _ carriage: Carriage) throws {
        var random = Endurance.choices(of: "whatBrokeOffIsDoneAgain \(kind) \(carriage)")
        let road = try Road(kind)
        let ines = try road.person("ines", carriage)
        let otto = try road.person("otto", carriage)
        // The number of bytes in each direction of a successful run.
        var usual: [FaultyLine.Side: Int] = [.client: 3000, .server: 3000]
        for round in 0..<Endurance.rounds(short: 1, long: 40) {
            try write(round, by: ines, &random)
            let before = try road.hub.tip
            let wanted = try ines.git("rev-parse", "translations", in: "app").output
            try breaking(road.line, usual, &random, ines) {
                try carriage.push(in: "app", by: $0)
            }
            #expect(try [before, wanted].contains(road.hub.tip))
            let pushed = try carriage.push(in: "app", by: ines)
            #expect(pushed.status == 0, "\(pushed)")
            #expect(try road.hub.tip == wanted)
            usual[.client] = max(2000, road.line.bytes(from: .client))

            try breaking(road.line, usual, &random, otto) {
                try carriage.fetch(in: "app", by: $0)
            }
            let seen = try otto.git("rev-parse", "origin/translations", in: "app").output
            #expect([before, wanted].contains(seen))
            let fetched = try carriage.fetch(in: "app", by: otto)
            #expect(fetched.status == 0, "\(fetched)")
            #expect(try otto.git("rev-parse", "origin/translations", in: "app").output == wanted)
            usual[.server] = max(2000, road.line.bytes(from: .server))
        }
        #expect(try road.hub.defects == "")
        #expect(try ines.defects() == "")
        #expect(try otto.defects() == "")
    }

    @Test(arguments: Road.Kind.possible, Endurance.carriages)
    func aCloneThatBrokeOffLeavesNothing(_ kind: Road.Kind, _ carriage: Carriage) throws {
        var random = Endurance.choices(of: "aCloneThatBrokeOffLeavesNothing \(kind) \(carriage)")
        let road = try Road(kind, strings: 50)
        let ines = try road.person("ines", carriage)
        let usual = FaultyLine.Side.allCases.reduce(into: [:]) {
            $0[$1] = road.line.bytes(from: $1)
        }
        for _ in 0..<Endurance.rounds(short: 1, long: 20) {
            let result = try breaking(road.line, usual, &random, ines) {
                try carriage.clone(road.url, to: "second", by: $0)
            }
            let isThere = FileManager.default.fileExists(atPath: ines.path + "/second")
            // A signal kills Git here, so it may not have removed its files.
            if carriage != .plainGit { #expect(isThere == (result.status == 0), "\(result)") }
            if isThere { try FileManager.default.removeItem(atPath: ines.path + "/second") }
        }
        try Hub.require(carriage.clone(road.url, to: "second", by: ines))
        #expect(try ines.defects(of: "second") == "")
    }

    @Test(arguments: Road.Kind.possible)
    func aSilentLineCanBeGivenUp(_ kind: Road.Kind) throws {
        let road = try Road(kind)
        var ines = try road.person("ines", .dragoman)
        ines.patience = 1
        road.line.fail(.silence, after: 0, from: .server)
        let result = try Carriage.dragoman.clone(road.url, to: "second", by: ines)
        // `timeout` exits with this status if the program ended at its request.
        #expect(result.status == 124, "\(result)")
        #expect(result.errors.contains("was cancelled"), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: ines.path + "/second"))
    }

    @Test(arguments: Road.Kind.possible)
    func controlCEndsASilentTransfer(_ kind: Road.Kind) throws {
        let road = try Road(kind)
        let ines = try road.person("ines", .dragoman)
        road.line.fail(.silence, after: 0, from: .server)
        let terminal = try ines.atTerminal(["clone", road.url, "second"])
        while !road.line.hasFailed { usleep(10_000) }
        terminal.type("\u{3}")
        #expect(try terminal.end() != 0)
        #expect(!FileManager.default.fileExists(atPath: ines.path + "/second"))
    }

    /// The time limits of Git and OpenSSH end a transfer from a stalled server.
    @Test(arguments: Road.Kind.possible.filter { $0 != .daemon })
    func timeLimitsOfGitCount(_ kind: Road.Kind) throws {
        let road = try Road(kind)
        var ines = try road.person("ines", .dragoman)
        try ines.configure("http.lowSpeedLimit", "1")
        try ines.configure("http.lowSpeedTime", "1")
        ines.variables["GIT_SSH_COMMAND"] = "ssh -F '\(ines.path)/.ssh/config' -o ConnectTimeout=1"
        road.line.fail(.silence, after: 0, from: .server)
        let result = try Carriage.dragoman.clone(road.url, to: "second", by: ines)
        expectRefusal(result, .dragoman, kind == .http ? "transfer" : "unreachable")
        #expect(!FileManager.default.fileExists(atPath: ines.path + "/second"))
    }

    /// Runs a command over a line that breaks at a random place, then mends the line.
    @discardableResult
    private func breaking(
        _ line: FaultyLine, _ usual: [FaultyLine.Side: Int], _ random: inout SplitMix64,
        _ home: Home, _ body: (Home) throws -> Sandbox.Result
    ) throws -> Sandbox.Result {
        let side = random.pick(FaultyLine.Side.allCases)
        // A silent line blocks until it is given up, which takes long.
        let fault = random.pick(
            Endurance.isLong ? FaultyLine.Fault.allCases : [.close, .reset])
        let place = random.number(in: 0...(usual[side] ?? 1000))
        var home = home
        if fault == .silence { home.patience = 3 }
        line.fail(fault, after: place, from: side)
        let result = try body(home)
        let hasFailed = line.hasFailed
        line.mend()
        if !hasFailed {
            #expect(result.status == 0, "\(result)")
        } else if result.status != 0, home.patience == nil {
            #expect(![70, 139].contains(result.status), "\(result)")
        }
        return result
    }

    /// Writes some kilobytes that do not compress.
    private func write(_ round: Int, by home: Home, _ random: inout SplitMix64) throws {
        let texts = (0..<40).map { index in
            let noise = (0..<10).map { _ in String(random.next(), radix: 36) }.joined()
            return "\"round\(round).noise\(index)\":\"\(noise)\""
        }
        try home.sandbox.write(
            "{\(texts.joined(separator: ","))}", to: "home/\(home.name)/noise.json")
        try Hub.require(home.dragoman("import", "--locale", "en", "../noise.json", in: "app"))
    }
}
