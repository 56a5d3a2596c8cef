package import ReadModel
package import Translation

extension StoredEvent {
    /// Returns the event as stored, byte for byte, with `aliasOf` and `commit` appended if they are
    /// given.
    ///
    /// Without `showsAddresses`, the event is in canonical form instead, without mail addresses.
    /// `counting` is the original event if this event repeats another event. `commit` is the id of
    /// the commit that added the event.
    package func jsonBytes(
        aliasOf counting: EventID? = nil, commit: String? = nil, showsAddresses: Bool
    ) -> [UInt8] {
        let line = showsAddresses ? line : event.line(showsAddresses: false)
        let members = [
            counting.map { ("aliasOf", $0.description) }, commit.map { ("commit", $0) },
        ].compactMap(\.self)
        guard !members.isEmpty, let end = line.lastIndex(of: UInt8(ascii: "}")) else {
            return line
        }
        let added = members.map { ",\"\($0.0)\":\"\($0.1)\"" }.joined()
        return line[..<end] + Array((added + "}").utf8)
    }
}
