import Machine
import ReadModel
import Translation

extension Snapshot {
    /// Decides a request as a writer would, without writing anything.
    ///
    /// The ids of the returned events are not real. Throws the ``Translation/Refusal`` that the
    /// writer would throw.
    public func rehearse(_ request: WriteRequest) throws -> Outcome {
        try refuseNewerEvents()
        let clock = EventClock(
            last: try model.lastEventID(notAfter: host.timeOfIDs), now: host.timeOfIDs,
            random: host.random)
        let group = try GroupDecision([request], on: model, clock: clock) { request in
            log.context(
                actor: request.actor, guid: request.guid, idempotency: request.idempotency,
                isStrict: request.isStrict)
        }
        guard let outcome = group.outcomes(commit: nil).first else { throw NothingDecided() }
        return try outcome.get()
    }

    /// The error thrown when a group of one request has no answer.
    private struct NothingDecided: Error {}
}
