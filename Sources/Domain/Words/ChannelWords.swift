package import JSON
package import Translation

/// The words that describe a change of a channel, and the release that a channel points to.
package struct ChannelWords: Sendable {
    /// The action, worded to follow a person's name: `pointed production to v1.4`.
    package let headline: String
    /// The details of the release, such as `sequence 8`; for a value that cannot be read, the value.
    package let details: [String]

    /// Creates the words for a change of a channel, or returns nil for another setting.
    ///
    /// `releaseName` returns the name of a commit.
    package init?(
        ofSetting setting: String, _ value: JSONValue?, releaseName: (String) -> String
    ) {
        guard let name = ReleaseChannel.name(ofSetting: setting) else { return nil }
        guard let value else {
            headline = "removed the channel \(name)"
            details = []
            return
        }
        guard let channel = ReleaseChannel(stored: value) else {
            headline = "gave the channel \(name) a value that cannot be read"
            details = [String(decoding: CanonicalJSON.encode(value), as: UTF8.self)]
            return
        }
        headline = "pointed \(name) to \(releaseName(channel.commit))"
        details = Self.details(of: channel)
    }

    /// Returns the details of a release in words.
    package static func details(of channel: ReleaseChannel) -> [String] {
        [
            "sequence \(channel.sequence)",
            channel.appVersions.map { "app versions \($0)" },
            channel.profiles.isEmpty
                ? nil
                : "\(channel.profiles.count == 1 ? "profile" : "profiles") \(channel.profiles.joined(separator: ", "))",
            channel.signature == nil ? "not signed" : "signed",
        ].compactMap(\.self)
    }

    /// Returns the beginning of a commit's id, which names a release without a tag.
    package static func shortID(_ commit: String) -> String { String(commit.prefix(12)) }
}
