import Texts
import Translation
import Workspace

/// The rules for the right to add an event.
///
/// The rules are pure. Roles come from the settings before the push. Events come from the log
/// before the push and from the push itself.
struct EventRights {
    let roles: Roles
    /// The widest right that the push may use, or nil if only the roles limit it.
    let limit: Right?
    /// The names that the project binds to certain people.
    let names: BoundNames
    /// Returns the event in effect for an id, from the log before the push or from the push itself.
    let event: (EventID) -> Event?
    /// Returns the event in effect for an idempotency key before the push.
    let first: (Event.Repetition) -> Event?
    /// Returns the proposals of a guid in a language before the push.
    let proposals: (HashedGuid, LanguageTag) -> [Event]
    let copies: CopyRights
    /// The project, or nil if the project file cannot be read.
    let project: Project?

    /// A violation of a rule.
    typealias Fault = (rule: PolicyFinding.Rule, message: String)

    /// Returns the faults in an event from `pusher`, which is nil if the pusher is unknown.
    ///
    /// An unknown pusher is assumed to be the event's actor.
    func faults(in event: Event, from pusher: Pusher.Identity?) -> [Fault] {
        var faults: [Fault] = []
        let isServer = pusher?.emails.contains(where: roles.isServer) ?? false
        if let pusher, !isServer, let fault = actorFault(event, pusher) { faults.append(fault) }
        if let fault = authorFault(event) { faults.append(fault) }
        if let fault = nameFault(event) { faults.append(fault) }
        faults += roleFaults(event)
        if let limit, case let right = right(to: event), right > limit {
            faults.append((.scope, "It needs the right to \(right), and the token gives less."))
        }
        faults += ownerFaults(event, isServer: isServer)
        return faults
    }

    /// Returns the right that a token must give for an event.
    private func right(to event: Event) -> Right {
        let undone = event.undoes.map(self.event)
        var right = undone.compactMap { $0?.payload.rightToRevert }
            .reduce(event.payload.right, max)
        if undone.contains(where: { $0.map { !isMade($0, by: event) } ?? true }) {
            right = max(right, .review)
        }
        if case .proposalDeleted(let verdict) = event.payload,
            let proposal = self.event(verdict.proposal), !isMade(proposal, by: event)
        {
            right = max(right, .review)
        }
        return right
    }

    private func actorFault(_ event: Event, _ pusher: Pusher.Identity) -> Fault? {
        guard let actor = event.actor else {
            return (.actor, "It has no actor, and \(pusher) is not a server.")
        }
        guard !pusher.emails.contains(actor.address) else { return nil }
        return (.actor, "Its actor is \(actor.email), but it comes from \(pusher).")
    }

    /// Returns a fault if an acceptance credits anyone except the proposal's author.
    ///
    /// The author stays the same if the string is renamed.
    private func authorFault(_ event: Event) -> Fault? {
        guard case .proposalAccepted(let acceptance) = event.payload,
            let author = acceptance.author
        else { return nil }
        guard let proposal = self.event(acceptance.proposal) else {
            guard roles.hasReviewers(of: event.locale) else { return nil }
            return (
                .actor,
                "It credits \(author.email) for \(acceptance.proposal), which does not exist."
            )
        }
        let makers = origins(of: proposal).compactMap(\.actor)
        guard !makers.contains(where: { $0.address == author.address }) else {
            return nil
        }
        return (.actor, "It credits \(author.email), who did not make the proposal \(proposal.id).")
    }

    /// Returns a fault if the event uses a name that the project binds to another person's address.
    private func nameFault(_ event: Event) -> Fault? {
        var people = [event.actor]
        if case .proposalAccepted(let acceptance) = event.payload {
            // The acceptance may use the author's name exactly as in the proposal.
            let makers = self.event(acceptance.proposal).map(origins) ?? []
            if !makers.contains(where: { $0.actor == acceptance.author }) {
                people.append(acceptance.author)
            }
        }
        return people.compactMap(\.self).first(where: names.belongsToOthers).map { person in
            (
                .actor,
                "The name “\(person.name)” belongs to another person in this project, but the "
                    + "event uses it for \(person.email)."
            )
        }
    }

    // MARK: Roles

    private func roleFaults(_ event: Event) -> [Fault] {
        let email = event.actor?.email
        let who = email ?? "An event without an author"
        var faults: [Fault] = []
        if event.payload.traits.writer == .reviewer, !roles.isReviewer(email, of: event.locale) {
            faults.append((.reviewer, "\(who) is not a reviewer of \(event.locale)."))
        }
        if event.payload.traits.writer == .translator, !roles.isTranslator(email, of: event.locale),
            !carriesOver(event)
        {
            faults.append((.translator, "\(who) may not set texts in \(event.locale)."))
        }
        if roles.isFrozen(event.locale),
            event.payload.changesText(definedAs: definition(before: event))
        {
            faults.append((.frozen, "The language \(event.locale) is frozen."))
        }
        if case .settingChanged(let name, _) = event.payload, !roles.isMaintainer(email) {
            faults.append((.maintainer, "\(who) may not change the setting “\(name)”."))
        }
        if let fault = selfReviewFault(event) { faults.append(fault) }
        return faults
    }

    /// Returns true if the event only carries the texts of a renamed string over to its new key.
    ///
    /// A rename in this push may copy texts and removals. Afterwards, a text that arrived under the
    /// old key may only replace copies.
    private func carriesOver(_ event: Event) -> Bool {
        guard let string = copies.renames.string(of: event) else { return false }
        let isNew = copies.renames.isRenamedInPush(string)
        guard event.payload.text != nil else { return isNew && event.copies == nil }
        guard isTextOfOtherString(event) else { return false }
        let replaced = ([event.base].compactMap(\.self) + event.over).compactMap(self.event)
        return isNew || replaced.allSatisfy(isTextOfOtherString)
    }

    /// Returns true if the event copies a text of another string.
    ///
    /// A copy from the same string restores an old text, and a copy of a proposal sets a text that
    /// nobody accepted.
    private func isTextOfOtherString(_ event: Event) -> Bool {
        guard let copied = event.copies.flatMap(self.event), copied.payload.text != nil else {
            return false
        }
        return string(of: copied) != string(of: event)
    }

    /// Returns the source text that a definition builds on.
    ///
    /// Returns nil if the events that the definition refers to have different texts.
    private func definition(before event: Event) -> Value? {
        let values = ([event.base].compactMap(\.self) + event.over).map { id -> Value? in
            guard let known = self.event(id), string(of: known) == string(of: event) else {
                return nil
            }
            return known.payload.traits.subject == .translation ? nil : known.payload.text
        }
        guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    private func selfReviewFault(_ event: Event) -> Fault? {
        guard !roles.allowsSelfReview, let address = event.actor?.address,
            let id = event.payload.reviewedWork
        else { return nil }
        guard let work = self.event(id) else {
            return (
                .selfReview, "It approves \(id), which does not exist, so its author is unknown."
            )
        }
        guard let author = author(of: work), author.address == address else { return nil }
        return (.selfReview, "\(author.email) reviews their own work.")
    }

    /// Returns the author of a text or a proposal.
    ///
    /// An acceptance contains the author of the accepted text.
    private func author(of work: Event) -> Actor? {
        let line = origins(of: work)
        for case .proposalAccepted(let acceptance) in line.map(\.payload) {
            if let author = acceptance.author { return author }
        }
        return line.last { $0.actor != nil }?.actor
    }

    /// Returns an event, followed by the chain of its originals that have the same content.
    ///
    /// A cycle ends the chain.
    private func origins(of event: Event) -> [Event] {
        var found = [event]
        var last = event
        var seen: Set<EventID> = []
        while let copied = last.copies, let next = self.event(copied), next.isRestated(by: last),
            seen.insert(next.id).inserted
        {
            found.append(next)
            last = next
        }
        return found
    }

    // MARK: Ownership

    private func ownerFaults(_ event: Event, isServer: Bool) -> [Fault] {
        let isReviewer = roles.isReviewer(event.actor?.email, of: event.locale)
        var faults: [Fault] = []
        if case .proposalDeleted(let verdict) = event.payload,
            let fault = deletionFault(event, verdict, isReviewer: isReviewer, isServer: isServer)
        {
            faults.append(fault)
        }
        if !isServer, let fault = repetitionFault(event) { faults.append(fault) }
        if let fault = copies.fault(in: event) { faults.append(fault) }
        guard !isReviewer else { return faults }
        if let fault = guidFault(event, isServer: isServer) { faults.append(fault) }
        for id in event.undoes {
            if let fault = undoingFault(event, id) {
                faults.append(fault)
                break
            }
        }
        return faults
    }

    private func deletionFault(
        _ event: Event, _ verdict: Verdict, isReviewer: Bool, isServer: Bool
    ) -> Fault? {
        guard let proposal = self.event(verdict.proposal), let owner = proposal.payload.guid else {
            return nil
        }
        if let guid = verdict.guid, guid != owner, event.actor == nil || !isReviewer {
            return (.owner, "It deletes another guid's proposal \(proposal.id).")
        }
        guard !isReviewer, !(isServer && verdict.guid == owner), !isMade(proposal, by: event) else {
            return nil
        }
        return (.owner, "It deletes another person's proposal \(proposal.id).")
    }

    /// Returns a fault if a proposal replaces another person's proposal with the same guid.
    ///
    /// Stored guids are not secret, so the actor determines the owner of a proposal.
    private func guidFault(_ event: Event, isServer: Bool) -> Fault? {
        guard !isServer, case .proposalMade(let proposed) = event.payload else { return nil }
        let others = proposals(proposed.guid, event.locale).first { other in
            guard other.id != event.id, !isMade(other, by: event) else { return false }
            let isSameUnit = other.key == event.key && other.section == event.section
            let isSameKey =
                event.idempotencyKey != nil && other.idempotencyKey == event.idempotencyKey
            return isSameUnit || isSameKey || proposed.replaces == other.id
        }
        return others.map { other in
            (.owner, "It replaces another person's proposal \(other.id).")
        }
    }

    /// Returns a fault if a new event takes precedence over an event with the same idempotency key.
    ///
    /// The event with the smallest id takes effect. Therefore, a smaller id is allowed only for
    /// reviewers, or if the same actor repeats the same content.
    private func repetitionFault(_ event: Event) -> Fault? {
        guard let other = event.repetition.flatMap(first), event.id < other.id,
            !roles.isReviewer(event.actor?.email, of: other.locale),
            !isOwn(other, event) || !event.repeats(other)
        else { return nil }
        return (
            .owner, "It replaces \(other.id), which has the same idempotency key."
        )
    }

    private func undoingFault(_ event: Event, _ id: EventID) -> Fault? {
        guard roles.hasReviewers(of: event.locale) else { return nil }
        guard let undone = self.event(id) else {
            return (.reviewer, "It reverts \(id), which does not exist.")
        }
        let isOwn = isMade(undone, by: event)
        if undone.payload.traits.writer == .reviewer || !undone.undoes.isEmpty && !isOwn {
            return (.reviewer, "It reverts \(id), which only a reviewer may do.")
        }
        return isOwn
            ? nil : (.owner, "It reverts \(id), which belongs to another person.")
    }

    private func string(of event: Event) -> StringID? {
        event.key.map { StringID(section: event.section ?? project?.defaultSection ?? "", key: $0) }
    }

    /// Returns true if an event's actor created a proposal or a text.
    ///
    /// Renaming a string restates its proposals with the renamer as their actor, so the original
    /// proposal in the chain determines the author.
    private func isMade(_ work: Event, by event: Event) -> Bool {
        guard case .proposalMade = work.payload else { return isOwn(work, event) }
        return origins(of: work).last.map { isOwn($0, event) } ?? false
    }

    private func isOwn(_ event: Event, _ by: Event) -> Bool {
        guard let owner = event.actor, let actor = by.actor else { return false }
        return owner.address == actor.address
    }
}

extension Payload {
    var proposedValue: Value? {
        if case .proposalMade(let proposed) = self { proposed.value } else { nil }
    }

    /// The proposal or text that the event approves, if any.
    fileprivate var reviewedWork: EventID? {
        if case .proposalAccepted(let acceptance) = self { return acceptance.proposal }
        if case .translationReviewed(let text, _) = self { return text }
        return nil
    }
}

extension Event {
    /// Returns true if a copy has the same content as this event.
    ///
    /// Copies of a proposal must also have the same guid.
    fileprivate func isRestated(by copy: Event) -> Bool {
        if case .proposalMade(let own) = payload, case .proposalMade(let other) = copy.payload {
            return own.isRestated(by: other)
        }
        return payload.text.map { $0 == copy.payload.text } ?? false
    }

    /// Returns true if the events have the same type, subject and text.
    fileprivate func repeats(_ other: Event) -> Bool {
        payload.typeName == other.payload.typeName && locale == other.locale
            && section == other.section && key == other.key
            && payload.text == other.payload.text
            && payload.proposedValue == other.payload.proposedValue
            && payload.proposal == other.payload.proposal
    }

    /// The events that the rules need to judge this event.
    var concerned: [EventID] {
        var ids = undoes + [copies, payload.proposal, payload.judgedText].compactMap(\.self)
        if case .proposalMade(let proposed) = payload {
            ids += [proposed.replaces].compactMap(\.self)
        }
        if case .stringDefined = payload { ids += [base].compactMap(\.self) + over }
        return ids
    }
}
