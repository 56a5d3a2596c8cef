import Foundation
import TestWorld
import Testing

/// Programs with a low limit on open files.
@Suite(.timeLimit(.minutes(10))) struct FewDescriptorsTests {
    private let scene: ServingScene

    init() throws { scene = try ServingScene() }

    private static func limited(to count: Int) -> [String] {
        ["/bin/sh", "-c", "ulimit -n \(count); exec \"$@\"", "sh"]
    }

    @Test func moreProjectsThanDescriptorsAreServed() throws {
        var configuration = "[server]\n    listen = 127.0.0.1:0\n"
        for number in 0..<20 {
            let path = "\(scene.sandbox.directory)/app\(number)"
            try FileManager.default.copyItem(
                atPath: scene.sandbox.directory + "/app", toPath: path)
            configuration += """
                [project "app\(number)"]
                    path = \(path)
                    public = true
                    testers = open

                """
        }
        try scene.sandbox.write(configuration, to: "server.conf")
        let server = try ProductServer(
            try Products.dragoman,
            [
                "--config", "\(scene.sandbox.directory)/server.conf", "--state",
                scene.sandbox.directory + "/state",
            ], in: scene.sandbox, through: Self.limited(to: 300))
        try server.waitUntilReady()
        for round in 0..<2 {
            for number in 0..<20 {
                let project = "/api/v1/projects/app\(number)"
                let made = try server.exchange(
                    "POST", "\(project)/proposals",
                    headers: ["Dragoman-Guid": "guid-of-\(number)-\(round)"],
                    body: ServingScene.proposal("Bonjour \(round)"))
                #expect(made.status == 201, "\(made)")
                let read = try server.exchange("GET", "\(project)/proposals")
                #expect(read.status == 200 && read.body.contains("Bonjour \(round)"), "\(read)")
            }
        }
        let metrics = try server.exchange("GET", "/metrics").body
        #expect(metrics.contains("\nprocess_max_fds 300\n"))
        #expect(metrics.contains("\ndragoman_open_projects 5\n"))
        #expect(server.process.said.contains("The limit of 300 open files caps"))
        #expect(!server.process.said.contains("damaged"))
    }

    @Test func theSoftLimitIsRaised() throws {
        let server = try ProductServer(
            try Products.dragoman,
            [
                "\(scene.sandbox.directory)/app", "--listen", "127.0.0.1:0", "--state",
                scene.sandbox.directory + "/state",
            ], in: scene.sandbox,
            through: ["/bin/sh", "-c", "ulimit -Sn 256; exec \"$@\"", "sh"])
        try server.waitUntilReady()
        let metrics = try server.exchange("GET", "/metrics").body
        #expect(metrics.contains("\nprocess_max_fds "))
        #expect(!metrics.contains("\nprocess_max_fds 256\n"), "\(metrics)")
    }

    @Test(arguments: [16, 20, 24, 28, 32]) func tooManyOpenFilesAreNoDamage(limit: Int) throws {
        let result = try scene.sandbox.execute(
            "/bin/sh",
            Array(Self.limited(to: limit).dropFirst()) + [try Products.dragoman, "status"],
            in: "app")
        #expect(result.status < 128, "\(result)")
        #expect(!(result.output + result.errors).contains("damaged"), "\(result)")
    }
}
