package import Translation

extension Host {
    /// Returns the wall time for new events, in Unix milliseconds.
    ///
    /// Throws a ``Translation/Refusal`` if the clock is before 1970 or after 9999: ids cannot
    /// contain earlier times, and RFC 3339 cannot express later ones. Reading works with any clock.
    package func timeForWriting() throws(Refusal) -> Int64 {
        let now = now()
        guard now >= 0, Timestamp.isWritable(now) else {
            throw Refusal(
                .invalidTime,
                "This machine's clock is \(now < 0 ? "before 1970" : "after 9999"), which is "
                    + "outside the range for events.",
                hint: "Set the clock, then try again; `date` shows it.")
        }
        return now
    }

    /// The wall time, limited to the 48 bits of an id.
    ///
    /// It leaves room for ``Translation/EventClock/tolerance`` above it.
    package var timeOfIDs: UInt64 {
        min(UInt64(clamping: now()), 1 << 48 - 1 - EventClock<RandomBits>.tolerance)
    }
}
