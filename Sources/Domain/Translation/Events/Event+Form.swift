import JSON
public import Texts

extension Event {
    /// Returns a sentence that explains why the event's stored bytes are not canonical.
    ///
    /// Returns nil if they are canonical, and for events of unknown types, because their fields can
    /// be anything. Ignores the form of language tags, because it depends on tables that this
    /// module does not have.
    public func formFault(of stored: some Collection<UInt8>) -> String? {
        if case .unrecognized = payload { return nil }
        // Arrays are compared as memory, because comparing generic collections byte by byte took a
        // third of the time of `fsck`.
        if line != Array(stored) { return "The line is not in canonical form." }
        if key != nil, section == nil { return "The event has a key but no section." }
        if !zip(over, over.dropFirst()).allSatisfy({ $0 < $1 }) {
            return "The ids in “over” are not in ascending order."
        }
        guard let meta = meta.map(JSONValue.object) else { return nil }
        if meta.hasFractions { return "A number in “meta” is not a 64-bit integer." }
        let size = CanonicalJSON.encode(meta).count
        return size > EventMeta.maximumSize
            ? "“meta” has \(size) bytes; the limit is \(EventMeta.maximumSize)." : nil
    }

    /// The language tags in the event: its own tag, and the tags in the fallback chain.
    public var languageTags: [LanguageTag] {
        [locale] + (payload.localeAttributes?.fallback ?? [])
    }

    /// Returns the version from a ``Line/newerVersion(_:)`` as text for messages.
    public static func spelled(version: Int64) -> String {
        version == .max ? "\(version) or higher" : "\(version)"
    }
}
