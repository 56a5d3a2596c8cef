import Foundation
package import Git

/// Programs that are found in `PATH`.
package enum Program {
    /// The path of a program, or `nil` if it is in no directory of `PATH`.
    package static func find(_ name: String, on host: Host) -> String? {
        let directories = (host.variable("PATH") ?? "/usr/bin:/bin").utf8
            .split(separator: UInt8(ascii: ":")).map { host.absolute(String(Substring($0))) }
        return directories.map { $0 + "/" + name }
            .first { access($0, X_OK) == 0 && Files.isFile($0) }
    }

    /// Runs `git`, with nobody to ask, on what all work trees of a repository share.
    package static func runGit(
        _ git: String, _ arguments: [String], input: String? = nil, in repository: GitRepository,
        on host: Host
    ) throws -> ChildProcess.Result {
        try ChildProcess.run(
            git, ["--git-dir=\(repository.commonDirectory)"] + arguments, input: input,
            isAttended: false, environment: gitEnvironment(host, isAttended: false),
            in: ScratchDirectory(host))
    }

    /// An environment in which `git` works on the repository that it is told, and speaks English.
    package static func gitEnvironment(_ host: Host, isAttended: Bool) -> [String: String] {
        var environment = host.environment
        // `git rev-parse --local-env-vars`: what a hook or an alias of another repository may have left.
        for name in [
            "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX",
            "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE", "GIT_QUARANTINE_PATH", "GIT_TRACE",
            "GIT_TRACE_PACKET", "GIT_CURL_VERBOSE",
        ] { environment[name] = nil }
        // What `git clone` makes is read by libgit2, which knows no reftables; git before 2.45 does not ask.
        environment["GIT_DEFAULT_REF_FORMAT"] = "files"
        // What a push or an old program left there would make other objects, or another history, of what is stored.
        environment["GIT_NO_REPLACE_OBJECTS"] = "1"
        // Git says nothing of a file that cannot be there, and hints at an empty one.
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
    /// Returns true if a program is there: a path, or a name that is looked up in `PATH`.
    public func isProgram(_ name: String) -> Bool {
        guard name.contains("/") else { return Program.find(name, on: self) != nil }
        let path = absolute(name)
        return access(path, X_OK) == 0 && Files.isFile(path)
    }
}
