/// Facts for the manual that the verbs themselves do not contain.
enum ManualFacts {
    typealias Facts = [(name: String, text: String)]

    static let exitStatuses: Facts = [
        ("0", "All was done."),
        (
            "1",
            "A check found something: check, diff with --exit-code, conflicts, fsck, get where there is no text, export where something was left out, memory search where nothing is found, token list where lines are damaged."
        ),
        (
            "2",
            "Refused: a sentence on standard error says what is wrong, a hint what to do. Nothing was changed. With --format json it is {\"error\":{\"code\",\"message\",\"hint\",\"nearest\"?}}."
        ),
        ("64", "Wrong usage. With --format json the same object, of the code usage."),
        ("70", "A defect of the program."),
    ]

    static let environment: Facts = [
        (
            "DRAGOMAN_DIR",
            "The directory of the repository, where -C names none. Paths start from the current directory all the same; with -C they start from there. Git's GIT_DIR is not looked at: hooks of other repositories set it."
        ),
        ("DRAGOMAN_LOCALE", "The language of verbs that work on one, where none is named."),
        ("DRAGOMAN_GUID", "The guid that proposals belong to, where --guid names none."),
        (
            "NO_COLOR",
            "Turns colour off, whatever it says. Colour is used on a terminal only, and not where TERM is dumb."
        ),
        (
            "DRAGOMAN_PAGER, GIT_PAGER, PAGER",
            "What shows long answers on a terminal, the first that is set; less without any, none where it is empty or cat."
        ),
        (
            "GIT_EDITOR, VISUAL, EDITOR",
            "The editor for texts: the first that is set, with Git's core.editor after GIT_EDITOR, otherwise vi. A command with arguments is allowed."
        ),
        (
            "DRAGOMAN_SERVER_STATE, DRAGOMAN_SERVER_CONFIG",
            "Where the tokens of a server are, where --state and --config do not say it."
        ),
        ("COLUMNS", "How wide the terminal is, where it does not say so."),
        (
            "GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, GIT_CONFIG_NOSYSTEM, GIT_CONFIG_COUNT",
            "Where Git's configuration is, and settings that count before it, as for git; GIT_CONFIG_PARAMETERS, which `git -c` sets, is not looked at."
        ),
        (
            "GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL",
            "Who acts, before user.name and user.email of Git's configuration."
        ),
    ]

    static let files: Facts = [
        (
            "dragoman.json",
            "In the branch: which project it is, its source language and default section."
        ),
        ("events/", "In the branch: the log, files of one event a line, never changed."),
        (
            ".git/dragoman/",
            "The read model, a copy of the log. It may be deleted at any moment, and is made again when it is missing."
        ),
        (
            ".git/dragoman-state/",
            "The lock of writers, the work of interrupted commands (decisions of a walk, damaged files that were put aside), and imported files of the translation memory."
        ),
        (
            "~/.local/state/dragoman/",
            "The state directory of a server, unless another one is named: what its tokens may do, and their hashes."
        ),
    ]

    static let configuration: Facts = [
        (
            "dragoman.lockTimeout",
            "In Git's configuration: how many milliseconds a command waits for other writers; 60000 without it, -1 is for ever."
        ),
        ("dragoman.locale", "In Git's configuration: as DRAGOMAN_LOCALE, which comes first."),
        (
            "dragoman.guid",
            "In Git's configuration: as DRAGOMAN_GUID, which comes first. Made with the first proposal."
        ),
    ]
}
