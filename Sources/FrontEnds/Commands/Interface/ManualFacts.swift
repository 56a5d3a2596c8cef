/// Facts for the manual that the verbs themselves do not contain.
enum ManualFacts {
    typealias Facts = [(name: String, text: String)]

    static let exitStatuses: Facts = [
        ("0", "Success."),
        (
            "1",
            "A check found something: check, diff with --exit-code, conflicts, fsck, get without a text, export with omitted strings, memory search without results, token list with damaged lines."
        ),
        (
            "2",
            "Refused: standard error has the reason and a hint. Nothing was changed. With --format json, the error is {\"error\":{\"code\",\"message\",\"hint\",\"nearest\"?}}."
        ),
        ("64", "Wrong usage. With --format json, the same object with the code usage."),
        ("70", "A bug in the program."),
    ]

    static let environment: Facts = [
        (
            "DRAGOMAN_DIR",
            "The directory of the repository, unless -C specifies one. Paths are relative to the current directory, but with -C to that directory. Git's GIT_DIR is ignored, because hooks of other repositories set it."
        ),
        ("DRAGOMAN_LOCALE", "The default language of verbs that work on one."),
        ("DRAGOMAN_GUID", "The guid that proposals belong to, unless --guid specifies one."),
        (
            "NO_COLOR",
            "Turns colour off if it is set, whatever its value. Colour is used only on a terminal, and not if TERM is dumb."
        ),
        (
            "DRAGOMAN_PAGER, GIT_PAGER, PAGER",
            "The pager for long output on a terminal: the first one that is set, or less by default. An empty value or cat turns paging off."
        ),
        (
            "GIT_EDITOR, VISUAL, EDITOR",
            "The editor for texts: the first one that is set, with Git's core.editor after GIT_EDITOR, otherwise vi. It can be a command with arguments."
        ),
        (
            "DRAGOMAN_SERVER_STATE, DRAGOMAN_SERVER_CONFIG",
            "The state directory with the tokens of a server, and its configuration, unless --state and --config specify them."
        ),
        ("COLUMNS", "The width of the terminal, if it does not report one."),
        (
            "GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, GIT_CONFIG_NOSYSTEM, GIT_CONFIG_COUNT",
            "The location of Git's configuration, and settings that override it, as for git. GIT_CONFIG_PARAMETERS, which `git -c` sets, is ignored."
        ),
        (
            "GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL",
            "The identity of the user; overrides user.name and user.email of Git's configuration."
        ),
    ]

    static let files: Facts = [
        (
            "dragoman.json",
            "In the branch: the project's identity, source language and default section."
        ),
        (
            "events/",
            "In the branch: the log, in files with one event per line, which never change."
        ),
        (
            ".git/dragoman/",
            "The read model, a copy of the log. It can be deleted at any time, and is rebuilt when it is missing."
        ),
        (
            ".git/dragoman-state/",
            "The writers' lock, the state of interrupted commands (decisions of a walk, damaged files that were moved away), and imported files of the translation memory."
        ),
        (
            "~/.local/state/dragoman/",
            "The default state directory of a server: the rights of its tokens, and their hashes."
        ),
    ]

    static let configuration: Facts = [
        (
            "dragoman.lockTimeout",
            "In Git's configuration: how long a command waits for other writers, in milliseconds (default: 60000; -1 waits forever)."
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
