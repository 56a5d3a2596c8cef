import GRDB
import GRDBSQLite

/// Divides documents into trigrams for FTS5, with prefixes for shorter words.
///
/// SQLite's own trigram tokenizer creates no token for a query of one or two characters, which is
/// the length of many Japanese words. Here each character of a text starts a token, and a short
/// query is the prefix of a token. A query is one token; ``SearchGrams`` divides longer queries.
final class GramTokenizer: FTS5CustomTokenizer {
    static let name = "dragoman_grams"

    /// The byte that fills the last tokens of a text; folded texts contain no controls.
    static let end: UInt8 = 1

    init(db: Database, arguments: [String]) {}

    func tokenize(
        context: UnsafeMutableRawPointer?, tokenization: FTS5Tokenization,
        pText: UnsafePointer<CChar>?, nText: CInt, tokenCallback: @escaping FTS5TokenCallback
    ) -> CInt {
        guard let pText else { return SQLITE_OK }
        if tokenization.contains(.query) {
            return tokenCallback(context, 0, pText, nText, 0, nText)
        }
        var (first, second) = (CInt(0), Self.next(after: 0, in: pText, nText))
        var third = Self.next(after: second, in: pText, nText)
        while third < nText {
            let end = Self.next(after: third, in: pText, nText)
            if pText[Int(first)] != Self.end {
                let code = tokenCallback(context, 0, pText + Int(first), end - first, first, end)
                guard code == SQLITE_OK else { return code }
            }
            (first, second, third) = (second, third, end)
        }
        return SQLITE_OK
    }

    /// Returns the position of the next character in a text in UTF-8.
    private static func next(
        after position: CInt, in text: UnsafePointer<CChar>, _ length: CInt
    ) -> CInt {
        var next = position + 1
        while next < length, UInt8(bitPattern: text[Int(next)]) & 0xC0 == 0x80 { next += 1 }
        return next
    }
}

/// The query for the documents that may contain a phrase.
struct SearchGrams {
    /// The query in the syntax of FTS5, or `nil` if the phrase is empty.
    let query: String?

    /// The maximum number of trigrams in a query; every document is compared with the phrase later.
    private static let most = 12

    /// Creates the query for a folded phrase.
    init(_ bytes: [UInt8]) {
        let characters = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        func quoted(_ part: ArraySlice<Unicode.Scalar>) -> String {
            var text = "\""
            for character in part {
                text.unicodeScalars.append(character)
                if character == "\"" { text += "\"" }
            }
            return text + "\""
        }
        guard characters.count > 2 else {
            query = characters.isEmpty ? nil : quoted(characters[...]) + " *"
            return
        }
        let last = characters.count - 3
        let count = min(last + 1, Self.most)
        // The trigrams are spread evenly over the phrase.
        let starts = (0..<count).map { count == 1 ? 0 : $0 * last / (count - 1) }
        query = starts.map { quoted(characters[$0..<$0 + 3]) }.joined(separator: " AND ")
    }
}
