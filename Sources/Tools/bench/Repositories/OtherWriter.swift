import EventStore
import Foundation
import GitEventStore
import Machine
import ReadModel
import Texts
import Translation
import Workspace

/// A writer that sets texts in a repository of ``SingleEvents``, one per commit, without updating
/// the read model.
struct OtherWriter {
    private let workspace: Workspace
    private let texts: Texts
    private var random = SeededRandom(seed: 7)
    private let language: LanguageTag

    init(_ repository: String) throws {
        workspace = try Workspace.open(repository, host: .bench)
        try workspace.catchUp()
        texts = Texts(random: &random)
        guard let french = LanguageTag(SingleEvents.language) else {
            throw RecipeFailure(reason: "\(SingleEvents.language) is not a language")
        }
        language = french
    }

    var store: GitEventStore { workspace.store }

    /// Returns additions that each set the text of one of the given strings.
    ///
    /// The additions are based on the read model.
    mutating func additions(_ strings: Range<Int>) throws -> [Addition] {
        let now = UInt64(Date().timeIntervalSince1970 * 1000)
        let keys = strings.map { StringID(section: "default", key: SingleEvents.key($0)) }
        let (last, units) = try workspace.read { [language] snapshot in
            (
                try snapshot.model.lastEventID(notAfter: now),
                try keys.map { try snapshot.model.unit(language, $0) }
            )
        }
        var clock = EventClock(last: last, now: now, random: random)
        _ = random.next()
        return units.map { unit in
            let string = unit.string
            let event = Event(
                id: clock.next(), at: Timestamp.text(milliseconds: Int64(now)),
                actor: texts.person(&random), locale: language, string: string,
                payload: .translationSet(texts.sentence(&random)), base: unit.register.current)
            let file = NewFile(
                folder: language.rawValue, name: event.id.description,
                content: event.line + [UInt8(ascii: "\n")])
            return Addition(
                files: [file], message: "set fr \(string.key)\n",
                author: Author(
                    name: "Bench", email: "bench@example.org", seconds: Int64(now / 1000)))
        }
    }

    /// Appends each addition on top of the previous one.
    func append(_ additions: [Addition]) throws {
        guard var head = try store.head() else { throw AppendConflict() }
        for addition in additions { head = try store.append(addition, expecting: head).position }
    }
}
