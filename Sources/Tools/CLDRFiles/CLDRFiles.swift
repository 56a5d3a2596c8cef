import Languages
import Texts

/// The files in `Sources/Domain/Texts/CLDR`, generated from the data in the linked version of ICU.
package enum CLDRFiles {
    /// A file with tables.
    package struct File {
        package let name: String
        package let text: String
    }

    /// Returns all files.
    package static func all() throws -> [File] {
        let parts: [(name: String, tables: [Table])] = [
            ("CLDRTables+Aliases", try aliases()),
            ("CLDRTables+LikelySubtags", try likelySubtags()),
            ("CLDRTables+Plurals", try plurals()), ("CLDRTables+Regions", try regions()),
            ("CLDRTables+Subtags", try subtags()),
        ]
        return [version]
            + parts.map { File(name: "\($0.name).swift", text: text(of: $0.tables)) }
    }

    /// The file that records the versions of CLDR and ICU, so that a test can compare them with its
    /// own.
    private static var version: File {
        File(
            name: "CLDRTables+Version.swift",
            text: """
                \(head)
                extension CLDRTables {
                    /// The version of CLDR's data that the tables are from.
                    package static let version = "\(CLDR.version)"

                    /// The version of the ICU that the tables were read from.
                    package static let icuVersion = "\(CLDR.libraryVersion)"
                }

                """)
    }

    private static var head: String {
        "// Written by `make cldr` from CLDR \(CLDR.version), by ICU \(CLDR.libraryVersion). Do not edit.\n"
    }

    private static func text(of tables: [Table]) -> String {
        "\(head)\nextension CLDRTables {\n" + tables.map(\.declaration).joined(separator: "\n")
            + "}\n"
    }
}

/// A table of records with its name and comment.
struct Table {
    let name: String
    let comment: String
    let records: [(key: String, rest: String)]

    /// The Swift declaration, with as many records per line as fit.
    ///
    /// The records are sorted by the bytes of their keys.
    var declaration: String {
        let sorted = records.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        var lines: [String] = []
        for record in sorted.map({ $0.key + $0.rest }) {
            if let last = lines.last, last.utf8.count + record.utf8.count < 90 {
                lines[lines.count - 1] = "\(last);\(record)"
            } else {
                lines.append(record)
            }
        }
        return """
                /// \(comment)
                package static let \(name) = CLDRTable(
                    \"""
            \(lines.map { "        \($0)\n" }.joined())        \""")

            """
    }

    /// Creates a table that maps keys to values.
    init(_ name: String, _ comment: String, _ values: [String: String]) {
        self.name = name
        self.comment = comment
        records = values.map { ($0.key, "=\($0.value)") }
    }

    /// Creates a table of keys, or of ranges such as `aaa~i`.
    init(_ name: String, _ comment: String, ranges: [String]) {
        self.name = name
        self.comment = comment
        records = ranges.map { range in
            let key = range.prefix { $0 != "~" }
            return (String(key), String(range.dropFirst(key.count)))
        }
    }
}

/// A missing part of ICU's data.
struct MissingData: Error, CustomStringConvertible {
    let path: String
    var description: String { "ICU's data does not contain \(path)." }
}
