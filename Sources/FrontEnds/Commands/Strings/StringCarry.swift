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
        abstract: "Carry over texts that were written for a key after it was renamed.",
        discussion: """
            An author who has not seen a rename still writes for the old key. Without keys, lists \
            such texts and proposals. Texts that were accepted for the old key are accepted for \
            the new one, by a reviewer. Texts that the new key has received since are kept, with \
            exit 1, unless --force is given.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var idempotency: IdempotencyOption
    @OptionGroup var section: SectionOption

    @Argument(help: "The old key; without keys, late texts are listed.")
    var key: String?

    @Argument(help: "The new key; optional if there is only one.")
    var newKey: String?

    @Flag(help: "Replace texts that the new key has received since.")
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

    /// Returns the string that receives the texts.
    ///
    /// This is the specified string, or otherwise the only string that the old one was renamed to.
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
                : "The string “\(name)” was renamed to several keys.",
            hint: "Specify the old key and the new one.",
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
                    ? "No late texts."
                    : "hint: Use `dragoman string carry OLD NEW` to carry them over.")
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
            "hint: \(counted(count, "text")) arrived for the old keys of renamed strings. Use `dragoman string carry` to list them."
        )
    }
}
