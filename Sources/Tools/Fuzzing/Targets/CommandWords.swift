/// Words for command lines.
enum CommandWords {
    /// Initial command lines, one for nearly every verb.
    static let seeds: [String] = [
        "status --format json", "list fr --state missing --format json", "get fr greeting",
        "propose fr greeting 'Salut' --note x --format json\nproposals --format json\nreview",
        "set fr greeting Salut\nlog --limit 2\nshow greeting\nblame fr",
        "string add k Text --comment c\nstring list",
        "config reviewers '{\"fr\":[\"a@example.org\"]}'\nset fr greeting x",
        "locale add de --format json\nlocale list",
        "export --format i18next-json -o out --untranslated source",
        "import en/app.json -l en --dry-run",
        "import fr.xml -l fr --as-proposals --format json",
        "diff v1..translations --format markdown --stat",
        "revert --since 7d --dry-run --format json", "fsck --format json\nrebuild",
        "bundle -o out.zip --app-versions '>=1.4 <2'",
        "verify out.zip --format json", "todo fr --review", "check fr --fail-on warning",
        "conflicts --format json",
        "accept 01M7 --value x", "reject --all -l fr --reason 'style: y' -y",
        "string rename greeting welcome\nget fr welcome",
        "string set greeting 'Good day' --minor\nvouch fr greeting\nflag fr greeting --reason r",
        "template fr --rev v1",
        "comment fr greeting 'why?'\nlog --type comment.added --format json",
        "unset fr greeting\nstring remove greeting",
        "complete bash 'dragoman get f' 14", "status --at 2026-11-21",
        "log v1.. --commits --author ines --since 2026-11-21",
        "-C . --branch translations status", "init other --source de --default-section app",
        "--help", "get --help",
        "set fr cart:items --plural 'one=un' --plural 'other={{count}}'",
        "set fr greeting --json '{\"list\":[\"a\"]}'",
        "token add --name Mara --email mara@example.org --scope review --project shop --locale fr --expires 90d --state s\ntoken list --state s --format json",
        "channel set beta v1 --app-versions '>=1 <2' --format json\nchannel list\nchannel history beta\nget fr greeting --channel beta --at 2026-11-21\nchannel remove beta",
        "token add --app --name Shop --format json\ntoken rotate 0123\ntoken revoke 0123",
    ]

    /// Verbs, options and values.
    static let all: [String] = verbs.map { "\n\($0) " } + (options + values).map { " \($0) " }

    private static let verbs = [
        "init", "config", "locale add", "locale remove", "locale list", "string add", "string set",
        "string remove",
        "string rename", "string list", "list", "import", "template", "todo", "translate", "set",
        "unset", "get",
        "propose", "proposals", "review", "accept", "reject", "delete", "comment", "endorse",
        "vouch", "flag", "silence", "diff",
        "conflicts", "revert", "log", "show", "blame", "status", "check", "export", "bundle",
        "verify", "rebuild", "fsck",
        "complete", "manual", "help", "token add", "token list", "token rotate", "token revoke",
        "channel set beta", "channel list", "channel history", "channel remove",
    ]

    private static let options = [
        "--format json", "--format text", "--format=json", "--rev", "--at", "-s", "--section",
        "--key", "--search",
        "--state", "-l", "--locale", "--guid", "--all", "-y", "--dry-run", "--reason", "--value",
        "--plural", "--ordinal",
        "--json", "--exact", "--since", "--until", "--type", "--author", "--limit", "-n", "--mine",
        "--commits", "--stat",
        "--word-diff", "--exit-code", "--no-proposals", "--force", "--keep", "--keep-later",
        "--new", "--note", "--origin",
        "--unset", "--prune", "--empty", "--strict", "--as-proposals", "--locale-map",
        "--file-format", "--untranslated",
        "--flat", "--no-inherit", "--reviewed-only", "--no-machine", "--report json", "--profile",
        "-o out",
        "--app-versions", "--sequence",
        "--require", "--fail-on", "--sources", "--restore", "--branch", "-C .", "--", "--comment",
        "--max-length",
        "--minor", "--labels", "--missing", "--stale", "--flagged", "--finish", "--discard",
        "--help", "--version", "--name", "--email", "--app", "--scope review", "--project",
        "--expires", "--config", "--channel",
    ]

    private static let values = [
        "fr", "fr-CA", "en", "de", "x", "greeting", "auth:login.title", "cart:items", "-s auth",
        "'Bonjour %@'", "one=a",
        "=0=none", "v1", "translations", "v1..translations", "HEAD~1", "@{1}", "01M7", "0123",
        "2026-11-21", "7d", "'*'",
        "missing,stale", "proposal.*", "style", "'>=1.4 <2'", "'[]'", "'{}'",
        "'{\"by\":\"plural\",\"cases\":{\"other\":\"x\"}}'",
        "i18next-json", "verid-xml", "en/app.json", "fr.xml", "out", "out.zip", "out.tar.gz",
        "a=fr", "''", "'\u{202E}'",
        "'e\u{301}'", "99999999999999999999", "-1", "24:grapheme", "greeting welcome", "reviewers",
        "export-profiles", "beta",
    ]

    /// Returns true if the arguments are safe to run.
    ///
    /// They must stay inside the sandbox, must not use the network, and must not sign with a key.
    static func areHarmless(_ words: [String]) -> Bool {
        !words.contains { word in
            let isPath = word.utf8.contains(UInt8(ascii: "/"))
            return isPath && (!isInside(word) || word.contains("://"))
                || forbidden.contains(word) || word == ".." || word.hasPrefix("--sign")
                || word.utf8.contains(0)
        }
    }

    private static let forbidden: Set<String> = [
        "clone", "fetch", "push", "sync", "remote", "sign",
    ]

    private static func isInside(_ word: String) -> Bool {
        let parts = word.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        // An option and its equals sign may precede the first slash.
        guard let first = parts.first, !first.isEmpty, first.last != UInt8(ascii: "="),
            !first.elementsEqual("-C".utf8), !first.elementsEqual("-o".utf8),
            !first.elementsEqual("-l".utf8)
        else { return false }
        return !parts.contains { part in
            part.elementsEqual("..".utf8)
                || part.count >= 2 && part.suffix(2).elementsEqual("..".utf8)
        }
    }
}
