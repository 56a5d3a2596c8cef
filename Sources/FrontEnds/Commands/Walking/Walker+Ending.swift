import JSON
import Languages
import Representations
import Translation
import Walks
import Workspace

extension Walker {
    /// Reports the decisions and drafts that earlier walks left behind.
    func announceResumed() {
        guard walk.resumed > 0 || !walk.plan.drafts.isEmpty else { return }
        tell("\(Self.contents(of: walk.plan)) resumed from an interrupted walk.", .yellow)
    }

    /// Describes the contents of a plan, as in `2 decisions and 1 unfinished text`.
    private static func contents(of plan: WalkPlan) -> String {
        let drafts = plan.drafts.count
        let parts = [
            plan.steps.isEmpty && drafts > 0 ? nil : counted(plan.steps.count, "decision"),
            drafts > 0 ? counted(drafts, "unfinished text") : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " and ")
    }

    /// Discards the decisions and drafts, and reports their number.
    func forget(_ output: OutputOptions) -> ExitStatus {
        tell("\(Self.contents(of: walk.plan)) discarded.")
        walk.discard()
        if case .json = output.format { session.write(.nothingWritten) }
        return .done
    }

    /// Ends the walk as requested, and reports the result like every writing verb.
    ///
    /// `left` returns the number of items that remain undecided.
    func end(
        _ ending: Ending, _ output: OutputOptions, left: () throws -> Int = { 0 }
    ) throws -> ExitStatus {
        session.terminal.settle()
        let plan = walk.plan
        if case .aside = ending {
            walk.putAside()
            tell(
                plan.isEmpty
                    ? "No decisions were made."
                    : "\(Self.contents(of: plan)) kept. Use `dragoman \(walk.verb)` to resume."
            )
            if case .json = output.format { session.write(.nothingWritten) }
            return .done
        }
        let result: Walk.Result
        do {
            result = try walk.commit()
        } catch {
            if !plan.isEmpty {
                tell(
                    "\(Self.contents(of: plan)) not committed, but kept. Use `dragoman \(walk.verb)` to resume.",
                    .yellow)
            }
            throw error
        }
        for (step, refusal) in result.leftOut {
            tell("left out: \(name(step.subject)): \(refusal.message)", .yellow)
        }
        for subject in plan.replaced {
            tell("withdrawn: \(name(subject)): Another proposal replaced it.", .yellow)
        }
        for (subject, draft) in plan.drafts {
            tell("kept: \(name(subject)): \(words(for: draft, of: subject))", .yellow)
        }
        let left = try left()
        let nothing =
            left > 0 ? "No decisions were made; \(left) unchanged." : "Nothing to do."
        session.report(
            result.outcome, output, saying: Self.summary(result, left: left), orThat: nothing
        ) { members in
            members.add(
                leftOut: result.leftOut.map { $0.step.subject.json(because: $0.refusal) })
            members.add(kept: plan.drafts.map { $0.subject.json() })
        }
        return result.leftOut.isEmpty && plan.drafts.isEmpty ? .done : .found
    }

    /// Describes a draft, and how to continue with it.
    private func words(for draft: WalkDraft, of subject: WalkSubject) -> String {
        let again = "`dragoman \(walk.verb)\(subject.unit.map { " \($0.locale)" } ?? "")`"
        return switch draft {
        case .forms(let forms):
            "\(counted(forms.count, "form")) typed so far. Use \(again) to type the rest."
        case .value: "You typed a text but did not save it. Use \(again) to see it again."
        }
    }

    private func name(_ subject: WalkSubject) -> String {
        switch subject {
        case .proposal(let id): "proposal \(id)"
        case .unit(let unit): unit.spelled(in: workspace.project)
        }
    }

    /// Summarizes the result by kind, as in `Accepted 3, rejected 1`.
    private static func summary(_ result: Walk.Result, left: Int) -> String {
        var counts: [String: Int] = [:]
        for step in result.done { counts[verb(step), default: 0] += 1 }
        let order = ["accepted", "rejected", "set", "proposed", "commented on"]
        let parts = order.compactMap { verb in counts[verb].map { "\(verb) \($0)" } }
        let sentence = parts.joined(separator: ", ")
        let rest = left > 0 ? "; \(left) unchanged" : ""
        return sentence.prefix(1).uppercased() + sentence.dropFirst() + rest + "."
    }

    private static func verb(_ step: WalkStep) -> String {
        switch step.action {
        case .accept: "accepted"
        case .reject: "rejected"
        case .set: "set"
        case .propose: "proposed"
        case .comment: "commented on"
        }
    }
}
