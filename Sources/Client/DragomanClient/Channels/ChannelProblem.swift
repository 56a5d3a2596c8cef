import Foundation

/// The reason that a follower of a channel keeps the texts that it has.
public enum ChannelProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// A file was not fetched.
    case notFetched(path: String, ResourceFetchError)
    /// The server has no release in this channel.
    case noRelease
    /// The manifest cannot be used.
    case malformedManifest(TextsFileError)
    /// Keys are pinned, but the release is not signed.
    case unsigned
    /// The signature is not a valid signature of the manifest by a pinned key.
    case badSignature(SignatureProblem)
    /// The release belongs to another project.
    case otherProject(String)
    /// The release was made for another channel, or for none.
    case otherChannel(String?)
    /// The release has no number.
    case unnumbered
    /// The release is for other versions of the app. Contains their range.
    case otherAppVersions(String)
    /// The release is older than one that the app has already seen.
    case older(sequence: Int64, seen: Int64)
    /// The release has the same number as one that the app has already seen, but other contents.
    case sameSequence(Int64)
    /// A file is larger than the settings allow, or the whole release if `path` is nil.
    case tooLarge(path: String?)
    /// The server does not have a file that the manifest lists.
    case missingFile(String)
    /// A file does not have the size and hash listed in the manifest.
    case alteredFile(String)
    /// Every attempt found a newer release than the one before it.
    case movedRepeatedly
    /// The release cannot be stored. Contains the system's message.
    case notStored(String)

    /// A one-sentence description for developers.
    public var description: String {
        switch self {
        case .notFetched(let path, let error):
            "\(path) was not fetched. \(error.localizedDescription)"
        case .noRelease: "The server has no release in this channel."
        case .malformedManifest(let error): "The manifest is invalid. \(error)"
        case .unsigned: "The release is not signed."
        case .badSignature(let problem): problem.description
        case .otherProject(let project): "The release belongs to the project \(project)."
        case .otherChannel(let channel?): "The release was made for the channel \(channel)."
        case .otherChannel(nil): "The release was not made for a channel."
        case .unnumbered: "The release has no sequence number."
        case .otherAppVersions(let range): "The release is for the app versions \(range)."
        case .older(let sequence, let seen):
            "The release has the number \(sequence), but number \(seen) is known."
        case .sameSequence(let sequence):
            "The release has the known number \(sequence), but other contents."
        case .tooLarge(let path?): "\(path) is too large."
        case .tooLarge(nil): "The release is too large."
        case .missingFile(let path): "The server does not have \(path)."
        case .alteredFile(let path): "\(path) differs from the file that the manifest lists."
        case .movedRepeatedly: "The release changed repeatedly while it was fetched."
        case .notStored(let reason): "The release cannot be stored: \(reason)"
        }
    }

    /// True if the server may have moved to another release while this one was fetched.
    var canResultFromMove: Bool {
        switch self {
        case .unsigned, .badSignature, .missingFile, .alteredFile: true
        default: false
        }
    }
}

/// The reason that a signature does not count.
public enum SignatureProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is not a signature in OpenSSH's format.
    case malformed
    /// The signature was made for another purpose.
    case otherNamespace(String)
    /// The signing key has another type than Ed25519, such as `ssh-rsa`.
    case unsupportedKey(String)
    /// The signing key is not pinned.
    case unknownKey(fingerprint: String)
    /// The validity of the signing key has ended.
    case expiredKey(fingerprint: String)
    /// The signature does not match the manifest.
    case mismatch

    /// A one-sentence description.
    public var description: String {
        switch self {
        case .malformed: "The signature is malformed."
        case .otherNamespace(let name):
            "The signature was made for the purpose “\(name)”, not for releases."
        case .unsupportedKey(let type): "The signing key has the unsupported type \(type)."
        case .unknownKey(let fingerprint): "The signing key \(fingerprint) is not trusted."
        case .expiredKey(let fingerprint): "The signing key \(fingerprint) has expired."
        case .mismatch: "The signature does not match the manifest."
        }
    }
}
