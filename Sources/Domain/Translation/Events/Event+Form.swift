import JSON
public import Texts

extension Event {
    /// Says in one sentence why the bytes that the event was read from are not canonical; `nil` where they are.
    ///
    /// Own fields of a type that is not known can be anything, so of such an event nothing is said. Language tags are not looked
    /// at: what their canonical form is takes tables that this module does not have.
    public func formFault(of stored: some Collection<UInt8>) -> String? {
        if case .unrecognized = payload { return nil }
        // Arrays are compared as memory; generic collections byte by byte, which was a third of `fsck`.
        if line != Array(stored) { return "The line is not in canonical form." }
        if key != nil, section == nil { return "The event has a key and no section." }
        if !zip(over, over.dropFirst()).allSatisfy({ $0 < $1 }) {
            return "The ids in “over” do not ascend."
        }
        guard let meta = meta.map(JSONValue.object) else { return nil }
        if meta.hasFractions { return "A number in “meta” is no integer within 64 bits." }
        let size = CanonicalJSON.encode(meta).count
        return size > EventMeta.maximumSize
            ? "“meta” has \(size) bytes; it may have \(EventMeta.maximumSize)." : nil
    }

    /// The language tags that the event has: its own, and those that its language falls back to.
    public var languageTags: [LanguageTag] {
        [locale] + (payload.localeAttributes?.fallback ?? [])
    }

    /// A version of ``Line/newerVersion(_:)`` as it is written in messages.
    public static func spelled(version: Int64) -> String {
        version == .max ? "\(version) or higher" : "\(version)"
    }
}
