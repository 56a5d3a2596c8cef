public import Foundation
import Texts

/// A channel of a project's releases, and the rules for accepting a release.
public struct ChannelSettings: Sendable {
    /// The address of the project on its server, such as
    /// `https://texts.example.org/projects/shop`.
    public let projectURL: URL
    /// The id of the project, as in the member `project` of a release's manifest.
    public let projectID: String
    /// The name of the channel.
    public let channel: String
    /// The app's version, such as `3.4.1`.
    public let appVersion: String
    /// The keys whose signatures are accepted.
    ///
    /// While a new key replaces an old one, list both. If there are no keys, signatures are not
    /// checked, and whoever controls the server or the connection decides which texts are shown.
    public let keys: [SigningKey]
    /// The directory for releases.
    ///
    /// Only one process may use it at a time.
    public let storageDirectory: URL
    /// The release built into the app, if any.
    ///
    /// If it was made for this channel, or with a sequence number and for no channel, only later
    /// releases are accepted.
    public var shipped: TextBundle?
    /// Header fields for all requests, such as a token.
    public var headers: [String: String] = [:]
    /// The time limit for a check, including the fetch of a new release.
    public var timeout = Duration.seconds(60)
    /// The maximum total size of a release's files, in bytes.
    ///
    /// A single file has at most 16 MiB.
    public var maximumReleaseSize = 64 << 20
    /// Returns the current time, with which the end of a key's validity is compared.
    var now: @Sendable () -> Date = { Date() }

    let version: AppVersion

    /// Creates settings with the address of a channel and the rules for its releases.
    ///
    /// Throws a ``ChannelSettingsError`` if the name of the channel or the app's version is
    /// invalid.
    public init(
        projectURL: URL, projectID: String, channel: String, appVersion: String,
        keys: [SigningKey], storageDirectory: URL, shipped: TextBundle? = nil
    ) throws(ChannelSettingsError) {
        guard Self.isChannelName(channel) else { throw .invalidChannel(channel) }
        guard let version = AppVersion(appVersion) else { throw .invalidAppVersion(appVersion) }
        self.projectURL = projectURL
        self.projectID = projectID
        self.channel = channel
        self.appVersion = appVersion
        self.keys = keys
        self.storageDirectory = storageDirectory
        self.shipped = shipped
        self.version = version
    }

    /// Returns true if a name consists of 1 to 63 small letters, digits and hyphens, does not begin
    /// with a hyphen, and is not the name of another route.
    private static func isChannelName(_ name: String) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return (1...63).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "-")
            && name.utf8.allSatisfy {
                letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-")
            } && !["at", "latest"].contains(name)
    }

    /// Returns the address of a file in the channel's current release.
    func url(_ path: String) -> URL {
        (["bundles", channel] + path.split(separator: "/").map(String.init))
            .reduce(projectURL) { $0.appendingPathComponent($1) }
    }
}

/// The reason that the settings of a channel are invalid.
public enum ChannelSettingsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not the name of a channel.
    case invalidChannel(String)
    /// The text is not a version of one to four numbers.
    case invalidAppVersion(String)

    /// A one-sentence description.
    public var description: String {
        switch self {
        case .invalidChannel(let name): "“\(name)” is not the name of a channel."
        case .invalidAppVersion(let text):
            "“\(text)” is not a version of one to four numbers, such as 3.4.1."
        }
    }
}
