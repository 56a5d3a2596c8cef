import ArgumentParser
import JSON
import Languages
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// `dragoman string carry`.
struct StringCarry: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "carry",
        abstract: "Take along what was written for a key after it had been renamed.",
        discussion: """
            Somebody who did not know of a rename goes on writing for the old key. Without keys, such texts and \
            proposals are listed. What was accepted for the old key is accepted for the new one, by a reviewer. Texts that the \
            new key got meanwhile stay, unless --force is given; exit 1 then.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var section: SectionOption

    @Argument(help: "The old key; without keys, what waits is listed.")
    var key: String?

    @Argument(help: "The new key; may be left out where there is only one.")
    var newKey: String?

    @Flag(help: "Replace what the new key got meanwhile.")
    var force = false

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        guard let key else { return try list(workspace, session) }
        let (old, new) = try workspace.readForWriting { snapshot in
            let old = try snapshot.string(section.key(key))
            return (old, try newString(snapshot, after: old))
        }
        let outcome = try workspace.perform(
            Action(.carryOver(old, to: new, isForced: force)), idempotencyKey: idempotency.key)
        for item in outcome.leftOut {
            session.say("left out: \(Visible.escaping(item.refusal.message))")
        }
        session.report(
            outcome, output, saying: "Carried \(counted(outcome.events.count, "event")) over.")
        return outcome.leftOut.isEmpty ? .done : .found
    }

    /// Returns the target of the carried texts: the named string, or the only one that the old one
    /// was renamed to.
    private func newString(
        _ snapshot: Snapshot, after old: StringID
    ) throws -> StringID {
        if let newKey { return try snapshot.string(section.key(newKey)) }
        let successors = try snapshot.model.successors(of: old)
        if let only = successors.first, successors.count == 1 { return only }
        let name = old.spelled(in: snapshot.project)
        throw Refusal(
            .ambiguousKey,
            successors.isEmpty
                ? "The string “\(name)” was not renamed."
                : "The string “\(name)” was renamed to several.",
            hint: "Name the old key and the new one.",
            nearest: successors.map { $0.spelled(in: snapshot.project) })
    }

    private func list(_ workspace: Workspace, _ session: Session) throws -> ExitStatus {
        let late = try workspace.read(at: .tip) { try $0.lateTexts() }
        switch output.format {
        case .json: session.write(.array(late.map(\.json)))
        case .text:
            for item in late {
                let old = item.old.spelled(in: workspace.project)
                let new = item.new.spelled(in: workspace.project)
                var parts = item.work.text.map { [ValueText.inline($0.value)] } ?? []
                if !item.work.proposals.isEmpty {
                    parts.append(counted(item.work.proposals.count, "proposal"))
                }
                session.terminal.write(
                    "\(item.locale) \(Visible.escaping(old)) → \(Visible.escaping(new)): "
                        + parts.joined(separator: "; ") + "\n")
            }
            session.say(
                late.isEmpty
                    ? "Nothing waits." : "hint: `dragoman string carry OLD NEW` takes them along.")
        }
        return .done
    }
}

extension Session {
    /// Reports texts that were written for the old keys of renamed strings.
    func sayWhatIsLate(_ workspace: Workspace) throws {
        let count = try workspace.read(at: .tip) { try $0.lateTexts().count }
        guard count > 0 else { return }
        say(
            "hint: \(counted(count, "text")) came for renamed strings: `dragoman string carry` lists them."
        )
    }
}
