import Foundation
import TestWorld
import Testing

@Suite struct ConcurrencyTests {
    @Test func twoProcessesOf500CommitsLoseNone() throws {
        let sandbox = try Sandbox()
        let program = try Products.dragoman
        #expect(try sandbox.execute(program, ["init", "app"]).status == 0)
        let script = """
            '\(try Products.bench)' append app 500 one & first=$!
            '\(try Products.bench)' append app 500 two & second=$!
            wait $first && wait $second
            """
        let result = try sandbox.execute("/bin/sh", ["-c", script])
        #expect(result.status == 0, "\(result)")
        #expect(try sandbox.git("rev-list", "--count", "translations", in: "app") == "1001\n")
        let listed = try sandbox.execute(program, ["list"], in: "app")
        #expect(listed.output.split(separator: "\n").count == 1000)
        let checked = try sandbox.execute(program, ["fsck"], in: "app")
        #expect(checked.status == 0, "\(checked)")
        #expect(checked.output.hasPrefix("1000 events"))
        // A write that met a collection of garbage is done anew, and its first commit is left dangling.
        #expect(try sandbox.git("fsck", "--strict", "--no-dangling", in: "app") == "")
    }
}
