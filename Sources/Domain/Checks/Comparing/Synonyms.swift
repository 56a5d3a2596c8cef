import Texts

/// English words that many languages translate with the same word, such as “delete” and “remove”.
///
/// Sources that differ only in such words may legitimately have the same translation.
enum Synonyms {
    private static let groups = [
        "choose pick select", "delete erase remove", "destination target", "directory folder",
        "cannot cant couldnt fail failed failing failure unable unsuccessful error errors",
        "bad illegal invalid wrong incorrect malformed",
        "display list print show view output write",
        "close exit leave quit", "begin launch run start", "end finish stop terminate",
        "create make", "change edit modify", "build compile", "abort cancel",
        "argument option parameter", "discard drop ignore omit skip suppress", "copy duplicate",
        "forbidden prohibited", "allow enable permit", "disable deactivate", "activate enable",
        "access reach", "fetch get obtain read retrieve", "need needs require requires required",
        "unknown unrecognized unrecognised", "absent missing", "empty blank null",
        "expected required", "find locate", "present existing",
        "specify give given specified provide provided",
        "warning caution", "early prematurely", "name names named",
        "utility program tool application",
        "hostname host", "identifier name", "kind sort type", "occurred happened encountered",
        "constant literal", "regexp regular expression", "user username",
        "picture image", "colour color",
    ].map { Set($0.split(separator: " ").map(String.init)) }

    private static let groupsOfWord: [String: Set<Int>] = {
        var all: [String: Set<Int>] = [:]
        for (number, group) in groups.enumerated() {
            for word in group { all[word, default: []].insert(number) }
        }
        return all
    }()

    /// Returns whether two lowercase words are synonyms.
    static func are(_ a: String, _ b: String) -> Bool {
        guard let first = groupsOfWord[a], let second = groupsOfWord[b] else { return false }
        return !first.isDisjoint(with: second)
    }

    /// Words that only express failure, as in “could not” or “failed to”.
    static let negations: Set<String> = [
        "aren", "cannot", "cant", "couldn", "couldnt", "didn", "doesn", "error", "fail", "failed",
        "failing", "fails", "failure", "impossible", "isn", "no", "non", "not", "unable",
        "undefined",
    ]

    /// Short words that can occur in a phrase that expresses failure, as in “was not able to”.
    static let fillers: Set<String> = [
        "able", "can", "could", "defined", "did", "do", "does", "is", "may", "must", "possible",
        "t", "to",
        "was", "when", "while", "without",
    ]
}
