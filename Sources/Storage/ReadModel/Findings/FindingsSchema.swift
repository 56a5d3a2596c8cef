import GRDB
import Translation

/// The tables of the findings of texts, in a file beside the read model.
///
/// Languages have numbers of their own; strings have those of the read model, which hold for one of its generations. `unit` has
/// the checks that find something in a text as bits, those of the text alone and those across strings apart, and `finding` what they
/// say. `tally` counts the texts of a language by bit. `source` and `text` have hashes, by which the checks across strings find the
/// strings that concern each other.
enum FindingsSchema {
    /// Increases with each change of the tables or their contents.
    static let version: Int64 = 1

    /// The name of the database where a reader attaches it.
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

    /// Added last when all texts are rewritten.
    static let textIndex = "CREATE INDEX IF NOT EXISTS text_hash ON text (locale, hash);\n"

    /// The suffix of the file's name.
    static let suffix = "-findings"

    /// The tables for the checks of a version of the program; with another list of checks, all findings are made again.
    static func tables(of program: String) -> SideDatabase.Tables {
        SideDatabase.Tables(
            suffix: suffix,
            version: "\(version) \(program) \(CheckInfo.all.map(\.name).joined(separator: " "))",
            sql: sql)
    }
}

/// The checks that find something in a text, and how bad it is, as bits.
struct FindingMask {
    /// A bit for each check, in the order of ``Translation/CheckInfo/all``, and from ``firstSeverity`` on one for each severity.
    var bits: Int64 = 0

    private static let firstSeverity = 48
    /// Counts texts with any finding in `tally`.
    static let anyBit = 63

    init(_ findings: [Finding]) {
        for finding in findings {
            if let bit = Self.bit(ofCheck: finding.check) { bits |= 1 << bit }
            bits |= 1 << Self.bit(of: finding.severity)
        }
    }

    /// The bit of a check, or `nil` if there is none of that name.
    static func bit(ofCheck name: String) -> Int? {
        CheckInfo.all.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The bit of a severity.
    static func bit(of severity: Finding.Severity) -> Int {
        switch severity {
        case .info: firstSeverity
        case .warning: firstSeverity + 1
        case .error: firstSeverity + 2
        }
    }

    /// The bits of a mask that are counted, and ``anyBit`` if there is one.
    static func counted(_ mask: Int64) -> [Int] {
        guard mask != 0 else { return [] }
        return (0..<anyBit).filter { mask & (1 << $0) != 0 } + [anyBit]
    }
}

/// The numbers of strings with findings in a language.
///
/// Missing and stale texts are not findings here. Silenced findings are not counted.
public struct FindingCounts: Hashable, Sendable {
    /// A check, and the number of strings in which it has findings.
    public struct Check: Hashable, Sendable {
        /// The name of the check.
        public let name: String
        /// The number of strings with findings.
        public let strings: Int
    }

    /// Strings with any finding.
    public var strings = 0
    /// Strings with an error.
    public var errors = 0
    /// Strings with a warning.
    public var warnings = 0
    /// Strings with a remark of the least severity.
    public var infos = 0
    /// Strings by check, in the order of ``Translation/CheckInfo/all``; checks that find nothing are left out.
    public var byCheck: [Check] = []

    /// Counts nothing.
    public init() {}

    /// Adds the number of strings that have a bit.
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
