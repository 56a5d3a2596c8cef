import Foundation
import JSON

extension FuzzTarget {
    static let jsonFoundation = FuzzTarget(
        "json-foundation",
        "JSON: Foundation reads the same value as our reader, and both refuse invalid JSON.",
        maximumSize: 1 << 12,
        seeds: [
            #"{"a":[1,-2,3.5e3,true,false,null,"\u0000é\ud83d\ude00"],"b":{"c":{}}}"#, "[]",
            #""\"\\\/\b\f\n\r\t\u00e9\uD834\uDD1E""#, "[0,-0,-0.0,1E400,9223372036854775807,1e-7]",
            " \t\r\n[ { } , [ ] ] ", #"{"":"","é":1,"e\u0301":2}"#, "-1.25e+2", "nul", "[1,]",
        ],
        fixtures: ["Tests/InterchangeTests/Fixtures/i18next"],
        words: [
            "true", "false", "null", "\\u", "\\ud83d", "\\ude00", "\\u0000", "{\"a\":", "[[", "]]",
            "1e", "-", "0.", "9223372036854775808", "\u{2028}",
        ]
    ) { input in
        // Foundation drops a byte order mark at the start of any text, which would change its
        // value.
        guard !String(decoding: input, as: UTF8.self).unicodeScalars.contains("\u{feff}") else {
            return .refused
        }
        let other = try? JSONSerialization.jsonObject(
            with: Data(input), options: .fragmentsAllowed)
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue.parse(input) } catch {
            guard SecondOpinion.isAsked(of: error, in: input) else { return .refused }
            try law(
                "Foundation refuses all input that our reader refuses.", other == nil, "\(error)")
            return .refused
        }
        try law("Foundation accepts all input that our reader accepts.", other != nil)
        try law(
            "Foundation reads the same value.",
            other.map { SecondOpinion.isSame(value, $0) } ?? false)
        return .accepted
    }
}

/// Foundation's result for the same JSON, to compare with ours.
private enum SecondOpinion {
    /// Whether Foundation's result is relevant for bytes that our reader rejects.
    ///
    /// Foundation also accepts UTF-16 and UTF-32, duplicate keys, U+0000 in a key, numbers of any
    /// size, and a trailing comma.
    static func isAsked(of error: JSONError, in input: [UInt8]) -> Bool {
        guard !input.prefix(4).contains(where: { $0 == 0 || $0 >= 0xFE }) else { return false }
        return switch error.kind {
        case .empty, .notUTF8, .unfinished, .followed: true
        case .syntax:
            error.message != "A key contains U+0000."
                && !["“]”.", "“}”."].contains {
                    error.message.hasSuffix("after the comma, not \($0)")
                }
        case .byteOrderMark, .duplicateKey, .largeNumber, .depth: false
        }
    }

    static func isSame(_ value: JSONValue, _ other: Any) -> Bool {
        switch value {
        case .null: return other is NSNull
        case .bool(let truth): return (other as? NSNumber)?.boolValue == truth
        case .integer(let number): return (other as? NSNumber)?.int64Value == number
        case .real(let number):
            // Foundation rounds twice if it converts through a decimal.
            return ((other as? NSNumber)?.doubleValue).map {
                abs($0 - number) <= abs(number) * 1e-14
            } ?? false
        case .string(let text):
            return (other as? String).map { text.utf8.elementsEqual($0.utf8) } ?? false
        case .array(let values):
            guard let others = other as? [Any], others.count == values.count else { return false }
            return zip(values, others).allSatisfy { isSame($0, $1) }
        case .object(let object):
            // Foundation compares keys by canonical equivalence, so it treats some different keys
            // as equal.
            guard let others = other as? [String: Any] else { return false }
            let keys = Dictionary(grouping: object.members, by: \.key)
            return keys.count == others.count
                && keys.values.allSatisfy { members in
                    guard members.count == 1, let member = members.first else { return true }
                    return others[member.key].map { isSame(member.value, $0) } ?? false
                }
        }
    }
}
