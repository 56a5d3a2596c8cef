import Archive
import Crypto
import Foundation
import Machine
import ReadModel
import Texts
import Translation

/// The contents of a directory or an archive that may be a bundle, read without trusting it.
struct BundleContents {
    /// The size and SHA-256 of every file, by path.
    private(set) var files: [Value.Text: Facts] = [:]
    /// The contents of the files that describe the bundle, by path.
    private(set) var own: [String: [UInt8]] = [:]
    /// Problems that make a bundle invalid: unsafe names, links, duplicate names, damage.
    private(set) var problems: [BundleProblem] = []

    struct Facts: Equatable {
        let size: Int
        let sha256: String
    }

    /// The maximum size of a bundle.
    private static let limits = ArchiveReader.Limits()

    /// Reads a directory, or an archive in a supported form, and throws for anything else.
    init(at path: String) throws {
        if Files.isDirectory(path) {
            // If the user specified a wrong directory, fail before reading everything below it.
            guard Files.exists(path + "/" + BundleManifest.name) else {
                throw Self.lacksManifest(path)
            }
            var left = Self.limits.entries
            try readDirectory(path, below: "", &left)
            return
        }
        let start = try Files.read(path, first: 4)
        guard let form = ArchiveForm(firstBytes: start) else {
            throw Refusal(
                .invalidFile,
                "\(path) is not a bundle: a bundle is a directory, a .tar.gz or a .zip file.",
                hint: .typed("`dragoman bundle -o PATH` creates a bundle."))
        }
        do {
            try ArchiveReader.read(path, as: form, limits: Self.limits) { path, bytes in
                // `tar -c .` writes names that start with `./`.
                take(
                    String(path.utf8.starts(with: "./".utf8) ? path.dropFirst(2) : path[...]), bytes
                )
            }
        } catch {
            guard error.code != .system else {
                throw Refusal(
                    .file, "\(path) cannot be read: \(error.message).",
                    hint: "Check the path and its permissions.")
            }
            problems.append(
                BundleProblem(
                    path: nil, kind: error.code == .foreign ? .unsafe : .damaged,
                    message: "The archive could not be read completely: \(error.message)."))
        }
    }

    /// Rejects a directory or archive without a manifest.
    static func lacksManifest(_ path: String) -> Refusal {
        Refusal(
            .invalidFile, "\(path) is not a bundle: it has no \(BundleManifest.name).",
            hint: .typed("`dragoman bundle -o PATH` creates a bundle."))
    }

    private mutating func take(_ path: String, _ bytes: [UInt8]) {
        guard SafePath.isSafe(path) else {
            let message =
                "The path could point outside the directory, or is not valid on every system."
            problems.append(BundleProblem(path: path, kind: .unsafe, message: message))
            return
        }
        let facts = Facts(
            size: bytes.count, sha256: StateDigest.hex(SHA256.hash(data: bytes)))
        if files.updateValue(facts, forKey: Value.Text(path)) != nil {
            problems.append(
                BundleProblem(path: path, kind: .unsafe, message: "The archive contains it twice."))
        }
        if BundleManifest.ownNames.contains(where: { $0.hasSameBytes(as: path) }) {
            own[path] = bytes
        }
    }

    private mutating func readDirectory(
        _ root: String, below parent: String, _ left: inout Int
    ) throws {
        for name in try Files.names(in: root + "/" + parent) {
            let path = parent.isEmpty ? name : parent + "/" + name
            left -= 1
            guard left >= 0 else {
                throw Refusal(
                    .file, "\(root) contains more than \(Self.limits.entries) files.",
                    hint: "Specify a bundle directory.")
            }
            switch Files.kind(of: root + "/" + path) {
            case .directory: try readDirectory(root, below: path, &left)
            case .file: take(path, try Files.read(root + "/" + path))
            case .other:
                problems.append(
                    BundleProblem(
                        path: path, kind: .unsafe, message: "It is neither a file nor a directory.")
                )
            }
        }
    }
}

/// A problem with a bundle.
package struct BundleProblem: Sendable, Equatable {
    /// The path of the file, or `nil` for the bundle itself.
    package let path: String?
    /// The kind of problem.
    package let kind: Kind
    /// A description of the problem, in one sentence.
    package let message: String

    /// The kinds of problems; their raw values are stable.
    package enum Kind: String, Sendable {
        /// The file differs from its entry in the manifest.
        case altered
        /// The manifest lists the file, but it is missing.
        case missing
        /// The file is not listed in the manifest.
        case extra
        /// The file is unsafe to unpack: its path is unsafe or occurs twice, or it is a link.
        case unsafe
        /// The archive cannot be read completely.
        case damaged
        /// A file that describes the bundle is malformed.
        case malformed
        /// Exporting the revision again gives a different result.
        case differs
        /// The signature is missing or invalid.
        case signature
    }
}
