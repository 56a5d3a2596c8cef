import ReadModel
import Texts
import Translation
import Workspace

/// The keys of a project in the spellings that users may type.
///
/// See ``Workspace/Snapshot/string(_:)``.
struct KeyCandidates {
    let snapshot: Snapshot
    let limit: Int

    /// Returns the keys that begin with the typed text.
    ///
    /// With a section, returns only its keys, taken literally.
    func keys(_ typed: String, section: String?) throws -> [Candidate] {
        let plain = snapshot.project.defaultSection
        if let section {
            return try strings(snapshot.section(section), typed) { $0.key }
        }
        if typed.utf8.first == UInt8(ascii: ":") {
            return try strings(plain, String(decoding: typed.utf8.dropFirst(), as: UTF8.self)) {
                ":" + $0.key
            }
        }
        let project = snapshot.project
        let wanted = try sections(typed).flatMap { section, prefix in
            try strings(section, prefix) { $0.spelled(in: project) }
        }
        let own = try strings(plain, typed) { $0.spelled(in: project) }
        // A key with another spelling would replace the typed text.
        return Array((own + wanted).filter { $0.word.utf8.starts(with: typed.utf8) }.prefix(limit))
    }

    /// Returns the sections that the word may begin with, each with the rest of the word as the
    /// prefix of a key.
    private func sections(_ typed: String) throws -> [(section: String, prefix: String)] {
        let plain = snapshot.project.defaultSection
        let others = try snapshot.model.sections().filter { !$0.utf8.elementsEqual(plain.utf8) }
        guard let colon = typed.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return others.filter { $0.utf8.starts(with: typed.utf8) }.map { ($0, "") }
        }
        let name = typed.utf8[..<colon]
        let rest = String(Substring(typed.utf8[typed.utf8.index(after: colon)...]))
        return others.filter { $0.utf8.elementsEqual(name) }.map { ($0, rest) }
    }

    private func strings(
        _ section: String, _ prefix: String, _ spelled: (StringID) -> String
    ) throws -> [Candidate] {
        try snapshot.model.strings(section: section, keyPrefix: prefix, limit: limit).map {
            Candidate(word: spelled($0.string), note: ValueText.inline($0.definition.value))
        }
    }
}
