/// The examples in the manual pages.
enum ManualExamples {
    /// Returns the examples for a verb, which is given as its words.
    ///
    /// Each example is a command line with an explanation.
    static func of(_ verb: [String]) -> ManualFacts.Facts {
        (all[verb.joined(separator: " ")] ?? []).map { ("dragoman " + $0.0, $0.1) }
    }

    static let all: [String: ManualFacts.Facts] = [
        "init": [
            ("init --source en", "Starts a project in the current directory."),
            ("init translations --source da", "Starts one in Danish, in a new directory."),
            ("init --agents", "Also writes AGENTS.md for AI agents that work on the code."),
        ],
        "clone": [
            (
                "clone --depth 1 git@example.org:shop.git",
                "Clones the current state without its history."
            )
        ],
        "config": [
            ("config", "Lists the settings and their values."),
            ("config strict true", "Rejects texts with findings from a blocking check."),
        ],
        "locale add": [
            ("locale add fr-CA de", "Adds two languages."),
            ("locale add gsw --fallback de", "Adds a language that falls back to German."),
        ],
        "locale remove": [("locale remove gsw", "Removes a language.")],
        "locale list": [("locale list --format markdown", "Prints a table for a README.")],
        "string add": [
            ("string add greeting 'Good morning'", "Defines a string in the default section."),
            (
                "string add -s cart items --plural one='%d item' --plural other='%d items'",
                "Defines one with plural forms in the cart section."
            ),
        ],
        "string edit": [
            (
                "string edit greeting --value 'Good day' --minor",
                "Changes a source text; its translations stay valid."
            ),
            ("string edit greeting --screenshot greeting.png", "Attaches a picture."),
        ],
        "picture list": [("picture list", "Lists the pictures with their sizes and uses.")],
        "picture save": [
            ("picture save cart:title cart.png", "Writes the screenshot of a string to a file.")
        ],
        "picture remove": [
            ("picture remove cart:title", "Removes the screenshot of a string for good.")
        ],
        "string rename": [("string rename cart:items cart:count", "Changes the key of a string.")],
        "string carry": [
            ("string carry cart:items cart:count", "Carries over late texts for the old key.")
        ],
        "string remove": [("string remove cart:items", "Removes a string.")],
        "list": [
            ("list fr --state missing,stale", "Lists missing and stale French texts."),
            ("list --key 'cart:list.*'", "Lists matching keys in the cart section."),
        ],
        "import": [
            (
                "import public/locales --add-locales",
                "Imports a directory of files, and adds their languages."
            ),
            (
                "import fr.xlf --as-proposals --origin machine:babel",
                "Proposes machine translations from a file."
            ),
        ],
        "extract": [
            ("extract Sources", "Compares the strings used in the sources with the project's."),
            (
                "extract Sources --import --prune",
                "Imports new strings, and removes those that are gone."
            ),
        ],
        "template": [
            ("template fr --format xliff-2", "Prints a file for a translator.")
        ],
        "todo": [("todo fr", "Lists the work for a French translator.")],
        "translate": [("translate fr --missing", "Walks through missing French texts.")],
        "set": [
            ("set fr greeting Bonjour", "Sets a text."),
            ("set fr greeting -", "Sets a text from standard input."),
        ],
        "unset": [("unset fr greeting", "Removes a text.")],
        "replace": [
            ("replace Basket Cart", "Shows the differences in all languages, and asks."),
            (
                "replace Login Anmeldung -l de --whole-words --case-sensitive",
                "Replaces a word in German texts."
            ),
            (
                "replace --regex '(\\d+) ?EUR' '€ $1' --propose",
                "Proposes texts with the sign before the amount."
            ),
        ],
        "get": [
            ("get fr greeting", "Prints a text."),
            (
                "get greeting --negotiate i18next --for fr-CH,de",
                "Prints the text that an app with i18next would show."
            ),
            (
                "get fr greeting --channel production --at 2026-11-03",
                "Prints the text that apps on the channel showed on that day."
            ),
        ],
        "propose": [
            (
                "propose fr greeting Salut --note 'Less formal'",
                "Proposes a text, and prints the proposal's id."
            )
        ],
        "suggest": [
            ("suggest fr", "Fills gaps from the translation memory."),
            (
                "suggest es --engine apertium --estimate",
                "Shows how many characters would be sent to the engine."
            ),
            (
                "suggest es --engine apertium --only missing",
                "Proposes machine translations for untranslated strings."
            ),
        ],
        "proposals": [
            (
                "proposals --locale fr --outdated",
                "Lists proposals whose text or source has changed since they were made."
            ),
            ("proposals --mine", "Lists this machine's own proposals and their states."),
        ],
        "review": [("review fr --passing", "Walks through proposals without findings.")],
        "accept": [
            ("accept 9K2M", "Accepts the proposal whose id ends with 9K2M."),
            (
                "accept --locale fr --passing",
                "Accepts all proposals without findings, after showing them."
            ),
        ],
        "reject": [("reject 9K2M --reason style:'Too formal'", "Rejects a proposal.")],
        "delete": [("delete 9K2M", "Withdraws your own proposal.")],
        "comment": [
            ("comment 9K2M 'Is this the verb?'", "Comments on a proposal.")
        ],
        "endorse": [("endorse 9K2M", "Supports a proposal.")],
        "vouch": [("vouch fr greeting", "Marks a text as reviewed.")],
        "flag": [("flag fr greeting --reason 'Too long'", "Marks a text as needing work.")],
        "silence": [
            ("silence fr greeting spaces", "Silences a check for one string.")
        ],
        "memory search": [
            ("memory search 'sign in'", "Searches for words in all languages."),
            (
                "memory search 'Sign in again' -l fr --min-match 75",
                "Finds French translations of similar texts."
            ),
        ],
        "memory import": [
            ("memory import client.tmx", "Imports another program's translation memory.")
        ],
        "memory export": [("memory export fr -o fr.tmx", "Writes the French texts as TMX.")],
        "memory list": [
            ("memory list", "Lists the memory's sources: the project and imported files.")
        ],
        "memory remove": [("memory remove client", "Removes an imported file.")],
        "reference units": [
            (
                "reference units de --dry-run",
                "Shows which names of time units would be proposed from CLDR."
            )
        ],
        "diff": [
            ("diff v1.3..v1.4 --stat", "Counts the differences between two releases."),
            (
                "diff main...feature --format markdown",
                "Prints the changes on a branch as a pull request comment."
            ),
        ],
        "conflicts": [
            ("conflicts", "Lists conflicting concurrent edits."),
            ("conflicts --keep 9K2M", "Keeps one side of a conflict."),
        ],
        "revert": [
            ("revert 9K2M", "Reverts an event."),
            (
                "revert --author otto --since yesterday",
                "Reverts a person's recent changes, after showing them."
            ),
        ],
        "undo": [("undo", "Reverts your last command, after showing the changes.")],
        "log": [
            ("log --key cart:items --since 7d", "Shows a string's events from the last week."),
            ("log v1.3..v1.4 --commits", "Shows the events in a release, with their commits."),
        ],
        "show": [
            ("show cart:items", "Shows a string in all languages."),
            ("show 9K2M", "Shows an event or a proposal with its history."),
        ],
        "blame": [("blame fr greeting", "Shows all past texts of a string and their authors.")],
        "status": [("status fr de", "Shows the progress of two languages.")],
        "check": [
            ("check --require fr,de", "Fails if French or German lacks a text."),
            ("check --format sarif --fail-on warning", "Prints findings for a code host."),
            ("check fr_CA.xml --sources Sources", "Checks a Ver-ID file against an app's sources."),
        ],
        "digest": [
            ("digest --since 7d", "Shows everyone's reviews and last week's decisions."),
            (
                "digest --format mail --output out --url https://l10n.example.org/projects/shop",
                "Writes a message for each person."
            ),
        ],
        "export": [
            ("export -o public/locales", "Writes all languages in the project's format."),
            ("export --format po -l fr -o -", "Prints one file."),
        ],
        "bundle": [
            ("bundle --rev v1.4 -o dist.tar.gz", "Creates the release bundle for a tag.")
        ],
        "verify": [("verify dist.tar.gz --rev v1.4", "Verifies that a bundle matches a tag.")],
        "channel set": [
            (
                "channel set production v1.4 --app-versions '>=3.2 <5' --sign ~/.ssh/release",
                "Releases v1.4 to apps from 3.2 up to 5, and signs the release."
            ),
            ("channel set production v1.3", "Rolls back to v1.3."),
        ],
        "channel list": [("channel list", "Lists the channels and their releases.")],
        "channel history": [
            ("channel history production", "Shows who released what, and when.")
        ],
        "channel remove": [("channel remove beta", "Removes a channel.")],
        "channel sign": [
            (
                "channel sign production v1.4 --key ~/.ssh/release",
                "Signs a release that another person points the channel to."
            )
        ],
        "sync": [("sync", "Fetches, merges and pushes.")],
        "fetch": [("fetch origin", "Fetches without merging.")],
        "push": [("push", "Pushes the branch.")],
        "remote add": [
            ("remote add origin git@example.org:shop.git", "Adds another repository.")
        ],
        "remote list": [("remote list", "Lists the other repositories.")],
        "remote rename": [("remote rename origin old", "Renames a remote.")],
        "remote set-url": [
            ("remote set-url origin git@example.org:shop.git", "Changes a remote's address.")
        ],
        "token add": [
            (
                "token add --name Ines --email ines@example.org --project shop",
                "Creates a token for a reviewer."
            )
        ],
        "token invite": [
            (
                "token invite --name Otto --email otto@example.org --scope translate --locale fr",
                "Prints a link that signs a translator in once."
            )
        ],
        "token list": [("token list", "Lists a server's tokens.")],
        "token rotate": [("token rotate 7XK3", "Replaces a token with a new one.")],
        "token revoke": [("token revoke 7XK3", "Revokes a token.")],
        "webhook list": [
            (
                "webhook list --config /etc/dragoman/server.conf",
                "Lists the webhooks of a server, with their state."
            )
        ],
        "webhook test": [
            ("webhook test ci", "Sends a test message to a receiver, and prints the result.")
        ],
        "webhook replay": [
            ("webhook replay ci", "Turns a webhook on again, from where it stopped.")
        ],
        "remote remove": [("remote remove origin", "Removes a remote.")],
        "serve": [("serve", "Serves the current directory's project on this machine.")],
        "mcp": [
            ("mcp --name claude", "Serves an AI agent, which can read and propose."),
            (
                "mcp --name reviewer --allow accept_proposals",
                "Also lets the agent accept proposals."
            ),
        ],
        "rebuild": [("rebuild", "Rebuilds the read model from the log.")],
        "doctor": [("doctor", "Examines the machine and the repository.")],
        "fsck": [
            ("fsck", "Verifies the log."),
            ("fsck --restore", "Restores events that the branch lost."),
        ],
        "gc": [("gc", "Packs loose objects.")],
        "gather": [("gather --dry-run", "Shows which small files would be combined.")],
        "begin-anew": [
            ("begin-anew --dry-run", "Shows what the new history would leave out."),
            ("begin-anew --from origin", "Takes over the hub's new history in a clone."),
        ],
        "receive": [("receive --install", "Installs the hook in a server's repository.")],
    ]
}
