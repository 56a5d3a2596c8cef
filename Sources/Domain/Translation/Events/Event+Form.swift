import JSON
public import Texts

extension Event {
    /// Returns a sentence that explains why the event's stored bytes are not canonical, or nil if
    /// they are.
    ///
    /// Returns nil for events of unknown types, because their own fields can be anything. Ignores
    /// language tags, because their canonical form depends on tables that this module does not
    /// have.
    public func formFault(of stored: some Collection<UInt8>) -> String? {
        if case .unrecognized = payload { return nil }
        // Arrays are compared as memory. Comparing generic collections byte by byte took a third of
        // `fsck`.
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

    /// The language tags in the event: its own, and those of the fallback languages.
    public var languageTags: [LanguageTag] {
        [locale] + (payload.localeAttributes?.fallback ?? [])
    }

    /// Returns the version in a ``Line/newerVersion(_:)`` as text for messages.
    public static func spelled(version: Int64) -> String {
        version == .max ? "\(version) or higher" : "\(version)"
    }
}
