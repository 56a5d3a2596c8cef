import TestWorld

/// Setups of sessions that several tests share.
enum Sessions {
    /// The environment of a second person with another guid.
    static let otto = [
        "GIT_AUTHOR_NAME": "Otto", "GIT_AUTHOR_EMAIL": "otto@example.org",
        "DRAGOMAN_GUID": "guid-of-otto",
    ]

    /// Runs commands and ignores their output.
    static func prepare(_ sandbox: Sandbox, _ lines: [String]) {
        for line in lines { sandbox.run(Transcript.words(line), in: "app") }
    }

    /// Creates a project with a few strings in two sections, in French and Canadian French.
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

    /// Runs every line in the project's directory and returns the transcript.
    static func transcript(_ sandbox: Sandbox, _ lines: [String]) -> String {
        var transcript = Transcript(sandbox, in: "app")
        for line in lines { transcript.run(line) }
        return transcript.text
    }
}

extension Sessions {
    /// Extends the project up to a tag `v2`, with texts in many scripts, plural forms, and decided
    /// proposals.
    static func prepareDifference(_ sandbox: Sandbox) {
        let ids = Proposer(sandbox)
        prepare(
            sandbox,
            [
                "locale add ar he ja th zh-Hans",
                "string add weather 'It is nice today.' --comment 'Above the map.'",
                "set ar weather 'الطقس جميل اليوم.'", "set he weather 'נעים היום.'",
                "set ja weather '今日は天気がいいです。'", "set th weather 'วันนี้อากาศดี'",
                "set zh-Hans weather '今天天气很好。'",
                "set fr cart:items --plural 'one={{count}} article' --plural 'other={{count}} articles'",
            ])
        _ = try? sandbox.git("tag", "-f", "v1", "translations", in: "app")
        prepare(
            sandbox,
            [
                "set ar weather 'الطقس رائع اليوم.'", "set he weather 'נפלא היום, נצא לטיול 👩‍👩‍👧.'",
                "set ja weather '今日は天気が悪いです。'", "set th weather 'วันนี้อากาศร้อน'",
                "set zh-Hans weather '今天天气很冷。'", "set fr greeting '' --empty",
                "set fr cart:items --plural 'one={{count}} produit' --plural 'many={{count}} de produits' "
                    + "--plural 'other={{count}} articles'",
            ])
        let accepted = ids.propose("fr auth:login.title 'Connexion à %@' --note 'what others say'")
        let rejected = ids.propose("ja greeting 'おはよう'")
        ids.propose("fr-CA greeting 'Bon matin @ines' --note 'see #12'")
        let deleted = ids.propose("he greeting 'בוקר טוב'")
        prepare(
            sandbox,
            [
                "accept \(accepted) --value 'Se connecter à %@'",
                "reject \(rejected) --reason 'style: too short'",
            ])
        sandbox.run(["delete", deleted], in: "app", environment: otto)
        _ = try? sandbox.git("tag", "v2", "translations", in: "app")
    }

    /// Proposes texts as a second person, and records the resulting ids.
    private struct Proposer {
        let sandbox: Sandbox

        init(_ sandbox: Sandbox) { self.sandbox = sandbox }

        @discardableResult
        func propose(_ line: String) -> String {
            let result = sandbox.run(
                Transcript.words("propose " + line), in: "app", environment: otto)
            return result.output.split(separator: "\n").first.map(String.init) ?? ""
        }
    }
}
