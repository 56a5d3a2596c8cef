import Translation

/// Reads the rows of a CSV text one by one, following RFC 4180 but accepting any line ending.
struct TableRows {
    private let bytes: [UInt8]
    private let delimiter: UInt8
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8], delimiter: UInt8) {
        self.bytes = bytes
        self.delimiter = delimiter
    }

    /// Reads the next row and returns it with the number of its first line; returns nil at the end.
    ///
    /// Empty lines are skipped.
    mutating func next() throws(InterchangeError) -> (cells: [String], line: Int)? {
        while position < bytes.count, isEnd(bytes[position]) { endLine() }
        guard position < bytes.count else { return nil }
        let start = line
        var cells: [String] = []
        while true {
            cells.append(try cell())
            guard position < bytes.count else { return (cells, start) }
            if bytes[position] == delimiter {
                position += 1
                continue
            }
            endLine()
            return (cells, start)
        }
    }

    private func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private mutating func endLine() {
        guard position < bytes.count else { return }
        let isPair =
            bytes[position] == 0x0D && position + 1 < bytes.count && bytes[position + 1] == 0x0A
        position += isPair ? 2 : 1
        line += 1
    }

    private mutating func cell() throws(InterchangeError) -> String {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            let start = position
            while position < bytes.count, bytes[position] != delimiter, !isEnd(bytes[position]) {
                position += 1
            }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }
        return try quoted()
    }

    private mutating func quoted() throws(InterchangeError) -> String {
        let opening = position
        position += 1
        var text: [UInt8] = []
        var start = position
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "\"") {
                text += bytes[start..<position]
                position += 1
                guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
                    return try closed(text)
                }
                start = position
            } else if bytes[position] == 0x0A {
                line += 1
            }
            position += 1
        }
        throw fault(at: opening, "A quoted cell is not closed.")
    }

    private func closed(_ text: [UInt8]) throws(InterchangeError) -> String {
        guard position == bytes.count || bytes[position] == delimiter || isEnd(bytes[position])
        else {
            throw fault(at: position, "Something follows the closing quotation mark of a cell.")
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func fault(at offset: Int, _ message: String) -> InterchangeError {
        let (line, column) = FileText.place(of: offset, in: bytes)
        return InterchangeError(
            message, hint: "Close the cell, and write \"\" for a quotation mark in it.", line: line,
            column: column)
    }
}

/// Protects cells that spreadsheets would interpret as formulas.
enum TableCell {
    private static let signs: Set<UInt8> = [0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D]

    /// Returns whether a text begins with a character that begins a formula, after any apostrophes.
    private static func isFormula(_ text: String) -> Bool {
        text.utf8.first { $0 != UInt8(ascii: "'") }.map(signs.contains) ?? false
    }

    /// Returns the cell for a text, with an apostrophe in front if the text looks like a formula.
    static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

    /// Returns the text of a cell, without the apostrophe that protects a formula.
    static func text(_ cell: String) -> String {
        cell.utf8.first == UInt8(ascii: "'") && isFormula(cell)
            ? String(Substring(cell.utf8.dropFirst())) : cell
    }

    /// Returns the contents of a file with the given rows, preceded by a `sep=` line if requested.
    static func encoded(
        _ rows: [[String]], delimiter: UInt8 = UInt8(ascii: ","), namesDelimiter: Bool = false
    ) -> [UInt8] {
        var bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
        if namesDelimiter { bytes += Array("sep=".utf8) + [delimiter, 0x0D, 0x0A] }
        for row in rows { write(row, delimiter, to: &bytes) }
        return bytes
    }

    /// Writes a row, quoting cells if necessary.
    private static func write(_ cells: [String], _ delimiter: UInt8, to bytes: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(delimiter) }
            let special: Set<UInt8> = [0x22, 0x2C, 0x3B, 0x09, 0x0A, 0x0D, delimiter]
            let isSpaced = cell.utf8.first == 0x20 || cell.utf8.last == 0x20
            guard isSpaced || cell.utf8.contains(where: special.contains) else {
                bytes += Array(cell.utf8)
                continue
            }
            bytes.append(0x22)
            for byte in cell.utf8 {
                if byte == 0x22 { bytes.append(0x22) }
                bytes.append(byte)
            }
            bytes.append(0x22)
        }
        bytes += [0x0D, 0x0A]
    }
}
