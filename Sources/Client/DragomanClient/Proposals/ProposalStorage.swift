public import Foundation

/// Stores the guid and the proposals of an installation.
public protocol ProposalStorage: Sendable {
    /// Returns the contents of a file, or nil if the file does not exist.
    func read(_ file: ProposalFile) throws -> [UInt8]?

    /// Replaces a file atomically.
    func write(_ bytes: [UInt8], to file: ProposalFile) throws
}

/// A file in a ``ProposalStorage``.
public enum ProposalFile: String, Sendable, CaseIterable {
    /// The guid.
    case guid
    /// The proposals waiting to be sent, and those already sent.
    case proposals = "proposals.json"
    /// A copy of the last damaged proposals file.
    case damagedProposals = "proposals.json.damaged"
}

/// Stores files in a directory.
///
/// Only the owner can read them, because the guid is a secret. A directory may be used by only one
/// process at a time, and for only one server and project.
public struct ProposalDirectory: ProposalStorage {
    /// The maximum size of a file.
    public static let maximumSize = 8 << 20

    private let directory: URL

    /// Creates storage in a directory.
    ///
    /// The directory is created on the first write.
    public init(_ directory: URL) { self.directory = directory }

    /// Returns the contents of a file, or nil if the file does not exist.
    ///
    /// Throws an error if the file cannot be read or is too large.
    public func read(_ file: ProposalFile) throws -> [UInt8]? {
        let url = directory.appendingPathComponent(file.rawValue)
        let handle: FileHandle
        do {
            handle = try FileHandle(forReadingFrom: url)
        } catch let error as CocoaError
            where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile
        {
            return nil
        }
        defer { try? handle.close() }
        let data = try handle.read(upToCount: Self.maximumSize + 1) ?? Data()
        guard data.count <= Self.maximumSize else { throw CocoaError(.fileReadTooLarge) }
        return [UInt8](data)
    }

    /// Replaces a file atomically.
    public func write(_ bytes: [UInt8], to file: ProposalFile) throws {
        guard bytes.count <= Self.maximumSize else { throw CocoaError(.fileWriteOutOfSpace) }
        let files = FileManager.default
        if !files.fileExists(atPath: directory.path) {
            try files.createDirectory(
                at: directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let url = directory.appendingPathComponent(file.rawValue)
        try Data(bytes).write(to: url, options: .atomic)
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    }
}
