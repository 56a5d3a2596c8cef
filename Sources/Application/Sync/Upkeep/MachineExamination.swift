import Machine
import Translation
import Workspace

/// Examines the machine, without a repository.
struct MachineExamination {
    let host: Host

    /// Examines the programs that belong to `dragoman`.
    func programs() -> Diagnosis.Finding {
        let purposes = [
            ("dragoman-server", "serves projects"),
            (SwiftStringsProgram.name, SwiftStringsProgram.purpose),
        ]
        do throws(Refusal) {
            for (name, purpose) in purposes {
                _ = try CompanionProgram.path(of: name, purpose: purpose)
            }
        } catch {
            return .init(.programs, error)
        }
        return .init(.programs, .ok, "dragoman \(ProgramVersion.number)")
    }

    /// The oldest version of git that supports all options passed to it.
    ///
    /// `--no-write-fetch-head` was added in 2.29:
    /// <https://github.com/git/git/blob/master/Documentation/RelNotes/2.29.0.txt>.
    static let oldestGit = (major: 2, minor: 29)

    /// Examines the program `git` and its version.
    func git() -> Diagnosis.Finding {
        guard let output = output(ofGit: ["--version"]) else {
            return .init(
                .git, .problem, "The program git is not installed.",
                hint: "To fetch and push, install git, for example with `sudo apt install git`.")
        }
        let words = output.split(whereSeparator: \.isWhitespace)
        let version = words.count > 2 ? String(words[2]) : output
        let numbers = version.split(separator: ".").compactMap { Int($0) }
        if numbers.count > 1,
            (numbers[0], numbers[1]) < (Self.oldestGit.major, Self.oldestGit.minor)
        {
            return .init(
                .git, .problem, "git \(version) is too old for fetching and pushing.",
                hint: "Install git \(Self.oldestGit.major).\(Self.oldestGit.minor) or newer.")
        }
        return .init(.git, .ok, version)
    }

    /// Examines the author of commits according to Git's configuration outside of repositories.
    func identity() -> Diagnosis.Finding {
        func setting(_ variable: String, _ keys: [String]) -> String? {
            host.variable(variable)
                ?? keys.lazy.compactMap { output(ofGit: ["config", "--get", $0]) }
                .first { !$0.isEmpty }
        }
        guard let name = setting("GIT_AUTHOR_NAME", ["author.name", "user.name"]),
            let email = setting("GIT_AUTHOR_EMAIL", ["author.email", "user.email"])
        else { return .init(.identity, Refusal.noIdentity) }
        return .init(.identity, .ok, "\(name) <\(email)>")
    }

    /// Examines the character encoding of the terminal.
    ///
    /// POSIX defines the precedence of the variables:
    /// <https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html>.
    func terminal(isInteractive: Bool) -> Diagnosis.Finding {
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(host.variable).first ?? "POSIX"
        let encoding = locale.split(separator: ".").last?.lowercased() ?? ""
        guard !encoding.hasPrefix("utf-8"), !encoding.hasPrefix("utf8") else {
            return .init(.terminal, .ok, locale)
        }
        guard isInteractive else {
            return .init(.terminal, .ok, "The output is not a terminal.")
        }
        return .init(
            .terminal, .problem,
            "The locale \(locale) is not UTF-8, so the terminal may show wrong characters.",
            hint: "Run `export LC_ALL=C.UTF-8`, or choose a UTF-8 locale in the system's settings.")
    }

    /// The number of free bytes below which a write may fail.
    private static let scarce = 100 << 20

    /// Examines the free space in the file system of a directory.
    func disk(_ directory: String) -> Diagnosis.Finding {
        guard let free = Files.freeBytes(in: directory) else {
            return .init(.disk, .note, "The free space is unknown.")
        }
        let text = free >> 30 >= 10 ? "\(free >> 30) GiB free" : "\(free >> 20) MiB free"
        guard free < Self.scarce else { return .init(.disk, .ok, text) }
        return .init(.disk, .problem, text, hint: "Free some disk space.")
    }

    /// Returns the standard output of `git` in the current directory, or `nil` if it is not
    /// installed or failed.
    private func output(ofGit arguments: [String]) -> String? {
        guard let git = Program.find("git", on: host), let scratch = try? ScratchDirectory(host),
            let result = try? ChildProcess.run(
                git, arguments, isAttended: false,
                environment: Program.gitEnvironment(host, isAttended: false), in: scratch),
            result.status == 0
        else { return nil }
        return result.output.split(separator: "\n").first.map(String.init) ?? ""
    }
}
