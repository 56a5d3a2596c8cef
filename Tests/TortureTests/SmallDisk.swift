import Foundation
import TestWorld

/// A server whose project or state lies on a small file system.
enum SmallDisk {
    /// Starts a server through a script that mounts the file system, fills it and clears it.
    ///
    /// The first argument is the path of the project in the sandbox. Returns nil if nothing can be
    /// mounted here, and says so.
    static func serve(
        _ arguments: [String], in sandbox: Sandbox, through script: String
    ) throws -> ProductServer? {
        let prefix = [
            "/usr/bin/env", "-C", sandbox.directory, "unshare", geteuid() == 0 ? "-m" : "-rm",
            "/bin/sh", "-c", script, "sh",
        ]
        do {
            return try ProductServer(
                try Products.dragoman,
                [sandbox.directory + "/" + arguments[0], "--listen", "127.0.0.1:0"]
                    + arguments.dropFirst() + ServerTortureTests.generous, in: sandbox,
                through: prefix)
        } catch let error as ServerProcess.NotStarted where error.log == "" {
            print("torture: skipped, a server on a small disk: nothing can be mounted here")
            return nil
        }
    }

    /// Tells the script to fill or clear the file system, and waits until it has.
    static func switchTo(_ name: String, _ sandbox: Sandbox) throws {
        try sandbox.write("", to: name)
        while FileManager.default.fileExists(atPath: sandbox.directory + "/" + name) {
            usleep(5_000)
        }
    }
}
