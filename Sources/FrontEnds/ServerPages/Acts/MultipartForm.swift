import Server

/// An uploaded file.
struct FormFile: Sendable {
    /// The file name from the browser, without directories.
    let name: String
    let bytes: [UInt8]
}

/// Parses forms with files: `multipart/form-data` (RFC 7578).
enum MultipartForm {
    private static let most = 100

    /// Returns the fields and the first file.
    ///
    /// Throws `malformed` if the body is not such a form.
    static func read(
        _ body: [UInt8], contentType: String, _ wording: Wording
    ) throws(Problem) -> (query: Query, file: FormFile?) {
        let malformed = wording.problem(
            .malformed, "problems.unreadableForm", hint: "problems.sendAgain")
        guard let boundary = parameter("boundary", of: contentType),
            (1...70).contains(boundary.utf8.count)
        else { throw malformed }
        let delimiter = Array("--\(boundary)".utf8)
        var items: [(name: String, value: String)] = []
        var file: FormFile?
        var position = body.firstRange(of: delimiter, from: 0)
        var count = 0
        while let start = position {
            let after = start + delimiter.count
            if body[after...].starts(with: Array("--".utf8)) { break }
            guard count < most, body[after...].starts(with: Array("\r\n".utf8)),
                let head = body.firstRange(of: Array("\r\n\r\n".utf8), from: after),
                let end = body.firstRange(of: Array("\r\n".utf8) + delimiter, from: head + 2)
            else { throw malformed }
            count += 1
            let lines = String(decoding: body[(after + 2)..<head], as: UTF8.self)
            let content = Array(body[(head + 4)..<max(head + 4, end)])
            position = end + 2
            guard
                let disposition = lines.split(whereSeparator: \.isNewline).first(where: {
                    $0.lowercased().hasPrefix("content-disposition:")
                }).map(String.init), let name = parameter("name", of: disposition)
            else { throw malformed }
            if let fileName = parameter("filename", of: disposition) {
                let last = fileName.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
                if file == nil { file = FormFile(name: last, bytes: content) }
            } else {
                guard let text = String(validating: content, as: UTF8.self) else { throw malformed }
                items.append((name: name, value: text))
            }
        }
        guard count > 0 else { throw malformed }
        return (Query(items), file)
    }

    /// Returns a parameter of a header field, quoted or not.
    ///
    /// Browsers encode `"` as `%22`.
    private static func parameter(_ name: String, of field: String) -> String? {
        for part in field.split(separator: ";").dropFirst() {
            let halves = part.drop { $0 == " " }
                .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, halves[0].lowercased() == name else { continue }
            var value = halves[1].reversed().drop { $0.isWhitespace }.reversed().map(String.init)
                .joined()
            if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
                value = String(value.dropFirst().dropLast())
            }
            return value.replacing("%22", with: "\"")
        }
        return nil
    }
}

extension [UInt8] {
    /// Returns the index of a pattern's first occurrence at or after a start index.
    fileprivate func firstRange(of pattern: [UInt8], from start: Int) -> Int? {
        guard count >= pattern.count, start <= count - pattern.count else { return nil }
        var index = start
        while let next = self[index...(count - pattern.count)].firstIndex(of: pattern[0]) {
            if self[next...].starts(with: pattern) { return next }
            index = next + 1
            guard index <= count - pattern.count else { return nil }
        }
        return nil
    }
}
