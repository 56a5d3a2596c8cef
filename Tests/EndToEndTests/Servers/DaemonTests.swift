import Foundation
import TestWorld
import Testing

/// Events over `git daemon`.
struct DaemonTests {
    @Test(arguments: Carriage.allCases)
    func eventsGoThereAndBack(_ carriage: Carriage) throws {
        let hub = try Hub()
        let daemon = try GitDaemon(serving: hub.sandbox.directory + "/srv")
        let ines = try Home("ines", in: hub.sandbox)
        let otto = try Home("otto", in: hub.sandbox)
        for home in [ines, otto] {
            try Hub.require(carriage.clone("\(daemon.url)/\(Hub.name)", to: "app", by: home))
        }
        try Hub.require(ines.dragoman("set", "fr", "key0", "Texte", in: "app"))
        try Hub.require(carriage.push(in: "app", by: ines))
        #expect(try hub.tip == ines.git("rev-parse", "translations", in: "app").output)
        #expect(try hub.defects == "")
        // A user who has not seen the commit cannot overwrite it.
        let before = try hub.tip
        try Hub.require(otto.dragoman("set", "fr", "key0", "Autre", in: "app"))
        expectRefusal(try carriage.push(in: "app", by: otto), carriage, "not-fast-forward")
        #expect(try hub.tip == before)
        try Hub.require(carriage.fetch(in: "app", by: otto))
        #expect(try otto.git("rev-parse", "origin/translations", in: "app").output == before)
    }

    @Test(arguments: Carriage.allCases)
    func aServerThatOnlyReadsTakesNothing(_ carriage: Carriage) throws {
        let hub = try Hub()
        let daemon = try GitDaemon(serving: hub.sandbox.directory + "/srv", takesPushes: false)
        let ines = try Home("ines", in: hub.sandbox)
        try Hub.require(carriage.clone("\(daemon.url)/\(Hub.name)", to: "app", by: ines))
        try Hub.require(ines.dragoman("set", "fr", "key0", "Texte", in: "app"))
        let before = try hub.tip
        let result = try carriage.push(in: "app", by: ines)
        #expect(result.status == (carriage == .plainGit ? 128 : 2), "\(result)")
        #expect(try hub.tip == before)
    }

    @Test(arguments: Carriage.allCases)
    func aRepositoryThatIsNotThereIsNamed(_ carriage: Carriage) throws {
        let hub = try Hub()
        let daemon = try GitDaemon(serving: hub.sandbox.directory + "/srv")
        let ines = try Home("ines", in: hub.sandbox)
        let result = try carriage.clone("\(daemon.url)/none.git", to: "app", by: ines)
        expectRefusal(result, carriage, "remote-missing")
        #expect(result.errors.contains("none.git"))
        #expect(!FileManager.default.fileExists(atPath: ines.path + "/app"))
    }
}
