/// Facts for the manual that are not in the verbs' descriptions.
enum ManualFacts {
    typealias Facts = [(name: String, text: String)]

    static let exitStatuses: Facts = [
        ("0", "Success."),
        (
            "1",
            "A check found something: check, diff with --exit-code, conflicts, fsck, get without a text, export with omitted strings, memory search without results, token list with damaged lines, channel list with conflicts or unreadable values."
        ),
        (
            "2",
            "Refused: standard error contains the reason and a hint. Nothing was changed. With --format json, the error is {\"error\":{\"code\",\"message\",\"hint\",\"nearest\"?}}."
        ),
        (
            "64",
            "Incorrect usage. With --format json, the error is the same object with the code usage."
        ),
        ("70", "A bug in the program."),
    ]

    static let environment: Facts = [
        (
            "DRAGOMAN_DIR",
            "The directory of the repository, unless -C specifies one. Paths are relative to the current directory, or to the directory specified with -C. Git's GIT_DIR is ignored, because hooks in other repositories set it."
        ),
        ("DRAGOMAN_LOCALE", "The default language for verbs that work on one language."),
        ("DRAGOMAN_GUID", "The guid that proposals belong to, unless --guid specifies one."),
        (
            "NO_COLOR",
            "If this is set to any value, colour is off. Colour is used only on a terminal, and not if TERM is dumb."
        ),
        (
            "DRAGOMAN_PAGER, GIT_PAGER, PAGER",
            "The pager for long output on a terminal: the first of these that is set, or less by default. An empty value or cat turns paging off."
        ),
        (
            "GIT_EDITOR, VISUAL, EDITOR",
            "The editor for texts: the first of these that is set, otherwise vi. Git's core.editor is tried after GIT_EDITOR. It can be a command with arguments."
        ),
        (
            "DRAGOMAN_SERVER_STATE, DRAGOMAN_SERVER_CONFIG",
            "A server's state directory, which contains its tokens, and its configuration file, unless --state and --config specify them."
        ),
        ("COLUMNS", "The width of the terminal, if it does not report one."),
        (
            "GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, GIT_CONFIG_NOSYSTEM, GIT_CONFIG_COUNT",
            "The location of Git's configuration, and settings that override it, as for git. GIT_CONFIG_PARAMETERS, which `git -c` sets, is ignored."
        ),
        (
            "GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL",
            "The user's identity. These override user.name and user.email in Git's configuration."
        ),
    ]

    static let files: Facts = [
        (
            "dragoman.json",
            "On the branch: the project's identity, source language and default section."
        ),
        (
            "events/",
            "On the branch: the log, in files with one event per line. Events never change."
        ),
        (
            ".git/dragoman/",
            "The read model, a copy of the log. It can be deleted at any time, and is rebuilt if it is missing."
        ),
        (
            ".git/dragoman-state/",
            "The writers' lock, the state of interrupted commands, damaged files that were moved away, and files imported into the translation memory."
        ),
        (
            "~/.local/state/dragoman/",
            "A server's default state directory, which contains the rights and hashes of its tokens."
        ),
    ]

    static let configuration: Facts = [
        (
            "dragoman.lockTimeout",
            "In Git's configuration: the time that a command waits for other writers, in milliseconds (default: 60000; -1 waits forever)."
        ),
        (
            "dragoman.locale",
            "In Git's configuration: like DRAGOMAN_LOCALE, which takes precedence."
        ),
        (
            "dragoman.guid",
            "In Git's configuration: like DRAGOMAN_GUID, which takes precedence. Created with the first proposal."
        ),
    ]
}
