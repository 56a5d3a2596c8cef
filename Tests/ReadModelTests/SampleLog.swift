import EventStore
import JSON
import ReadModel
import Testing
import Texts
import Translation

/// A small handmade log: event number `n` has the id `id(n)`, with the time of `n` milliseconds.
struct SampleLog {
    private(set) var files: [(path: String, content: [UInt8])] = []
    private var count: UInt64 = 0

    static let en = tag("en")
    static let fr = tag("fr")
    static let frCA = tag("fr-CA")
    static let project = Project(id: "P", source: en)
    static let ines = Actor(name: "Ines", email: "ines@example.org")
    static let tom = Actor(name: "Tom", email: "tom@example.org")

    static func tag(_ text: String) -> LanguageTag {
        LanguageTag(text) ?? en
    }

    static func string(_ key: String) -> StringID { StringID(section: "default", key: key) }

    static func id(_ number: UInt64) -> EventID {
        EventID(milliseconds: number, random: (0, number))
    }

    /// Adds an event in its own file.
    @discardableResult
    mutating func add(
        _ payload: Payload, _ locale: LanguageTag = en, _ key: String? = nil,
        base: EventID? = nil, source: EventID? = nil, actor: Actor? = ines, folder: String? = nil
    ) -> EventID {
        count += 1
        let id = Self.id(count)
        let event = Event(
            id: id, at: "2026-11-21T09:30:00.123Z", actor: actor, locale: locale,
            string: key.map(Self.string), payload: payload, base: base, source: source)
        add(line: event.line, folder: folder ?? locale.rawValue)
        return id
    }

    /// Adds a line in its own file.
    mutating func add(line: [UInt8], folder: String = "en") {
        files.append(("\(folder)/f\(files.count).jsonl", line + [UInt8(ascii: "\n")]))
    }

    @discardableResult
    mutating func define(
        _ key: String, _ text: String, base: EventID? = nil, isTranslatable: Bool = true,
        order: Int64? = nil, comment: String? = nil
    ) -> EventID {
        add(
            .stringDefined(
                Definition(
                    value: Value(text), comment: comment, isTranslatable: isTranslatable,
                    order: order)), Self.en, key, base: base)
    }

    func model() throws -> Projection {
        try .inMemory(project: Self.project, files: files)
    }
}

extension EventStore {
    /// Appends files of a log in one commit.
    func append(_ files: some Sequence<(path: String, content: [UInt8])>) throws -> Position {
        let files = files.map { file in
            let parts = file.path.split(separator: "/")
            return NewFile(
                folder: String(parts[0]), name: String(parts[1].dropLast(6)), content: file.content)
        }
        let author = Author(name: "A", email: "a@example.org", seconds: 0)
        return try append(
            Addition(files: files, message: "m", author: author),
            expecting: try #require(try head())
        ).position
    }
}
