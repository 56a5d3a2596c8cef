import Git
import GitEventStore
package import Machine
import ReadModel
import Translation
import Workspace

/// The readiness of a machine and a repository for work on translations: `dragoman doctor`.
///
/// A diagnosis only reads. It neither opens the read model nor creates a file, except for
/// temporary files that receive the output of `git`.
package struct Diagnosis: Sendable {
    /// A part of the machine or the repository that is examined.
    package enum Subject: String, Sendable, CaseIterable {
        case programs
        case git
        case identity
        case terminal
        case repository
        case branch
        case remote
        case hook
        case readModel = "read-model"
        case disk
    }

    /// The outcome of an examination.
    package enum Outcome: String, Sendable {
        case ok
        /// Nothing is wrong, but the user may want to know or do something.
        case note
        /// Something needs to be done.
        case problem
    }

    /// The result for one subject: one sentence or value, and a hint if there is something to do.
    package struct Finding: Sendable, Equatable {
        package let subject: Subject
        package let outcome: Outcome
        package let message: String
        package let hint: String?

        init(_ subject: Subject, _ outcome: Outcome, _ message: String, hint: String? = nil) {
            self.subject = subject
            self.outcome = outcome
            self.message = message
            self.hint = hint
        }

        init(_ subject: Subject, _ refusal: Refusal, _ outcome: Outcome = .problem) {
            self.init(subject, outcome, refusal.message, hint: refusal.hint.typed)
        }
    }

    /// The results, in the order of ``Subject``; without a repository, only the results for the
    /// machine.
    package let findings: [Finding]

    /// Whether any subject has a problem.
    package var hasProblem: Bool { findings.contains { $0.outcome == .problem } }

    /// Examines the machine, and the repository that contains `directory`.
    ///
    /// `isInteractive` is true if the output goes to a terminal.
    package init(_ directory: String, branch: String, host: Host, isInteractive: Bool) {
        let machine = MachineExamination(host: host)
        var findings = [machine.programs(), machine.git()]
        let terminal = machine.terminal(isInteractive: isInteractive)
        let store: GitEventStore
        do {
            store = try Workspace.store(directory, branch: branch, host: host)
        } catch {
            findings += [machine.identity(), terminal, Self.repository(error, directory)]
            findings.append(machine.disk(directory))
            self.findings = findings
            return
        }
        let repository = RepositoryExamination(store: store, host: host)
        findings += [repository.identity(), terminal, repository.place(), repository.branch()]
        findings += [repository.remote(), repository.hook()]
        if let finding = repository.readModel() { findings.append(finding) }
        findings.append(machine.disk(store.repository.commonDirectory))
        self.findings = findings
    }

    private static func repository(_ error: any Error, _ directory: String) -> Finding {
        guard let refusal = Refusal(error) else {
            return Finding(.repository, .problem, "\(error)")
        }
        // A missing repository is fine before the first project.
        let isMissing = Files.isDirectory(directory) && Files.workTree(above: directory) == nil
        return Finding(.repository, refusal, isMissing ? .note : .problem)
    }
}
