import EventStore
import Git
import GitEventStore
import JSON
import Machine
import Texts
import Translation
import Workspace

/// Judges one move of a branch by the rules that the project had before the move.
struct PushJudge {
    let store: GitEventStore
    let host: Host
    /// The pusher according to the server; a commit's signature takes precedence.
    let pusher: Pusher
    /// The time at which a signer's key must be valid.
    let moment: CommitSignatures.Moment

    /// A move of a branch, to be judged.
    struct Move {
        /// The previous commit of the branch, or nil for a new branch.
        var old: ObjectID?
        /// The new commit of the branch.
        var new: ObjectID
        /// The commit whose settings, signers and events apply before the move.
        var base: ObjectID?
        /// The commits of other branches, which were judged in their own pushes.
        var others: [ObjectID] = []
        /// Whether the branch may only move forward.
        var isProtected = true
        /// The events before the move, if the caller has already read them.
        ///
        /// Otherwise they are read from `base`.
        var known: KnownEvents?
    }

    private var repository: GitRepository { store.repository }

    /// Judges a move.
    ///
    /// Cost: reads the changes in the new commits, and all files that the log contained before.
    /// Parses only settings, and the events that the new events refer to.
    func findings(of move: Move) throws -> [PolicyFinding] {
        var findings = try historyFindings(of: move)
        let project = try projectFinding(of: move)
        if let project { findings.append(project) }
        let changes = try repository.entryChanges(from: move.base, to: move.new)
        let files = try NewFiles(changes, in: repository, now: host.now())
        findings += files.findings
        findings += try NewNames(from: move.base, to: move.new, in: repository).findings
        let known = try move.known ?? knownEvents(before: move, for: files.events)
        let rules = try rules(known, of: move)
        let fresh = try FreshCommits(of: move, in: repository) { commit in
            try rules.signatures.check(commit)
        }
        findings += signatureFindings(fresh, isRequired: rules.isSigned)
        findings += alterations(changes, fresh)
        findings += fileFindings(changes, rules.roles, fresh)
        findings += try eventFindings(files.events, known, rules, fresh, move)
        return findings
    }

    // MARK: The project

    private func projectFinding(of move: Move) throws -> PolicyFinding? {
        let name = GitEventStore.projectFile
        func finding(_ message: String) -> PolicyFinding {
            PolicyFinding(.project, message, path: name)
        }
        guard let entry = try repository.entry(atPath: name, in: move.new), entry.mode.isFile else {
            return finding("\(name) is missing.")
        }
        guard entry.mode == .regular else { return finding("\(name) is not a regular file.") }
        if let base = move.base, let before = try repository.entry(atPath: name, in: base) {
            return before.id == entry.id ? nil : finding("\(name) has changed.")
        }
        do {
            _ = try ProjectFile.read(try repository.readBlob(entry.id))
            return nil
        } catch let refusal as Refusal {
            return finding(refusal.message)
        }
    }

    private func project(in commit: ObjectID) throws -> Project? {
        let entry = try repository.entry(atPath: GitEventStore.projectFile, in: commit)
        guard let entry, entry.mode == .regular else { return nil }
        return try? ProjectFile.read(try repository.readBlob(entry.id))
    }

    // MARK: Lost events

    private func historyFindings(of move: Move) throws -> [PolicyFinding] {
        guard let old = move.old else { return [] }
        var findings: [PolicyFinding] = []
        if move.isProtected, try !repository.isAncestor(old, of: move.new) {
            findings.append(
                PolicyFinding(
                    .rewound,
                    "The branch would no longer contain its previous commit "
                        + "\(old.description.prefix(12))."
                ))
        }
        let before = try store.position(of: old)
        let after = try store.position(of: move.new)
        return findings
            + (try store.lostEvents(inHistoryFrom: before, to: after)).map(PolicyFinding.init)
    }

    // MARK: Known events

    private func knownEvents(
        before move: Move, for events: [EventForm.NewEvent]
    ) throws -> KnownEvents {
        var selection = KnownEvents.Selection()
        for new in events {
            selection.ids.insert(new.event.id)
            selection.ids.formUnion(new.event.concerned)
            if case .proposalMade = new.event.payload {
                selection.folders.insert(FolderName.folder(ofTag: new.event.locale.rawValue))
            }
        }
        selection.definitions = events.contains { $0.event.copies != nil }
        var known = KnownEvents(selection, source: try project(in: move.new)?.source)
        if let base = move.base {
            try known.add(logOf: base, in: repository)
            let own = Set(events.compactMap(\.event.repetition))
            let named = events.flatMap(\.event.concerned)
            let rivals = events.flatMap { new in
                new.event.payload.guid.map { known.proposals(of: $0, in: new.event.locale) } ?? []
            }
            let originals = known.originals(of: named + rivals.map(\.id))
            let repetitions = own.union(known.repetitions(of: named))
            try known.add(originals, repetitions, inLogOf: base, in: repository)
            let more = known.repetitions(of: originals).subtracting(repetitions)
            try known.add([], more, inLogOf: base, in: repository)
        }
        return known
    }

    private struct Rules {
        let roles: Roles
        let names: BoundNames
        let isSigned: Bool
        let signatures: CommitSignatures
    }

    private func rules(_ known: KnownEvents, of move: Move) throws -> Rules {
        var values: [String: JSONValue] = [:]
        if let base = move.base,
            let bytes = try store.file(
                atPath: GitEventStore.projectFile, in: store.position(of: base))
        {
            let state = EventLogState(
                project: try ProjectFile.read(bytes), events: known.settingsAsTheyCount)
            for setting in Roles.settings + [.names, .signed, .signers] {
                values[setting.name] = state.setting(setting.name).value ?? setting.defaultValue
            }
        }
        return Rules(
            roles: Roles(values), names: BoundNames(values[Setting.names.name]),
            isSigned: values[Setting.signed.name]?.boolValue ?? false,
            signatures: CommitSignatures(
                repository, keys: SigningKey.keys(in: values[Setting.signers.name]), moment: moment,
                host: host))
    }

    // MARK: Commits

    private func signatureFindings(
        _ fresh: FreshCommits, isRequired: Bool
    ) -> [PolicyFinding] {
        fresh.commits.compactMap { commit -> PolicyFinding? in
            switch commit.signature {
            case .good: nil
            case .unsigned:
                isRequired
                    ? PolicyFinding(
                        .signature,
                        "The commit is not signed, but the project requires signatures.",
                        commit: commit.id.description) : nil
            case .bad(let reason):
                PolicyFinding(
                    .signature, "The commit's signature is not valid: \(reason).",
                    as: isRequired ? .error : .warning, commit: commit.id.description)
            }
        }
    }

    /// Returns the findings for modified event files.
    ///
    /// Event files never change, except in merges: a merge of two files with the same name keeps
    /// the lines of both.
    private func alterations(
        _ changes: [EntryChange], _ fresh: FreshCommits
    ) -> [PolicyFinding] {
        changes.filter { EventPath.isInLog($0.path) }.compactMap { change in
            guard let old = change.old, let new = change.new, old.id != new.id,
                let commit = fresh.commit(changing: change.path)
            else { return nil }
            return PolicyFinding(
                .altered, "The file has changed; event files must never change.",
                as: commit.isMerge ? .warning : .error, commit: commit.id.description,
                path: change.path)
        }
    }

    /// Returns the findings for files outside the log.
    ///
    /// These files can define CI jobs and hooks, so only maintainers may change them.
    private func fileFindings(
        _ changes: [EntryChange], _ roles: Roles, _ fresh: FreshCommits
    ) -> [PolicyFinding] {
        let isLimited = pusher.limit.map { $0 < .administer } ?? false
        guard roles.hasMaintainers || isLimited else { return [] }
        let cutOff = changes.filter { !EventPath.isInLog($0.path) }.compactMap { change in
            fresh.cutOffCommit(with: change.path).map { (path: change.path, commit: $0) }
        }
        return (fresh.changesBeside + cutOff).compactMap { path, commit -> PolicyFinding? in
            guard path != GitEventStore.projectFile else { return nil }
            if isLimited {
                return PolicyFinding(
                    .scope, "The token does not give the right to change this file.",
                    commit: commit.id.description, path: path)
            }
            guard let identity = commit.signer ?? pusher.identity else {
                return PolicyFinding(
                    .maintainer,
                    "Only maintainers may change this file, and the pusher is unknown.",
                    as: pusher.isRequired ? .error : .unchecked,
                    commit: commit.id.description, path: path)
            }
            guard !identity.emails.contains(where: roles.isMaintainer) else { return nil }
            return PolicyFinding(
                .maintainer, "\(identity) may not change this file; only maintainers may.",
                commit: commit.id.description, path: path)
        }
    }

    // MARK: Events

    private func eventFindings(
        _ events: [EventForm.NewEvent], _ known: KnownEvents, _ rules: Rules,
        _ fresh: FreshCommits, _ move: Move
    ) throws -> [PolicyFinding] {
        let project = try project(in: move.new)
        let added = AddedEvents(events, known, source: project?.source)
        var findings = added.contradictions
        // Parse each line only once, because long chains of copies visit the same events
        // repeatedly.
        var parsed: [EventID: Event?] = [:]
        let event = { (id: EventID) -> Event? in
            if let found = parsed[id] { return found }
            var found = known.event(id) ?? added.event(id)
            if let repetition = found?.repetition {
                found =
                    [known.first(of: repetition), added.first(of: repetition)]
                    .compactMap(\.self).min { $0.id < $1.id } ?? found
            }
            parsed.updateValue(found, forKey: id)
            return found
        }
        let renames = Renames(event: event, project: project) { key in
            known.definitions(withKey: key).map { (event: $0, isNew: false) }
                + added.definitions(withKey: key).map { (event: $0, isNew: true) }
        }
        let rights = EventRights(
            roles: rules.roles, limit: pusher.limit, names: rules.names, event: event,
            first: { known.first(of: $0) },
            proposals: { known.proposals(of: $0, in: $1) },
            copies: CopyRights(roles: rules.roles, event: event, renames: renames), project: project
        )
        var carried = CarriedLines(move, in: store)
        var depths = CopyDepths()
        // A log is already in use when it is first pushed, so the limit on copy depth and the check
        // for forbidden characters do not apply to it.
        let isFirst = move.base == nil && move.others.isEmpty
        var unchecked = 0
        for new in added.events {
            let commit = fresh.commit(adding: new.line)
            let identity = commit.map { $0.signer ?? pusher.identity } ?? nil
            let isTooDeep = !isFirst && depths.isTooDeep(new.event, counting: event)
            var faults: [EventRights.Fault] =
                isTooDeep ? [CopyRights.depthFault] : rights.faults(in: new.event, from: identity)
            if !isFirst, let fault = Self.textFault(in: new.event, event) { faults.append(fault) }
            // These rules were checked when the line was first pushed. They include the check that
            // a rename's new key was unused.
            let judgedOnce: Set<PolicyFinding.Rule> = [.actor, .copy, .malformed]
            if faults.contains(where: { judgedOnce.contains($0.rule) }),
                try carried.wasJudged(new.line)
            {
                faults.removeAll { judgedOnce.contains($0.rule) }
            }
            if !faults.isEmpty, try carried.wasThere(new.line) { continue }
            if commit != nil, identity == nil, try !carried.wasJudged(new.line) { unchecked += 1 }
            findings += faults.map { rule, message in
                PolicyFinding(
                    rule, message, commit: commit?.id.description, path: new.path,
                    line: new.number, event: new.event.id)
            }
        }
        if unchecked > 0 {
            findings.append(
                PolicyFinding(
                    .actor,
                    "The pusher is unknown, so the actor of \(unchecked) new "
                        + "\(unchecked == 1 ? "event" : "events") was not checked.",
                    as: pusher.isRequired ? .error : .unchecked))
        }
        return findings
    }

    /// Returns the fault for a character that new texts must not contain.
    ///
    /// Copies of existing texts may contain it.
    private static func textFault(
        in event: Event, _ known: (EventID) -> Event?
    ) -> EventRights.Fault? {
        guard let fault = event.forbiddenCharacter,
            event.copies.flatMap(known)?.forbiddenCharacter == nil
        else { return nil }
        return (.malformed, fault)
    }
}

extension PolicyFinding {
    init(_ lost: LostEvent) {
        let isAltered = lost.kind != .lost
        self.init(
            isAltered ? .altered : .lost,
            isAltered ? "The content of the event has changed." : "The event is missing.",
            commit: lost.commit, path: "\(GitEventStore.eventsDirectory)/\(lost.path)",
            event: lost.id.flatMap { EventID($0) })
    }
}
