extension Decider {
    /// Carries out the commands of a batch, each by itself; those that are refused leave nothing behind.
    mutating func decideEach(_ commands: [Command]) throws {
        for (index, command) in commands.enumerated() {
            let mark = (events: decision.events.count, notices: decision.notices.count, sofar.mark)
            let tally = decision.tally
            do {
                try decide(command)
            } catch let refusal as Refusal {
                decision.events.removeSubrange(mark.events...)
                decision.notices.removeSubrange(mark.notices...)
                decision.tally = tally
                sofar.forget(after: mark.2)
                decision.leftOut.append(.init(index: index, refusal: refusal))
            }
        }
    }
}
