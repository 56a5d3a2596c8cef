import EventStore
import Translation

/// What the files of one folder say, parsed and folded as far as that needs no other folder but the source language's.
///
/// Of a folder that is too large for memory it is a part, and nothing is folded.
///
/// Nearly always the events of a subject are all in one folder. Which are not, and what only the database can tell (which of two
/// events of one id counts, whose text is copied), is settled after all is read.
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
        let lines: [Line]
    }

    /// A line, and what it says.
    struct Line: Sendable {
        let bytes: ArraySlice<UInt8>
        let reading: Reading
        /// Which of ``FolderProjection/subjects`` the event is about.
        let subject: Int?
    }

    /// What reading a line gave.
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
        /// Which subject of the source language's folder the string of a text in another language is, where that was folded.
        fileprivate(set) var string: Int?
        /// What the tables say of it; `nil` where the database has to fold it.
        fileprivate(set) var rows: SubjectRows?
    }

    /// What to fold.
    struct Source: Sendable {
        let tag: String
        private(set) var files: [(path: String, content: ContentID, bytes: [UInt8])] = []
        /// Whether these are a part of what must be read before it can be folded: the folder is too large for memory, or the
        /// source language's was.
        var isPart = false
        /// How many bytes the files have.
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
    init(
        _ source: Source, project: Project, definitions: [StringID: FoldedDefinitions]
    ) {
        isPart = source.isPart
        var numbers: [Subject: Int] = [:]
        var events: [[Event]] = []
        var isFoldable: [Bool] = []
        // Nearly each event is about another text.
        numbers.reserveCapacity(source.size / Self.usualLineSize)
        for file in source.files {
            let lines = Self.lines(of: file.bytes).map { bytes in
                let reading = Reading(bytes)
                guard case .line(.event(let event)) = reading,
                    let subject = event.subject(in: project)
                else { return Line(bytes: bytes, reading: reading, subject: nil) }
                let number = Self.number(&numbers[subject, default: -1], next: subjects.count)
                if number == subjects.count {
                    subjects.append(FoldedSubject(subject: subject))
                    events.append([])
                    isFoldable.append(
                        !isPart && subject.home(in: project).rawValue == source.tag)
                }
                if event.copies != nil { isFoldable[number] = false }
                if isFoldable[number] { events[number].append(event) }
                return Line(bytes: bytes, reading: reading, subject: number)
            }
            files.append(File(path: file.path, content: file.content, lines: lines))
        }
        for number in subjects.indices where isFoldable[number] {
            fold(number, events[number], project, definitions)
        }
    }

    /// The number that a subject has, or the next one if it has none, which it gets in the same search.
    private static func number(_ number: inout Int, next: Int) -> Int {
        if number < 0 { number = next }
        return number
    }

    private mutating func fold(
        _ number: Int, _ events: [Event], _ project: Project,
        _ definitions: [StringID: FoldedDefinitions]
    ) {
        guard case .unit(let locale, let string) = subjects[number].subject else {
            subjects[number].rows = SubjectRows(subjects[number].subject, events: events)
            return
        }
        let isSource = locale == project.source
        let defined = isSource ? nil : definitions[string]
        let unit = Unit(
            locale: locale, string: string, events: events,
            source: isSource ? nil : defined?.definitions ?? .undefined
        ) { _ in nil }
        subjects[number].rows = SubjectRows(unit, in: project)
        subjects[number].string = defined?.subject
        if isSource {
            self.definitions[string] = FoldedDefinitions(
                definitions: unit.definitions, subject: number)
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
        case .locale(let tag), .unit(let tag, _): tag
        case .setting, .resource: project.source
        }
    }
}
