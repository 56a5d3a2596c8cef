import ArgumentParser
import Languages
import Machine
import Representations
import Sync
import Translation
import Workspace

/// `dragoman rebuild`.
struct Rebuild: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Make the read model anew from the log; it is only ever a copy.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let (events, digest) = try workspace.rebuild()
        switch output.format {
        case .json:
            session.write(.log(events: events, digest: digest))
        case .text: session.terminal.write("\(counted(events, "event")), digest \(digest)\n")
        }
        return .done
    }
}

/// `dragoman fsck`.
struct Fsck: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "fsck",
        abstract: "Look at every object and event, at what history had, and at the read model.",
        discussion: """
            Exit 1 when an object is missing or damaged, an event is malformed, contradicted or lost, or the read \
            model is wrong. --repair has damaged objects again: from the read model's copy of the lines, from \
            repositories named with --from, and from the remotes; what is damaged is put into .git/dragoman-state/damaged. \
            If nobody has the tip, it shows what is lost, and asks whether to set the branch back to the newest commit \
            of its reflog that is whole. \
            --restore adds the events again that an ancestor of the tip had, byte for byte. Of several lines with one id it \
            restores the one that history had first; where that cannot be told, both are shown, and only what is named is restored.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Bring back what a revert, a reset or a merge took away.")
    var restore = false

    @Argument(
        help: ArgumentHelp(
            "With --restore: only these events, also where it cannot be told which line was first: ID, or ID@COMMIT.",
            valueName: "event"))
    var events: [String] = []

    @Flag(help: "Have missing and damaged objects again, where somebody has them.")
    var repair = false

    @Option(help: ArgumentHelp("Look in this repository too, for --repair.", valueName: "dir"))
    var from: [String] = []

    @Flag(name: .shortAndLong, help: "With --repair: set the branch back without asking.")
    var yes = false

    func validate() throws {
        guard !yes || repair else {
            throw ValidationError("--yes answers a question of --repair.")
        }
        guard from.isEmpty || repair else {
            throw ValidationError("--from says where --repair looks.")
        }
        guard events.isEmpty || restore else {
            throw ValidationError("Events are named for --restore.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        var workspace = try session.open(global, acceptsDamage: true)
        if repair {
            let repair = RepositoryRepair(workspace)
            report(try repair.run(from: from), damaged: repair.damagedDirectory, session)
            workspace = try session.open(global, acceptsDamage: true)
            if try setBack(RepositoryRepair(workspace), session) {
                workspace = try session.open(global, acceptsDamage: true)
            }
        }
        if restore {
            report(try LostEvents(workspace).restore(events), session)
        }
        let report = try RepositoryCheck(workspace).run()
        switch output.format {
        case .json: session.write(report.json)
        case .text: write(report, to: session)
        }
        return report.isOK ? .done : .found
    }

    private func report(_ restored: Restoration, _ session: Session) {
        if restored.lines > 0 {
            session.say("Restored \(counted(restored.lines, "event")).")
        } else if restored.undecided == 0 {
            session.say("Nothing was lost.")
        }
        if restored.undecided > 0 {
            session.say(
                "Not restored: \(counted(restored.undecided, "line")) of which it cannot be told whether it was the first of its event. `dragoman fsck --restore ID@COMMIT` restores one."
            )
        }
    }

    private func report(_ repaired: RepairReport, damaged directory: String, _ session: Session) {
        for (source, objects) in Dictionary(grouping: repaired.healed, by: \.source)
            .sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        {
            session.say(
                "Had \(counted(objects.count, "object")) again from \(Visible.escaping(source)).")
        }
        if !repaired.setAside.isEmpty {
            session.say(
                "Put \(counted(repaired.setAside.count, "damaged file")) into \(directory)."
            )
        }
        for remote in repaired.unreachable {
            session.say("warning: Could not ask \(Visible.escaping(remote))")
        }
        if repaired.left > 0 {
            session.say(
                "Nobody who was asked has \(counted(repaired.left, "object")); --from names another clone."
            )
        } else if repaired.healed.isEmpty, repaired.setAside.isEmpty {
            session.say("No object was damaged.")
        }
    }

    /// The maximum number of lost branch moves shown.
    private static let shownMoves = 10

    /// Sets the branch back if its tip is lost and the user agrees; returns true if it did.
    private func setBack(_ repair: RepositoryRepair, _ session: Session) throws -> Bool {
        guard let plan = try repair.plannedSetBack() else { return false }
        session.say(
            "Nobody who was asked has the tip \(plan.from.prefix(12)) of “\(plan.branch)”. The newest commit of its reflog that is whole is \(plan.to.prefix(12)) of \(Timestamp.text(milliseconds: plan.seconds * 1000))."
        )
        session.say("Lost with what came after it:")
        for message in plan.lost.prefix(Self.shownMoves) {
            session.say("  \(Visible.escaping(message))")
        }
        if plan.lost.count > Self.shownMoves {
            session.say("  and \(plan.lost.count - Self.shownMoves) earlier ones")
        }
        if !plan.known.isEmpty, plan.workTrees.isEmpty {
            session.say(
                "The read model still has \(counted(plan.known.count, "event")) of these, which are added again."
            )
        }
        for path in plan.workTrees {
            session.say(
                "The work tree \(Visible.escaping(path)) keeps its files, in which lost events may still be; `git status` there shows them."
            )
        }
        let question = "Set “\(plan.branch)” back to \(plan.to.prefix(12))?"
        if !yes {
            guard session.terminal.canAsk else {
                session.say("`dragoman fsck --repair --yes` sets the branch back.")
                return false
            }
            guard session.confirm(question) else { return false }
        }
        let added = try repair.carryOut(plan)
        session.say(
            "“\(plan.branch)” stands at \(plan.to.prefix(12)) again"
                + (added > 0 ? ", with \(counted(added, "event")) added from the read model." : ".")
        )
        return true
    }

    private func write(_ report: FsckReport, to session: Session) {
        let style = session.style
        for problem in report.problems {
            let place = problem.path + (problem.line.map { ":\($0)" } ?? "")
            let word = problem.isError ? style.red("error") : style.yellow("warning")
            let event = problem.event.map { " (\($0))" } ?? ""
            let sentence = problem.problem.adding(problem.hint)
            session.terminal.write(
                "\(word)  \(Visible.escaping(place)): \(Visible.escaping(sentence))\(event)\n")
            for variant in problem.variants {
                session.terminal.write(
                    "       \(Visible.escaping(variant.place))  \(Visible.escaping(variant.text))\n"
                )
            }
        }
        session.terminal.write("\(counted(report.events, "event")), digest \(report.digest)\n")
        session.terminal.write(report.isOK ? "ok\n" : "not ok\n")
    }
}

extension FsckReport.Variant {
    fileprivate var text: String { String(decoding: line, as: UTF8.self) }
}
