import JSON
package import Texts

/// The index of a stored bundle: its files, with the hashes of their bytes.
package final class StoredBundle: Sendable {
    /// The files, by path.
    package let files: [Value.Text: File]

    /// A file of a bundle.
    package struct File: Sendable {
        package let path: String
        package let mediaType: String
        package let content: Content
        /// The bytes compressed with gzip, or nil if that saves too little.
        package let packed: Content?
    }

    /// Bytes, identified by their hash.
    package struct Content: Sendable, Hashable {
        /// The SHA-256 of the bytes, in hexadecimal.
        package let sha256: String
        package let size: Int
    }

    init(_ files: [File]) {
        self.files = Dictionary(
            files.map { (Value.Text($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The contents of all files, each once.
    var contents: Set<Content> {
        Set(files.values.flatMap { [$0.content, $0.packed].compactMap { $0 } })
    }

    // MARK: Storage

    /// The index in its stored form.
    var json: JSONValue {
        .array(
            files.values.sorted { $0.path.precedesInBytes($1.path) }.map { file in
                .object { members in
                    members.add("path", file.path)
                    members.add("mediaType", file.mediaType)
                    members.add("content", file.content.json)
                    members.add("packed", file.packed?.json)
                }
            })
    }

    /// Parses an index, or returns nil if it is malformed.
    convenience init?(_ json: JSONValue) {
        guard let items = json.arrayValue else { return nil }
        let files = items.compactMap { item -> File? in
            guard let path = item.objectValue?["path"]?.stringValue,
                let mediaType = item.objectValue?["mediaType"]?.stringValue,
                let content = item.objectValue?["content"].flatMap(Content.init)
            else { return nil }
            return File(
                path: path, mediaType: mediaType, content: content,
                packed: item.objectValue?["packed"].flatMap(Content.init))
        }
        guard files.count == items.count else { return nil }
        self.init(files)
    }
}

extension StoredBundle.Content {
    fileprivate var json: JSONValue {
        .array([.string(sha256), .integer(Int64(size))])
    }

    fileprivate init?(_ json: JSONValue) {
        guard let pair = json.arrayValue, pair.count == 2, let sha256 = pair[0].stringValue,
            let size = pair[1].integerValue.flatMap({ Int(exactly: $0) }), size >= 0
        else { return nil }
        self.init(sha256: sha256, size: size)
    }
}

/// A file to store.
package struct BundleFile: Sendable {
    package let path: String
    package let mediaType: String
    package let bytes: [UInt8]
    /// Whether the bytes are already compressed, so that gzip cannot save anything.
    package let isCompressed: Bool

    package init(path: String, mediaType: String, bytes: [UInt8], isCompressed: Bool = false) {
        self.path = path
        self.mediaType = mediaType
        self.bytes = bytes
        self.isCompressed = isCompressed
    }
}
