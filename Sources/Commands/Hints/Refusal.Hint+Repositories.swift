import Texts
import Translation

extension Refusal.Hint.NameHint {
    /// The hint with the verbs and options to type.
    var onCommandLine: String {
        switch self {
        case .oneOfTwoStrings(let typed, let other):
            "Write “:\(typed)” for the one, and “\(Self.spelled(other, "-s"))” for the other."
        case .newSection(let typed, let string, let isNewName):
            "“\(Self.spelled(string, Self.option(isNewName)))” makes it; “:\(typed)” is a key of the default section."
        case .listIDs: "`dragoman proposals` and `dragoman log` list ids."
        case .listIDsAndCommits(let fetch):
            "`dragoman log` and `dragoman proposals` list ids, `git log` commits"
                + (fetch.map { ", and `\($0)` brings a commit." } ?? ".")
        case .listLostEvents: "`dragoman fsck` names those that can be restored."
        case .compareWithRevision(let branch):
            "Name revisions: `dragoman diff v1.0..\(branch)`."
        case .timeOrPlaceOfBranch(let time, let branch):
            "`--at \(time)` looks at a time; `\(branch)@{\(time)}` is where the branch stood."
        }
    }

    /// The words to type instead of the key, nearest first.
    var alternatives: [String] {
        switch self {
        case .oneOfTwoStrings(let typed, let other): [":\(typed)", Self.spelled(other, "-s")]
        case .newSection(let typed, let string, let isNewName):
            [Self.spelled(string, Self.option(isNewName)), ":\(typed)"]
        case .listIDs, .listIDsAndCommits, .listLostEvents, .compareWithRevision,
            .timeOrPlaceOfBranch:
            []
        }
    }

    private static func option(_ isNewName: Bool) -> String { isNewName ? "--new-section" : "-s" }

    private static func spelled(_ string: StringID, _ option: String) -> String {
        "\(option) \(string.section) \(string.key)"
    }
}

extension Refusal.Hint.RepositoryHint {
    /// The hint with the verbs and options to type.
    var onCommandLine: String {
        switch self {
        case .nameDirectory: "-C names one that is there."
        case .initialize: "`dragoman init` makes one; -C names another directory."
        case .beginProject: "`dragoman init` begins a project."
        case .beginProjectOrNameBranch:
            "`dragoman init` begins a project; --branch names another branch."
        case .showProject: "`dragoman status` shows it; --branch names another."
        case .fetchBranch:
            "`dragoman fetch` brings it from the remote, and with it where to write."
        case .fetchBranchFrom(let remote, let branch):
            // What was fetched from another remote than origin is not read, unless the branch is made of it.
            "`dragoman \(remote == "origin" ? "fetch" : "sync \(remote)")\(branch.map { " --branch \($0)" } ?? "")` brings it, if \(remote) has it."
        case .check: "`dragoman fsck` looks for damage."
        case .checkAgain: "`dragoman fsck` looks at it again."
        case .repair:
            "`dragoman fsck` names the damage, and `dragoman fsck --repair` mends what can be mended."
        case .rebuildReadModel: "`dragoman rebuild` makes it anew from the log."
        case .rebuildDamagedReadModel:
            "`dragoman rebuild` makes it anew from the log, which has all events."
        case .judgeInHook:
            "Let it call `dragoman receive` with what it gets on standard input."
        }
    }
}

extension Refusal.Hint.RemoteHint {
    /// The hint with the verbs and options to type.
    var onCommandLine: String {
        switch self {
        case .list(let name):
            "`dragoman remote` lists them; `dragoman remote add \(name) URL` adds it."
        case .add: "`dragoman remote add origin URL` adds one."
        case .addForEachAddress:
            "`dragoman remote add NAME URL` gives one of them a name of its own; push to each by its name."
        case .changeAddress(let name):
            "`dragoman remote set-url \(name) URL` gives it another address."
        case .correctAddress: "`dragoman remote set-url NAME URL` mends an address."
        case .chooseAddress: "`dragoman remote set-url` names another address."
        case .nameBranch: "--branch names another branch."
        case .nameBranchOrBeginProject:
            "--branch names another branch; `dragoman init` begins a project of its own."
        case .beginProject:
            "`dragoman init`, `dragoman remote add origin URL` and `dragoman push` begin a project there."
        case .syncToMakeBranch: "`dragoman sync` makes it from the remote's."
        case .syncToUnite: "`dragoman sync` brings both together."
        case .syncToPush: "`dragoman sync` fetches and unites them, and pushes."
        case .syncWith(let address):
            "`dragoman remote add NAME \(address)` and `dragoman sync NAME` unite with them."
        case .syncInstead: "Name another directory, or run `dragoman sync` in this one."
        case .restoreLost:
            "`dragoman fsck --restore` adds again what the branch lost, `dragoman sync --restore` what the remote lost."
        case .repairAltered:
            "`dragoman sync --repair` keeps the line of each event that was there first, and drops the other."
        case .restoreAfterTakingOver(let remote):
            "`git merge --ff-only \(remote)` takes these over; then `dragoman fsck` shows both, and `dragoman fsck --restore ID` restores one."
        }
    }
}
