import GRDB
import Translation

/// The tables for findings, in a file beside the read model.
///
/// Languages are numbered in this file. Strings have the read model's numbers, which are valid for
/// one generation of the read model.
///
/// - `unit` stores the checks that have findings in a text, as bits. The text's own findings and
///   its findings across strings are separate.
/// - `finding` stores the findings themselves.
/// - `tally` counts a language's texts by bit.
/// - `source` and `text` store hashes of texts. Checks across strings use them to find related
///   strings.
enum FindingsSchema {
    /// The version number, which increases with each change to the tables or their contents.
    static let version: Int64 = 1

    /// The name under which a reader attaches the database.
    static let name = "findings"

    static let sql = """
        CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE language (id INTEGER PRIMARY KEY, locale TEXT NOT NULL UNIQUE);
        CREATE TABLE unit (
          locale INTEGER NOT NULL, string INTEGER NOT NULL,
          own INTEGER NOT NULL, across INTEGER NOT NULL,
          PRIMARY KEY (locale, string)
        ) WITHOUT ROWID;
        CREATE TABLE finding (
          locale INTEGER NOT NULL, string INTEGER NOT NULL, is_across INTEGER NOT NULL,
          body BLOB NOT NULL,
          PRIMARY KEY (locale, string, is_across)
        ) WITHOUT ROWID;
        CREATE TABLE tally (
          locale INTEGER NOT NULL, bit INTEGER NOT NULL, strings INTEGER NOT NULL,
          PRIMARY KEY (locale, bit)
        ) WITHOUT ROWID;
        CREATE TABLE source (string INTEGER PRIMARY KEY, hash INTEGER NOT NULL);
        CREATE INDEX source_hash ON source (hash);
        CREATE TABLE text (
          locale INTEGER NOT NULL, string INTEGER NOT NULL, hash INTEGER NOT NULL,
          PRIMARY KEY (locale, string)
        ) WITHOUT ROWID;

        """ + textIndex

    /// The index of texts by hash.
    ///
    /// If all texts are rewritten, the index is created last.
    static let textIndex = "CREATE INDEX IF NOT EXISTS text_hash ON text (locale, hash);\n"

    /// The suffix of the file's name.
    static let suffix = "-findings"

    /// The tables for a version of the program.
    ///
    /// If the version or the list of checks differs, all findings are computed again.
    static func tables(of program: String) -> SideDatabase.Tables {
        SideDatabase.Tables(
            suffix: suffix,
            version: "\(version) \(program) \(CheckInfo.all.map(\.name).joined(separator: " "))",
            sql: sql)
    }
}

/// The checks and severities of the findings in a text, as bits.
struct FindingMask {
    /// One bit for each check, in the order of ``Translation/CheckInfo/all``, then one bit for each
    /// severity.
    ///
    /// The severities start at ``firstSeverity``.
    var bits: Int64 = 0

    private static let firstSeverity = 48
    /// The bit under which `tally` counts texts with any finding.
    static let anyBit = 63

    init(_ findings: [Finding]) {
        for finding in findings {
            if let bit = Self.bit(ofCheck: finding.check) { bits |= 1 << bit }
            bits |= 1 << Self.bit(of: finding.severity)
        }
    }

    /// Returns a check's bit, or `nil` if no check has the name.
    static func bit(ofCheck name: String) -> Int? {
        CheckInfo.all.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }

    static func bit(of severity: Finding.Severity) -> Int {
        switch severity {
        case .info: firstSeverity
        case .warning: firstSeverity + 1
        case .error: firstSeverity + 2
        }
    }

    /// Returns the bits set in a mask, followed by ``anyBit`` if any bit is set.
    static func counted(_ mask: Int64) -> [Int] {
        guard mask != 0 else { return [] }
        return (0..<anyBit).filter { mask & (1 << $0) != 0 } + [anyBit]
    }
}

/// The numbers of strings with findings in a language.
///
/// Missing and stale texts are not findings. Silenced findings are not counted.
public struct FindingCounts: Hashable, Sendable {
    /// A check, and the number of strings with findings of this check.
    public struct Check: Hashable, Sendable {
        /// The name of the check, as in ``Translation/CheckInfo/all``.
        public let name: String
        /// The number of strings with findings of the check.
        public let strings: Int
    }

    /// The number of strings with any finding.
    public var strings = 0
    /// The number of strings with an error.
    public var errors = 0
    /// The number of strings with a warning.
    public var warnings = 0
    /// The number of strings with a finding of the lowest severity.
    public var infos = 0
    /// The number of strings for each check that has findings, in the order of
    /// ``Translation/CheckInfo/all``.
    public var byCheck: [Check] = []

    /// Creates counts of zero.
    public init() {}

    /// Records the number of strings for a bit; ignores zero.
    mutating func add(bit: Int, strings count: Int) {
        guard count > 0 else { return }
        switch bit {
        case FindingMask.anyBit: strings = count
        case FindingMask.bit(of: .error): errors = count
        case FindingMask.bit(of: .warning): warnings = count
        case FindingMask.bit(of: .info): infos = count
        case CheckInfo.all.indices:
            byCheck.append(Check(name: CheckInfo.all[bit].name, strings: count))
        default: break
        }
    }
}
