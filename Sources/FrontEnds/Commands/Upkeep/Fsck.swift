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
        abstract: "Rebuild the read model from the log.")

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
        abstract: "Check all objects and events, the history, and the read model.",
        discussion: """
            Exit 1 if an object is missing or damaged, an event is malformed, contradicted or \
            lost, or the read model is wrong. --repair restores missing and damaged objects from \
            the read model's copy of the lines, from repositories specified with --from, and from \
            the remotes. Damaged files are moved to .git/dragoman-state/damaged. If no repository \
            has the tip, it shows the lost changes. It then asks whether to reset the branch to \
            the newest intact commit in its reflog. --restore adds lost events from the tip's \
            ancestors again, byte for byte. If several lines have the same id, it restores the one \
            that came first in history. If the order is unknown, it shows all of them, and \
            restores only those specified.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Restore events lost by a revert, a reset or a merge.")
    var restore = false

    @Argument(
        help: ArgumentHelp(
            "With --restore: only these events, even if it is unknown which line was first: ID, or ID@COMMIT.",
            valueName: "event"))
    var events: [String] = []

    @Flag(help: "Restore missing and damaged objects from other repositories.")
    var repair = false

    @Option(help: ArgumentHelp("With --repair: also search this repository.", valueName: "dir"))
    var from: [String] = []

    @Flag(name: .shortAndLong, help: "With --repair: reset the branch without asking.")
    var yes = false

    func validate() throws {
        guard !yes || repair else {
            throw ValidationError("--yes requires --repair.")
        }
        guard from.isEmpty || repair else {
            throw ValidationError("--from requires --repair.")
        }
        guard events.isEmpty || restore else {
            throw ValidationError("Event ids require --restore.")
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
            session.say("No events were lost.")
        }
        if restored.undecided > 0 {
            session.say(
                "Not restored: \(counted(restored.undecided, "line")), because it is unknown which line of an event came first. Use `dragoman fsck --restore ID@COMMIT` to restore one."
            )
        }
    }

    private func report(_ repaired: RepairReport, damaged directory: String, _ session: Session) {
        for (source, objects) in Dictionary(grouping: repaired.healed, by: \.source)
            .sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        {
            session.say(
                "Restored \(counted(objects.count, "object")) from \(Visible.escaping(source)).")
        }
        if !repaired.setAside.isEmpty {
            session.say(
                "Put \(counted(repaired.setAside.count, "damaged file")) into \(directory)."
            )
        }
        for remote in repaired.unreachable {
            session.say("warning: Could not read from \(Visible.escaping(remote))")
        }
        if repaired.left > 0 {
            session.say(
                "Could not find \(counted(repaired.left, "object")) in any searched repository. Use --from to specify another clone."
            )
        } else if repaired.healed.isEmpty, repaired.setAside.isEmpty {
            session.say("No objects were damaged.")
        }
    }

    /// The maximum number of lost branch moves shown.
    private static let shownMoves = 10

    /// Resets the branch if its tip is lost and the user agrees; returns true if the branch was
    /// reset.
    private func setBack(_ repair: RepositoryRepair, _ session: Session) throws -> Bool {
        guard let plan = try repair.plannedSetBack() else { return false }
        session.say(
            "Could not find the tip \(plan.from.prefix(12)) of “\(plan.branch)” in any searched repository. The newest intact commit in its reflog is \(plan.to.prefix(12)) from \(Timestamp.text(milliseconds: plan.seconds * 1000))."
        )
        session.say("These later changes are lost:")
        for message in plan.lost.prefix(Self.shownMoves) {
            session.say("  \(Visible.escaping(message))")
        }
        if plan.lost.count > Self.shownMoves {
            session.say("  and \(plan.lost.count - Self.shownMoves) earlier ones")
        }
        if !plan.known.isEmpty, plan.workTrees.isEmpty {
            session.say(
                "The read model still contains \(counted(plan.known.count, "event")) of them, which will be added again."
            )
        }
        for path in plan.workTrees {
            session.say(
                "The files in the work tree \(Visible.escaping(path)) are not changed, and may still contain lost events. Use `git status` there to list the files that differ."
            )
        }
        let question = "Reset “\(plan.branch)” to \(plan.to.prefix(12))?"
        if !yes {
            guard session.terminal.canAsk else {
                session.say("Use `dragoman fsck --repair --yes` to reset the branch.")
                return false
            }
            guard session.confirm(question) else { return false }
        }
        let added = try repair.carryOut(plan)
        session.say(
            "“\(plan.branch)” was reset to \(plan.to.prefix(12))"
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
