/// The contents of a terminal's screen, given the bytes that a program wrote to it.
///
/// It interprets the sequences that dragoman and `less` send: line ends, cursor movement and
/// erasing. Colours are ignored, and lines that scrolled away are kept. Like a real terminal, it
/// has its own short table of character widths, so it can verify the alignment of the program's
/// output.
public struct VirtualScreen: Sendable {
    /// The number of columns in a line.
    public let columns: Int
    /// The number of visible lines.
    public let rows: Int
    private var cells: [[String]] = [[]]
    private var row = 0
    private var column = 0
    private var rest: [UInt8] = []
    /// Whether a line feed also returns to the start of the line, as without a terminal driver.
    private let returnsAtLineFeed: Bool

    /// Creates a blank screen.
    public init(columns: Int = 80, rows: Int = 24, returnsAtLineFeed: Bool = false) {
        self.columns = columns
        self.rows = rows
        self.returnsAtLineFeed = returnsAtLineFeed
    }

    /// All lines, including those that scrolled away, without trailing spaces.
    public var text: String {
        var shown = cells.map(Self.shown)
        while shown.last?.isEmpty == true { shown.removeLast() }
        return shown.joined(separator: "\n") + "\n"
    }

    /// The line at the cursor.
    public var cursorLine: String { Self.shown(cells[row]) }

    private static func shown(_ cells: [String]) -> String {
        var line = Substring(cells.joined())
        while line.utf8.last == UInt8(ascii: " ") { line = line.dropLast() }
        return String(line)
    }

    /// Processes bytes, which may end in the middle of a character or a sequence.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        rest += bytes
        let all = rest
        var done = 0
        while let length = step(all[done...]) { done += length }
        rest = Array(all[done...])
    }

    /// Executes the first command in the bytes and returns its length; `nil` if it is incomplete.
    private mutating func step(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first else { return nil }
        switch first {
        case 0x0A:
            lineFeed()
            if returnsAtLineFeed { column = 0 }
            return 1
        case 0x0D:
            column = 0
            return 1
        case 0x08:
            column = max(0, column - 1)
            return 1
        case 0x09:
            column = min(columns - 1, (column / 8 + 1) * 8)
            return 1
        case 0x1B: return sequence(bytes)
        case 0..<0x20, 0x7F: return 1
        default:
            let width = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            guard bytes.count >= width else { return nil }
            for scalar in String(decoding: bytes.prefix(width), as: UTF8.self).unicodeScalars {
                put(scalar)
            }
            return width
        }
    }

    private mutating func sequence(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= 2 else { return nil }
        guard bytes[bytes.startIndex + 1] == UInt8(ascii: "[") else {
            // A sequence that selects a character set has one more byte.
            let isSet = bytes[bytes.startIndex + 1] == UInt8(ascii: "(")
            return isSet ? (bytes.count >= 3 ? 3 : nil) : 2
        }
        let parameters = bytes.dropFirst(2)
        guard let end = parameters.firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            return nil
        }
        let text = String(decoding: parameters[..<end], as: UTF8.self)
        if !text.hasPrefix("?") {
            let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map {
                Int($0)
            }
            obey(bytes[end], numbers)
        }
        return end - bytes.startIndex + 1
    }

    private mutating func obey(_ final: UInt8, _ numbers: [Int?]) {
        let first = numbers.first.flatMap(\.self)
        switch final {
        case UInt8(ascii: "A"): move(to: row - (first ?? 1), column)
        case UInt8(ascii: "B"): move(to: row + (first ?? 1), column)
        case UInt8(ascii: "C"): column = min(columns - 1, column + (first ?? 1))
        case UInt8(ascii: "D"): column = max(0, column - (first ?? 1))
        case UInt8(ascii: "G"): column = min(columns - 1, (first ?? 1) - 1)
        case UInt8(ascii: "H"):
            let second = numbers.count > 1 ? numbers[1] : nil
            move(to: top + (first ?? 1) - 1, (second ?? 1) - 1)
        case UInt8(ascii: "K"): erase(first ?? 0)
        case UInt8(ascii: "J"):
            erase(first ?? 0)
            for later in cells.indices where later > row { cells[later] = [] }
        default: break
        }
    }

    private var top: Int { max(0, cells.count - rows) }

    private mutating func move(to newRow: Int, _ newColumn: Int) {
        row = max(top, min(newRow, top + rows - 1))
        while cells.count <= row { cells.append([]) }
        column = max(0, min(newColumn, columns - 1))
    }

    private mutating func lineFeed() {
        row += 1
        if row == cells.count { cells.append([]) }
    }

    private mutating func erase(_ mode: Int) {
        switch mode {
        case 0: cells[row] = Array(cells[row].prefix(column))
        case 1: for index in cells[row].indices where index <= column { cells[row][index] = " " }
        default: cells[row] = []
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = Self.width(of: scalar)
        guard width > 0 else {
            // A zero-width character is drawn together with the preceding character.
            let before = min(column, cells[row].count) - 1
            if before >= 0 { cells[row][before].unicodeScalars.append(scalar) }
            return
        }
        if column + width > columns {
            lineFeed()
            column = 0
        }
        while cells[row].count < column + width { cells[row].append(" ") }
        cells[row][column] = String(scalar)
        if width == 2 { cells[row][column + 1] = "" }
        column += width
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
