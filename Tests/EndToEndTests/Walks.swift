import Foundation
import TestWorld

/// Projects for walks, and queries on their results.
enum Walks {
    /// Creates a project with proposals of two people for strings in scripts of several widths and
    /// directions.
    static func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        let otto = ["DRAGOMAN_GUID": "guid-of-otto", "GIT_AUTHOR_NAME": "Otto"]
        let ida = ["DRAGOMAN_GUID": "guid-of-ida", "GIT_AUTHOR_NAME": "Ida"]
        for (line, environment) in [
            ("locale add fr ar ja", [:]),
            (
                "string add greeting 'Good morning' --comment 'The first line of the first screen, said before noon.'",
                [:]
            ),
            ("string add -s auth login.title 'Sign in to %@' --max-length 30", [:]),
            (
                "string add -s cart items --plural one='{{count}} item' --plural other='{{count}} items'",
                [:]
            ),
            ("string add -s note farewell 'See you'", [:]),
            ("set fr greeting Bonjour", [:]),
            ("propose fr greeting 'Bonjour à toutes et à tous' --note 'Sounds friendlier.'", otto),
            ("propose fr greeting Salut", ida),
            ("propose fr auth:login.title Connexion --origin machine:babel", otto),
            ("propose ar greeting 'صباح الخير يا أصدقاء، أهلا وسهلا بكم في التطبيق (1)!'", otto),
            ("propose ja greeting 'おはようございます、皆さん🎉今日も一日頑張りましょう。'", ida),
            ("propose ar note:farewell 'إلى اللقاء'", ida),
        ] {
            sandbox.run(Transcript.words(line), in: "app", environment: environment)
        }
        return sandbox
    }

    /// Creates a project with one proposal for each of many strings, identical on each call.
    static func manyProposals(_ count: Int) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        sandbox.run(["locale", "add", "fr"], in: "app")
        func json(_ word: String) -> String {
            "{" + (0..<count).map { #""key\#($0)":"\#(word) \#($0)""# }.joined(separator: ",") + "}"
        }
        try sandbox.write(json("text"), to: "en/app.json")
        try sandbox.write(json("texte"), to: "fr/app.json")
        sandbox.run(["import", "../en/app.json"], in: "app")
        sandbox.run(
            ["import", "../fr/app.json", "--as-proposals"], in: "app",
            environment: ["DRAGOMAN_GUID": "guid-of-otto"])
        return sandbox
    }

    static func start(
        _ sandbox: Sandbox, _ arguments: [String], columns: Int = 80, rows: Int = 24,
        environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            sandbox, try Products.dragoman, arguments, in: "app", columns: columns, rows: rows,
            environment: environment)
    }

    /// Creates an editor script that writes the given text.
    static func editor(saying text: String) -> String {
        "sh -c 'printf \"%s\\n\" \"\(text)\" >\"$1\"' sh"
    }

    /// Removes the lines with people and relative times, which depend on the time of the test.
    static func timeless(_ text: String) -> String {
        var isTime = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            isTime = line.hasPrefix("By ") || isTime && line.hasPrefix("    ")
            return !isTime
        }.joined(separator: "\n")
    }

    /// Returns the number of open proposals.
    static func open(_ sandbox: Sandbox) throws -> Int { try ids(sandbox).count }

    static func ids(_ sandbox: Sandbox) throws -> [String] {
        let answer = sandbox.run(["proposals", "--format", "json"], in: "app").output
        return try JSONDecoder().decode([Row].self, from: Data(answer.utf8)).map(\.id)
    }

    private struct Row: Decodable { let id: String }

    /// Returns the states of all proposals, with texts and reasons, and the texts of the strings.
    static func outcome(_ sandbox: Sandbox) throws -> [String] {
        struct Proposal: Decodable {
            let id: String
            let state: String
            let decided: Decision?

            struct Decision: Decodable {
                let value: String?
                let code: String?
                let reason: String?
            }
        }
        let answer = sandbox.run(
            ["proposals", "--state", "all", "--format", "json"], in: "app"
        ).output
        let proposals = try JSONDecoder().decode([Proposal].self, from: Data(answer.utf8))
        return proposals.map { proposal in
            let decided = proposal.decided.map { "\($0)" } ?? ""
            return "\(proposal.id) \(proposal.state) \(decided)"
        } + [
            sandbox.run(["list", "fr", "--format", "json"], in: "app").output,
            sandbox.run(["status", "--format", "json"], in: "app").output,
        ]
    }
}
