import Dispatch
import EventStore
import Texts
import Translation

/// The content of one folder's files, parsed, and folded as far as that needs no other folder but
/// the source language's.
///
/// Of a folder that is too large for memory it is a part, and nothing is folded.
///
/// Nearly always the events of a subject are all in one folder. The exceptions are settled after
/// all is read. So are the questions that only the database can answer: which of two events of
/// one id counts, and whose text is copied.
struct FolderProjection: Sendable {
    private(set) var files: [File] = []
    private(set) var subjects: [FoldedSubject] = []
    /// The strings whose definitions were folded here, which is in the source language's folder.
    private(set) var definitions: [StringID: FoldedDefinitions] = [:]
    /// Whether nothing is folded here; see ``Source/isPart``.
    let isPart: Bool

    /// A file and its lines.
    struct File: Sendable {
        let path: String
        let content: ContentID
        fileprivate(set) var lines: [Line]
    }

    /// A line and its parsed event.
    struct Line: Sendable {
        let bytes: ArraySlice<UInt8>
        let reading: Reading
        /// The index in ``FolderProjection/subjects`` of the event's subject.
        fileprivate(set) var subject: Int?
    }

    /// The result of reading a line.
    enum Reading: Sendable {
        case line(Event.Line)
        case malformed(EventDecodingError)
    }

    /// A string's definitions, and which subject of the source language's folder they are.
    struct FoldedDefinitions: Sendable {
        fileprivate let definitions: DefinitionHistory
        fileprivate let subject: Int
    }

    /// A subject with events in the folder.
    struct FoldedSubject: Sendable {
        let subject: Subject
        /// For a text in another language, the index of its string in the source language's
        /// folder, if that was folded.
        fileprivate(set) var string: Int?
        /// The subject's rows in the tables; `nil` if the database has to fold it.
        fileprivate(set) var rows: SubjectRows?
    }

    /// The input of a fold.
    struct Source: Sendable {
        let tag: String
        private(set) var files: [(path: String, content: ContentID, bytes: [UInt8])] = []
        /// Whether these are a part of what must be read before it can be folded: the folder is too large for memory, or the
        /// source language's was.
        var isPart = false
        /// The total size of the files, in bytes.
        private(set) var size = 0

        init(tag: String) { self.tag = tag }

        /// Begins the next part of a folder.
        init(partOf source: Source) {
            tag = source.tag
            isPart = true
        }

        /// The files in parts that have little more than so many bytes each.
        func parts(of size: Int) -> [Source] {
            var parts: [Source] = []
            var part = Source(partOf: self)
            for file in files {
                part.add(file.path, file.content, file.bytes)
                if part.size > size {
                    parts.append(part)
                    part = Source(partOf: self)
                }
            }
            return part.files.isEmpty ? parts : parts + [part]
        }

        mutating func add(_ path: String, _ content: ContentID, _ bytes: [UInt8]) {
            files.append((path, content, bytes))
            size += bytes.count
        }
    }

    /// About how many bytes an event has.
    private static let usualLineSize = 300

    /// Parses and folds the files of a folder; `definitions` are those of all strings, and not asked for in the source language's.
    ///
    /// With a `helper` half is done by it: while there is nothing to be written yet, a processor is free.
    init(
        _ source: Source, project: Project, definitions: [StringID: FoldedDefinitions],
        helper: DispatchQueue?
    ) throws {
        isPart = source.isPart
        files = try Self.map(source.files, with: helper) { file in
            File(
                path: file.path, content: file.content,
                lines: Self.lines(of: file.bytes).map { bytes in
                    Line(bytes: bytes, reading: Reading(bytes), subject: nil)
                })
        }
        let events = nameSubjects(source, project)
        let folds = try Self.map(Array(zip(subjects, events)), with: helper) { item in
            let (subject, events) = item
            return events.map { Fold(subject.subject, $0, project, definitions) }
        }
        for (number, fold) in folds.enumerated() {
            guard let fold else { continue }
            subjects[number].rows = fold.rows
            subjects[number].string = fold.string
            guard let own = fold.definitions, case .unit(_, let string) = subjects[number].subject
            else { continue }
            self.definitions[string] = FoldedDefinitions(definitions: own, subject: number)
        }
    }

    /// Maps all items, the second half by another thread if there is one.
    private static func map<Item: Sendable, Result: Sendable>(
        _ items: [Item], with helper: DispatchQueue?,
        _ transform: @escaping @Sendable (Item) -> Result
    ) throws -> [Result] {
        guard let helper else { return items.map(transform) }
        let rest = Handoff(on: helper) { items[(items.count / 2)...].map(transform) }
        return items[..<(items.count / 2)].map(transform) + (try rest.take() ?? [])
    }

    /// Records the subjects of the events, and returns the events of each subject; `nil` if it is
    /// not to be folded here.
    private mutating func nameSubjects(_ source: Source, _ project: Project) -> [[Event]?] {
        var numbers: [Subject: Int] = [:]
        var events: [[Event]?] = []
        // Nearly each event is about another text.
        numbers.reserveCapacity(source.size / Self.usualLineSize)
        for file in files.indices {
            for line in files[file].lines.indices {
                guard case .line(.event(let event)) = files[file].lines[line].reading,
                    let subject = event.subject(in: project)
                else { continue }
                let number = Self.number(&numbers[subject, default: -1], next: subjects.count)
                if number == subjects.count {
                    subjects.append(FoldedSubject(subject: subject))
                    let isFolded = !isPart && subject.home(in: project).rawValue == source.tag
                    events.append(isFolded ? [] : nil)
                }
                if event.copies != nil { events[number] = nil }
                events[number]?.append(event)
                files[file].lines[line].subject = number
            }
        }
        return events
    }

    /// The number that a subject has, or the next one if it has none, which it gets in the same search.
    private static func number(_ number: inout Int, next: Int) -> Int {
        if number < 0 { number = next }
        return number
    }

    /// The result of folding a subject.
    private struct Fold: Sendable {
        let rows: SubjectRows?
        let string: Int?
        /// The definitions of a text in the source language.
        let definitions: DefinitionHistory?

        init(
            _ subject: Subject, _ events: [Event], _ project: Project,
            _ definitions: [StringID: FoldedDefinitions]
        ) {
            guard case .unit(let locale, let string) = subject else {
                rows = SubjectRows(subject, events: events)
                self.string = nil
                self.definitions = nil
                return
            }
            let isSource = locale == project.source
            let defined = isSource ? nil : definitions[string]
            let unit = Unit(
                locale: locale, string: string, events: events,
                source: isSource ? nil : defined?.definitions ?? .undefined
            ) { _ in nil }
            rows = SubjectRows(unit, in: project)
            self.string = defined?.subject
            self.definitions = isSource ? unit.definitions : nil
        }
    }

    /// The lines of a file, without their ends.
    static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}

extension FolderProjection.Reading {
    init(_ line: ArraySlice<UInt8>) {
        do {
            self = .line(try Event.read(line: line))
        } catch {
            self = .malformed(error)
        }
    }
}

extension Subject {
    /// The language in whose folder events of the subject belong.
    fileprivate func home(in project: Project) -> LanguageTag {
        switch self {
        case .locale(let tag), .file(_, _, let tag), .unit(let tag, _): tag
        case .resource(_, let locale): locale ?? project.source
        case .setting: project.source
        }
    }
}
