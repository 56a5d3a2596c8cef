import Dispatch
import EventStore
import Texts
import Translation

/// The parsed files in one folder, with the folded state of its subjects.
///
/// Folding uses no other folder, except for the source language's. If a folder is too large for
/// memory, this is only a part of the folder, and nothing is folded.
///
/// The events of a subject are nearly always in one folder. Exceptions are resolved after all
/// folders are read. So are questions that only the database can answer: which of two events with
/// the same id counts, and who is credited with a copied text.
struct FolderProjection: Sendable {
    private(set) var files: [File] = []
    private(set) var subjects: [FoldedSubject] = []
    /// The folded definitions by string, which exist only in the source language's folder.
    private(set) var definitions: [StringID: FoldedDefinitions] = [:]
    /// True if nothing is folded; see ``Source/isPart``.
    let isPart: Bool

    /// A file and its lines.
    struct File: Sendable {
        let path: String
        let content: ContentID
        fileprivate(set) var lines: [Line]
    }

    /// A line and the result of parsing it.
    struct Line: Sendable {
        let bytes: ArraySlice<UInt8>
        let reading: Reading
        /// The index of the event's subject in ``FolderProjection/subjects``.
        fileprivate(set) var subject: Int?
    }

    /// The result of parsing a line.
    enum Reading: Sendable {
        case line(Event.Line)
        case malformed(EventDecodingError)
    }

    /// The definitions of a string, and the index of its subject in the source language's folder.
    struct FoldedDefinitions: Sendable {
        fileprivate let definitions: DefinitionHistory
        fileprivate let subject: Int
    }

    /// A subject with events in the folder.
    struct FoldedSubject: Sendable {
        let subject: Subject
        /// For a text in another language, the index of its string in the source language's folder,
        /// if that folder was folded.
        fileprivate(set) var string: Int?
        /// The subject's rows in the tables, or `nil` if the database must fold the subject.
        fileprivate(set) var rows: SubjectRows?
    }

    /// The files in a folder, or in a part of a folder, before parsing.
    struct Source: Sendable {
        let tag: String
        private(set) var files: [(path: String, content: ContentID, bytes: [UInt8])] = []
        /// True if the files cannot be folded on their own.
        ///
        /// Either this folder or the source language's folder is too large for memory.
        var isPart = false
        /// The total size of the files, in bytes.
        private(set) var size = 0

        init(tag: String) { self.tag = tag }

        /// Creates the next, empty part of a folder.
        init(partOf source: Source) {
            tag = source.tag
            isPart = true
        }

        /// Splits the files into parts of at least `size` bytes, except for the last part.
        ///
        /// A part exceeds `size` by at most one file.
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

    /// The typical size of an event in bytes.
    private static let usualLineSize = 300

    /// Parses and folds the files in a folder.
    ///
    /// `definitions` contains the definitions of all strings, and is not used for the source
    /// language's folder. If there is a `helper`, it does half of the work. This uses an idle
    /// processor while there is nothing to write yet.
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

    /// Maps all items; a helper maps the second half on another thread.
    private static func map<Item: Sendable, Result: Sendable>(
        _ items: [Item], with helper: DispatchQueue?,
        _ transform: @escaping @Sendable (Item) -> Result
    ) throws -> [Result] {
        guard let helper else { return items.map(transform) }
        let rest = Handoff(on: helper) { items[(items.count / 2)...].map(transform) }
        return items[..<(items.count / 2)].map(transform) + (try rest.take() ?? [])
    }

    /// Records the subjects of the events, and returns the events of each subject, or `nil` for
    /// subjects that must not be folded here.
    private mutating func nameSubjects(_ source: Source, _ project: Project) -> [[Event]?] {
        var numbers: [Subject: Int] = [:]
        var events: [[Event]?] = []
        // Nearly every event is about a different text.
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

    /// Returns the subject's number, or assigns the next number.
    ///
    /// The parameter is `inout` so that one dictionary lookup suffices.
    private static func number(_ number: inout Int, next: Int) -> Int {
        if number < 0 { number = next }
        return number
    }

    /// The result of folding a subject.
    private struct Fold: Sendable {
        let rows: SubjectRows?
        let string: Int?
        /// The definitions of a string, if the subject is a string in the source language.
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

    /// Splits a file into lines, without line endings.
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
    /// The language whose folder contains the subject's events.
    fileprivate func home(in project: Project) -> LanguageTag {
        switch self {
        case .locale(let tag), .file(_, _, let tag), .unit(let tag, _): tag
        case .resource(_, let locale): locale ?? project.source
        case .setting: project.source
        }
    }
}
