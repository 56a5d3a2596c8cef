import Foundation

extension ServerProcess {
    /// Starts the server of the client's tests, which lies in the mode that `/switch/MODE` selects.
    ///
    /// It serves the files in `directory`, if there is one.
    package static func startHostile(
        in sandbox: Sandbox, serving directory: String? = nil
    ) throws -> ServerProcess {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent(
                "../../../../Tests/DragomanClientTests/Serving/hostile-server.py"
            ).path
        return try start(
            log: sandbox.directory + "/log", readyWord: "listening",
            environment: ["PATH": "/usr/bin:/bin"]
        ) { port in
            ["/usr/bin/python3", script, String(port)]
                + (directory.map { [sandbox.directory + "/" + $0] } ?? [])
        }
    }
}
