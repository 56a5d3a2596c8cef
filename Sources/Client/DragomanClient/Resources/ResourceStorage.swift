import Foundation
import JSON

/// Fetched texts and the chosen language, stored in a directory.
///
/// `storage.json` contains the version of the storage format. `texts/` contains a file for each
/// namespace in each language: a line that describes the file, followed by its texts. Files are
/// replaced atomically, so that either the old or the new file exists even if the app terminates
/// unexpectedly. A directory written by a newer version of this library is neither read nor
/// written.
struct ResourceStorage: Sendable {
    /// The version of the format that this library writes.
    private static let schema: Int64 = 1
    /// The maximum size of files other than texts, in bytes.
    private static let maximumSettingsSize = 64 << 10

    let directory: URL
    /// The version of the texts to use.
    let version: String
    let maximumFileSize: Int
    let maximumSize: Int

    /// A fetched file.
    struct Entry: Sendable {
        var texts: Data
        var entityTag: String?
        /// The address that the file was fetched from.
        var url: String
        /// The number of loads with a rejected response since the last accepted response.
        var rejections = 0
    }

    // MARK: The directory

    /// Creates the directory if it does not exist.
    ///
    /// A damaged `storage.json` is renamed to `storage.json.damaged` and returned as a problem.
    /// Files with texts are kept, because each of them describes itself. Throws a
    /// ``ResourceProblem`` if the directory may not or cannot be used.
    func open() throws(ResourceProblem) -> ResourceProblem? {
        let file = directory.appendingPathComponent("storage.json")
        var damage: ResourceProblem?
        switch try settings(file) {
        case .absent: break
        case .object(let object):
            if let schema = object["schema"]?.integerValue, schema >= 1 {
                guard schema <= Self.schema else {
                    throw ResourceProblem(
                        .newerStorage, nil,
                        "A newer version of this library wrote \(directory.path).")
                }
                return nil
            }
            damage = try setAside(file, "It does not contain a version.")
        case .damaged(let reason): damage = try setAside(file, reason)
        }
        do {
            try FileManager.default.createDirectory(
                at: textsDirectory, withIntermediateDirectories: true)
            try Data("{\"schema\":\(Self.schema)}\n".utf8).write(to: file, options: .atomic)
        } catch {
            throw unwritable(nil, error)
        }
        return damage
    }

    private var textsDirectory: URL { directory.appendingPathComponent("texts") }

    /// A small JSON file.
    private enum SettingsFile {
        case absent
        case object(JSONObject)
        /// The content does not have this library's format, for the given reason.
        case damaged(String)
    }

    /// Reads a small JSON file.
    ///
    /// If the system cannot read the file, throws an error, because that is not evidence of damage.
    private func settings(_ file: URL) throws(ResourceProblem) -> SettingsFile {
        guard FileManager.default.fileExists(atPath: file.path) else { return .absent }
        do {
            let data = try BoundedFile.read(file, limit: Self.maximumSettingsSize)
            guard let object = try JSONValue.parse(Array(data)).objectValue else {
                return .damaged("It is not a JSON object.")
            }
            return .object(object)
        } catch TextsFileError.unreadable(let reason) {
            throw ResourceProblem(.unreadableStorage, nil, "\(file.path) cannot be read: \(reason)")
        } catch {
            return .damaged("\(error)")
        }
    }

    /// Renames a damaged file.
    ///
    /// It replaces a file that was set aside earlier.
    private func setAside(
        _ file: URL, _ reason: String
    ) throws(ResourceProblem) -> ResourceProblem {
        let aside = file.appendingPathExtension("damaged")
        do {
            if FileManager.default.fileExists(atPath: aside.path) {
                try FileManager.default.removeItem(at: aside)
            }
            try FileManager.default.moveItem(at: file, to: aside)
        } catch {
            throw unwritable(nil, error)
        }
        return ResourceProblem(
            .unreadableStorage, nil,
            "\(file.path) is damaged and was renamed to \(aside.lastPathComponent). \(reason)")
    }

    private func unwritable(_ file: ResourceFile?, _ error: any Error) -> ResourceProblem {
        ResourceProblem(
            .unwritableStorage, file,
            "\(directory.path) cannot be written: \(BoundedFile.reason(of: error))")
    }

    // MARK: Texts

    /// Returns the stored texts of a file, or nil if no texts are stored or if they have a
    /// different version.
    func read(_ file: ResourceFile) throws(ResourceProblem) -> Entry? {
        let url = place(of: file)
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        do {
            let data = try BoundedFile.read(
                url, limit: maximumFileSize + Self.maximumSettingsSize)
            guard let end = data.firstIndex(of: UInt8(ascii: "\n")),
                let head = try JSONValue.parse(Array(data[..<end])).objectValue,
                let size = head["size"]?.integerValue, let address = head["url"]?.stringValue
            else {
                throw TextsFileError.malformed(
                    line: 1, "Its first line does not describe the file.")
            }
            let texts = data[data.index(after: end)...]
            guard texts.count == size else {
                throw TextsFileError.malformed(
                    line: nil, "Its length differs from the recorded one.")
            }
            guard head["version"]?.stringValue == version else { return nil }
            return Entry(
                texts: Data(texts), entityTag: head["entityTag"]?.stringValue, url: address,
                rejections: head["rejections"]?.integerValue.flatMap { Int(exactly: $0) } ?? 0)
        } catch {
            throw ResourceProblem(.unreadableStorage, file, "\(url.lastPathComponent): \(error)")
        }
    }

    /// Stores a file, replacing the previous one.
    ///
    /// If the storage is then too large, removes the oldest other files.
    func write(_ entry: Entry, for file: ResourceFile) throws(ResourceProblem) {
        let head = JSONValue.object { object in
            object.add("size", .integer(Int64(entry.texts.count)))
            object.add("url", entry.url)
            object.add("version", version)
            if let tag = entry.entityTag { object.add("entityTag", tag) }
            if entry.rejections > 0 { object.add("rejections", .integer(Int64(entry.rejections))) }
        }
        var data = Data(CanonicalJSON.encode(head))
        data.append(UInt8(ascii: "\n"))
        data.append(entry.texts)
        do {
            try FileManager.default.createDirectory(
                at: textsDirectory, withIntermediateDirectories: true)
            try data.write(to: place(of: file), options: .atomic)
        } catch {
            throw unwritable(file, error)
        }
        removeOldest()
    }

    private func removeOldest() {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
        let urls =
            (try? FileManager.default.contentsOfDirectory(
                at: textsDirectory, includingPropertiesForKeys: Array(keys))) ?? []
        let files = urls.compactMap { url -> (url: URL, date: Date, size: Int)? in
            guard let values = try? url.resourceValues(forKeys: keys) else { return nil }
            return (url, values.contentModificationDate ?? .distantPast, values.fileSize ?? 0)
        }
        var size = files.reduce(0) { $0 + $1.size }
        for file in files.sorted(by: { $0.date < $1.date }).dropLast() where size > maximumSize {
            guard (try? FileManager.default.removeItem(at: file.url)) != nil else { continue }
            size -= file.size
        }
    }

    /// Returns the location of a file.
    ///
    /// All files are in one directory, and no name leads to a file outside it.
    private func place(of file: ResourceFile) -> URL {
        let name = FileName.encode("\(file.language)/\(file.namespace)")
        return textsDirectory.appendingPathComponent(name + ".texts")
    }

    // MARK: The choice

    private var choiceFile: URL { directory.appendingPathComponent("choice.json") }

    /// Returns the chosen language.
    ///
    /// A damaged file is set aside, and the problem is thrown.
    func readChoice() throws(ResourceProblem) -> String? {
        switch try settings(choiceFile) {
        case .absent: return nil
        case .damaged(let reason): throw try setAside(choiceFile, reason)
        case .object(let object):
            guard let language = object["language"]?.stringValue else {
                throw try setAside(choiceFile, "It does not contain a language.")
            }
            return language
        }
    }

    /// Stores the chosen language.
    ///
    /// Passing nil removes the choice.
    func writeChoice(_ language: String?) throws(ResourceProblem) {
        do {
            guard let language else {
                guard FileManager.default.fileExists(atPath: choiceFile.path) else { return }
                return try FileManager.default.removeItem(at: choiceFile)
            }
            let object = JSONValue.object { $0.add("language", language) }
            try Data(CanonicalJSON.encode(object) + [UInt8(ascii: "\n")])
                .write(to: choiceFile, options: .atomic)
        } catch {
            throw unwritable(nil, error)
        }
    }
}

extension ResourceProblem: Error {}
