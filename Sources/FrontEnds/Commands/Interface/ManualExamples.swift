/// The examples in the manual pages.
enum ManualExamples {
    /// Returns the examples of a verb, given as its words.
    ///
    /// Each is a command line with an explanation.
    static func of(_ verb: [String]) -> ManualFacts.Facts {
        (all[verb.joined(separator: " ")] ?? []).map { ("dragoman " + $0.0, $0.1) }
    }

    static let all: [String: ManualFacts.Facts] = [
        "init": [
            ("init --source en", "Begins a project in the current directory."),
            ("init translations --source da", "Begins one in Danish, in a new directory."),
        ],
        "clone": [
            (
                "clone --depth 1 git@example.org:shop.git",
                "Clones the whole state without its history."
            )
        ],
        "config": [
            ("config", "Lists the settings and their values."),
            ("config strict true", "Refuses texts in which a blocking check finds something."),
        ],
        "locale add": [
            ("locale add fr-CA de", "Adds two languages."),
            ("locale add gsw --fallback de", "Adds one that borrows missing texts from German."),
        ],
        "locale remove": [("locale remove gsw", "Takes a language out.")],
        "locale list": [("locale list --format markdown", "Prints a table for a README.")],
        "string add": [
            ("string add greeting 'Good morning'", "Defines a string of the default section."),
            (
                "string add -s cart items --plural one='%d item' --plural other='%d items'",
                "Defines one with plural forms in the section cart."
            ),
        ],
        "string edit": [
            (
                "string edit greeting --value 'Good day' --minor",
                "Changes a text; translations stay right."
            )
        ],
        "string rename": [("string rename cart:items cart:count", "Gives a string another key.")],
        "string carry": [
            ("string carry cart:items cart:count", "Takes along what came late for the old key.")
        ],
        "string remove": [("string remove cart:items", "Takes a string out.")],
        "list": [
            ("list fr --state missing,stale", "Lists what French lacks, or has for older texts."),
            ("list --key 'cart:list.*'", "Lists keys like this of the section cart."),
        ],
        "import": [
            (
                "import public/locales --add-locales",
                "Takes over a tree of files with its languages."
            ),
            (
                "import fr.xlf --as-proposals --origin machine:babel",
                "Makes proposals of a machine's texts."
            ),
        ],
        "extract": [
            ("extract Sources", "Lists what the sources ask for and the project lacks."),
            ("extract Sources --import --prune", "Takes it over, and removes what is gone."),
        ],
        "template": [
            ("template fr --format xliff-2", "Prints a file for a translator to fill in.")
        ],
        "todo": [("todo fr", "Lists what waits for a translator of French.")],
        "translate": [("translate fr --missing", "Goes through what French lacks.")],
        "set": [
            ("set fr greeting Bonjour", "Sets a text."),
            ("set fr greeting -", "Sets it to what standard input says."),
        ],
        "unset": [("unset fr greeting", "Takes a text out.")],
        "get": [
            ("get fr greeting", "Prints a text."),
            (
                "get greeting --negotiate i18next --for fr-CH,de",
                "Prints what an app with i18next would show."
            ),
        ],
        "propose": [
            (
                "propose fr greeting Salut --note 'Less formal'",
                "Proposes a text, and prints the proposal's id."
            )
        ],
        "suggest": [
            ("suggest fr", "Fills gaps with what the translation memory has."),
            (
                "suggest es --engine apertium --estimate",
                "Says how many characters would go to the machine."
            ),
            (
                "suggest es --engine apertium --only missing",
                "Proposes a machine's texts for strings without one."
            ),
        ],
        "proposals": [
            ("proposals --locale fr --outdated", "Lists those whose source has changed since."),
            ("proposals --mine", "Lists what became of this machine's own."),
        ],
        "review": [("review fr --passing", "Goes through those in which no check finds anything.")],
        "accept": [
            ("accept 9K2M", "Accepts the proposal whose id ends so."),
            ("accept --locale fr --passing", "Accepts all that pass, after showing them."),
        ],
        "reject": [("reject 9K2M --reason style:'Too formal'", "Turns a proposal down.")],
        "delete": [("delete 9K2M", "Takes an own proposal back.")],
        "comment": [
            ("comment 9K2M 'Is this the verb?'", "Says something about a proposal.")
        ],
        "endorse": [("endorse 9K2M", "Agrees with a proposal.")],
        "vouch": [("vouch fr greeting", "Stands for a text.")],
        "flag": [("flag fr greeting --reason 'Too long'", "Says that a text needs work.")],
        "silence": [
            ("silence fr greeting spaces", "Says that a check is wrong about a string.")
        ],
        "memory search": [
            ("memory search 'sign in'", "Finds the words in all languages."),
            (
                "memory search 'Sign in again' -l fr --min-match 75",
                "Finds French texts for texts like this."
            ),
        ],
        "memory import": [("memory import client.tmx", "Takes over what another program knows.")],
        "memory export": [("memory export fr -o fr.tmx", "Writes the French texts as TMX.")],
        "memory list": [("memory list", "Lists the project and the imported files.")],
        "memory remove": [("memory remove client", "Takes an imported file out.")],
        "reference units": [
            ("reference units de --dry-run", "Shows what CLDR would propose for units of time.")
        ],
        "diff": [
            ("diff v1.3..v1.4 --stat", "Counts what differs between two releases."),
            (
                "diff main...feature --format markdown",
                "Prints what a branch brings, for a comment."
            ),
        ],
        "conflicts": [
            ("conflicts", "Lists what several people changed at once."),
            ("conflicts --keep 9K2M", "Keeps one of the sides."),
        ],
        "revert": [
            ("revert 9K2M", "Takes back what an event did."),
            (
                "revert --author otto --since yesterday",
                "Takes back what somebody did, after showing it."
            ),
        ],
        "undo": [("undo", "Takes back what your last command did, after showing it.")],
        "log": [
            ("log --key cart:items --since 7d", "Shows what happened to a string in a week."),
            ("log v1.3..v1.4 --commits", "Shows what a release brought, and the commits."),
        ],
        "show": [
            ("show cart:items", "Shows a string in all languages."),
            ("show 9K2M", "Shows an event or a proposal with its story."),
        ],
        "blame": [("blame fr greeting", "Shows all texts that a string had, and who made them.")],
        "status": [("status fr de", "Shows how far two languages are.")],
        "check": [
            ("check --require fr,de", "Fails if French or German lacks a text."),
            ("check --format sarif --fail-on warning", "Prints findings for a code host."),
            ("check fr_CA.xml --sources Sources", "Compares a Ver-ID file with an app's sources."),
        ],
        "export": [
            ("export -o public/locales", "Writes all languages in the project's format."),
            ("export --format po -l fr -o -", "Prints one file."),
        ],
        "bundle": [
            ("bundle --rev v1.4 -o dist.tar.gz", "Makes the release bundle of a tag.")
        ],
        "verify": [("verify dist.tar.gz --rev v1.4", "Proves that a bundle is what the tag says.")],
        "sync": [("sync", "Fetches, unites and pushes.")],
        "fetch": [("fetch origin", "Fetches without uniting.")],
        "push": [("push", "Pushes what is here.")],
        "remote add": [
            ("remote add origin git@example.org:shop.git", "Names another repository.")
        ],
        "remote list": [("remote list", "Lists the other repositories.")],
        "remote rename": [("remote rename origin old", "Gives one another name.")],
        "remote set-url": [
            ("remote set-url origin git@example.org:shop.git", "Says where it is now.")
        ],
        "token add": [
            (
                "token add --name Ines --email ines@example.org --project shop",
                "Makes a token for a reviewer."
            )
        ],
        "token list": [("token list", "Lists the tokens of a server.")],
        "token rotate": [("token rotate 7XK3", "Replaces a token by a new one.")],
        "token revoke": [("token revoke 7XK3", "Ends a token.")],
        "remote remove": [("remote remove origin", "Forgets one.")],
        "serve": [("serve", "Serves the project of the current directory on the loopback.")],
        "rebuild": [("rebuild", "Makes the read model anew.")],
        "fsck": [
            ("fsck", "Proves the log."),
            ("fsck --restore", "Adds again what the branch had and lost."),
        ],
        "gc": [("gc", "Packs loose objects.")],
        "gather": [("gather --dry-run", "Says which small files would become large ones.")],
        "receive": [("receive --install", "Puts the hook into a server's repository.")],
    ]
}
