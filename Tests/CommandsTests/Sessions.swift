import TestSupport

/// Beginnings of sessions that several tests share.
enum Sessions {
    /// The environment of a second person with another guid.
    static let otto = [
        "GIT_AUTHOR_NAME": "Otto", "GIT_AUTHOR_EMAIL": "otto@example.org",
        "DRAGOMAN_GUID": "guid-of-otto",
    ]

    /// Runs commands whose output does not matter.
    static func prepare(_ sandbox: Sandbox, _ lines: [String]) {
        for line in lines { sandbox.run(Transcript.words(line), in: "app") }
    }

    /// A project with a few strings in two sections, in French and Canadian French.
    static func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        prepare(
            sandbox,
            [
                "locale add fr", "locale add fr-CA",
                "string add greeting 'Good morning' --comment 'Said before noon.'",
                "string add 'Log in' --max-length 10",
                "string add -s auth login.title 'Sign in to %@'",
                "string add -s auth login.hint 'Your <b>password</b>'",
                "string add -s cart items --plural one='{{count}} item' --plural other='{{count}} items'",
                "set fr greeting Bonjour", "set fr 'Log in' Connexion",
            ])
        return sandbox
    }

    /// Runs every line in the project's directory and returns what was said.
    static func transcript(_ sandbox: Sandbox, _ lines: [String]) -> String {
        var transcript = Transcript(sandbox, in: "app")
        for line in lines { transcript.run(line) }
        return transcript.text
    }
}
