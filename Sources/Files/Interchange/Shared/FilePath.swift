/// A file path, split by bytes because a combining mark can merge with a `/` into one character.
struct FilePath {
    /// The directories above the file.
    let directories: [String]
    /// The file's name.
    let name: String

    init(_ path: String) {
        var parts = Self.parts(path)
        name = parts.popLast() ?? ""
        directories = parts
    }

    /// The name without its last extension.
    var stem: String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
        return String(name[..<dot])
    }

    /// Returns the parts between the slashes, without empty parts and `.`.
    static func parts(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
            .filter { $0 != "." }
    }

    /// Returns a name without an extension such as `.strings`, regardless of case.
    ///
    /// Returns `nil` if the name has another extension.
    static func removing(_ ending: String, from name: String) -> String? {
        let count = ending.utf8.count
        guard name.utf8.count > count,
            String(decoding: name.utf8.suffix(count), as: UTF8.self).lowercased() == ending
        else { return nil }
        return String(decoding: name.utf8.dropLast(count), as: UTF8.self)
    }

    /// Returns whether a path has one of these extensions and a name before it.
    static func hasEnding(_ endings: String..., in path: String) -> Bool {
        endings.contains { removing($0, from: path) != nil }
    }
}
