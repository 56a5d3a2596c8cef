import Foundation
package import Git

/// Other programs, found in `PATH`.
package enum Program {
    /// Returns the path of a program, or `nil` if no directory in `PATH` contains it.
    package static func find(_ name: String, on host: Host) -> String? {
        let directories = (host.variable("PATH") ?? "/usr/bin:/bin").utf8
            .split(separator: UInt8(ascii: ":")).map { host.absolute(String(Substring($0))) }
        return directories.map { $0 + "/" + name }
            .first { access($0, X_OK) == 0 && Files.isFile($0) }
    }

    /// Runs `git` without user interaction, on the common directory of a repository.
    ///
    /// All work trees share this directory.
    package static func runGit(
        _ git: String, _ arguments: [String], input: String? = nil, in repository: GitRepository,
        on host: Host
    ) throws -> ChildProcess.Result {
        try ChildProcess.run(
            git, ["--git-dir=\(repository.commonDirectory)"] + arguments, input: input,
            isAttended: false, environment: gitEnvironment(host, isAttended: false),
            in: ScratchDirectory(host))
    }

    /// Returns an environment for `git`, without settings for another repository.
    ///
    /// `git` then uses the repository in its arguments and prints English messages.
    package static func gitEnvironment(_ host: Host, isAttended: Bool) -> [String: String] {
        var environment = host.environment
        // Variables that are specific to a repository (see `git rev-parse --local-env-vars`), and
        // variables for tracing. A hook or an alias in another repository may have set them.
        for name in [
            "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX",
            "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE", "GIT_QUARANTINE_PATH", "GIT_TRACE",
            "GIT_TRACE_PACKET", "GIT_CURL_VERBOSE",
        ] { environment[name] = nil }
        // libgit2 reads the repositories that `git clone` creates, and does not support reftables.
        // Git before 2.45 ignores this variable.
        environment["GIT_DEFAULT_REF_FORMAT"] = "files"
        // Replacement objects, from a push or an old program, would change the stored objects and
        // the history.
        environment["GIT_NO_REPLACE_OBJECTS"] = "1"
        // Git silently ignores a missing file, but prints a hint about an empty file.
        environment["GIT_GRAFT_FILE"] = "/dev/null/none"
        environment["LC_ALL"] = "C"
        environment["LANGUAGE"] = nil
        if environment["PATH"] == nil { environment["PATH"] = "/usr/bin:/bin" }
        if !isAttended {
            environment["GIT_TERMINAL_PROMPT"] = "0"
            environment["SSH_ASKPASS_REQUIRE"] = environment["DISPLAY"] == nil ? "never" : nil
        }
        return environment
    }
}

extension Host {
    /// Returns true if a program exists, given its path or a name in `PATH`.
    public func isProgram(_ name: String) -> Bool {
        guard name.contains("/") else { return Program.find(name, on: self) != nil }
        let path = absolute(name)
        return access(path, X_OK) == 0 && Files.isFile(path)
    }
}
