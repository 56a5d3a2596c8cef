import JSON
import Languages
import Translation
import Workspace

extension Walker {
    /// Says that earlier walks had left something.
    func announceResumed() {
        guard walk.resumed > 0 else { return }
        tell(
            "\(counted(walk.resumed, "decision")) of an interrupted walk: taken up again.", .yellow)
    }

    /// Forgets what was decided, and says how much that was.
    func forget(_ output: OutputOptions) -> ExitStatus {
        tell("\(counted(walk.plan.steps.count, "decision")) forgotten.")
        walk.discard()
        if case .json = output.format { session.write(Self.nothing) }
        return .done
    }

    /// Does what the end of a walk asks for, and answers as every writing verb does.
    ///
    /// `left` says, once all is done, how many things of the walk are as they were.
    func end(
        _ ending: Ending, _ output: OutputOptions, left: () throws -> Int = { 0 }
    ) throws -> ExitStatus {
        session.terminal.settle()
        let count = walk.plan.steps.count
        if case .aside = ending {
            walk.putAside()
            tell(
                count == 0
                    ? "Nothing was decided."
                    : "\(counted(count, "decision")) put aside: `dragoman \(walk.verb)` takes them up again."
            )
            if case .json = output.format { session.write(Self.nothing) }
            return .done
        }
        let result: Walk.Result
        do {
            result = try walk.commit()
        } catch {
            if count > 0 {
                tell(
                    "\(counted(count, "decision")) not committed, and not lost: `dragoman \(walk.verb)` takes them up again.",
                    .yellow)
            }
            throw error
        }
        for (step, refusal) in result.leftOut {
            tell("left out: \(name(step.subject)): \(refusal.message)", .yellow)
        }
        let sentence = Self.summary(result, left: try left())
        session.report(result.outcome, output, saying: sentence) { members in
            guard !result.leftOut.isEmpty else { return }
            members.add("leftOut", .array(result.leftOut.map { Self.json($0.step, $0.refusal) }))
        }
        return result.leftOut.isEmpty ? .done : .found
    }

    private func name(_ subject: WalkSubject) -> String {
        switch subject {
        case .proposal(let id): "proposal \(id)"
        case .unit(let unit): unit.spelled(in: workspace.project)
        }
    }

    private static var nothing: JSONValue { .object { $0.add("events", .array([])) } }

    private static func json(_ step: WalkStep, _ refusal: Refusal) -> JSONValue {
        .object { members in
            switch step.subject {
            case .proposal(let id): members.add("id", id)
            case .unit(let unit):
                members.add("locale", unit.locale.rawValue)
                members.add(unit.string)
            }
            members.add("reason", refusal.message)
        }
    }

    /// What was done, by kind, as in `Accepted 3, rejected 1`.
    private static func summary(_ result: Walk.Result, left: Int) -> String {
        var counts: [String: Int] = [:]
        for step in result.done { counts[verb(step), default: 0] += 1 }
        let order = ["accepted", "rejected", "set", "proposed", "commented on"]
        let parts = order.compactMap { verb in counts[verb].map { "\(verb) \($0)" } }
        let sentence = parts.joined(separator: ", ")
        let rest = left > 0 ? "; \(left) left as they were" : ""
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
