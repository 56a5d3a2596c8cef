import Foundation
import TestWorld
import Testing

/// Runs the script of `make demo`, which exits with an error if any step has an unexpected result.
struct DemoTests {
    @Test func theDemonstrationRunsToItsEnd() throws {
        let sandbox = try Sandbox()
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/demo/demo.sh").path
        let result = try sandbox.execute(
            "/bin/bash", [script],
            environment: [
                "DRAGOMAN": try Products.dragoman, "DEMO_DIR": sandbox.directory + "/demo",
            ])
        #expect(result.status == 0, "\(result.output.suffix(2000))\(result.errors.suffix(500))")
    }
}
